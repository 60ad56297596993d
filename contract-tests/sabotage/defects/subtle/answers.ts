import type { Fields } from '../../museum-data';
import { HONEST } from '../../ways';
import type { Defect } from '../defect';

/** What goes wrong only in what an update answers, or stores otherwise than it answers. */
export const SUBTLE_ANSWER_DEFECTS: Defect[] = [
  {
    name: 'It answers an update without the identifier',
    rule: 'whole-entry-returned',
    ways: { showUpdated: ({ eventId, ...updated }) => updated },
  },
  {
    name: 'It answers an update without the dates, unless they were sent',
    rule: 'whole-entry-returned',
    ways: { showUpdated: ({ dates, ...updated }, patch) => ({ ...updated, ...('dates' in patch && { dates }) }) },
    also: ['unsent-fields-kept', 'field-combinations', 'update-repeatable', 'update-sequences'],
  },
  {
    name: 'The identifier in the body says which event is updated',
    rule: 'identifier-kept',
    ways: {
      update(store, eventId, patch, asked) {
        const sent = JSON.parse(asked.body) as Fields; // readPatch has seen that it is an object
        const other = typeof sent.eventId === 'string' && store.has(sent.eventId) ? sent.eventId : eventId;
        return HONEST.update.call(this, store, other, patch, asked);
      },
    },
  },
  {
    name: 'It shortens a description of more than 500 letters',
    rule: 'sent-fields-stored',
    ways: {
      update(store, eventId, patch, asked) {
        const { eventDescription: text } = patch;
        const shown = { ...store.get(eventId), ...patch };
        const kept = typeof text === 'string' ? { ...patch, eventDescription: text.slice(0, 500) } : patch;
        HONEST.update.call(this, store, eventId, kept, asked);
        return shown;
      },
    },
  },
  {
    name: 'It keeps a price in thirds of a cent',
    rule: 'sent-fields-stored',
    ways: {
      update(store, eventId, patch, asked) {
        const shown = { ...store.get(eventId), ...patch };
        const { price } = patch;
        const kept = typeof price === 'number' ? { ...patch, price: Math.round(price * 4) / 4 } : patch;
        HONEST.update.call(this, store, eventId, kept, asked);
        return shown;
      },
    },
  },
];
