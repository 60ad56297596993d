import type { Change } from '../../honest-server';
import type { Fields } from '../../museum-data';
import { HONEST } from '../../ways';
import type { Defect } from '../defect';

/** What goes wrong only with certain fields of an update, or certain values. */
export const SUBTLE_FIELD_DEFECTS: Defect[] = [
  {
    name: 'It never stores the name of the second event',
    rule: 'sent-fields-stored',
    ways: {
      update(store, eventId, patch, asked) {
        const [, second] = [...store.keys()];
        if (eventId !== second) return HONEST.update.call(this, store, eventId, patch, asked);
        const { name, ...rest } = patch;
        const stored = { ...store.get(eventId), ...rest };
        store.set(eventId, stored);
        return { ...stored, ...(name !== undefined && { name }) };
      },
    },
  },
  {
    name: 'It makes a price of zero one when another field is sent afterwards',
    rule: 'unsent-fields-kept',
    ways: { merge: (event, patch) => ({ ...event, price: event.price || 1, ...patch }) },
  },
  {
    name: 'It fills an empty description when another field is sent',
    rule: 'unsent-fields-kept',
    ways: { merge: (event, patch) => ({ ...event, eventDescription: event.eventDescription || 'None', ...patch }) },
  },
  {
    name: 'An empty list of dates that is not sent goes back to the last one that was not',
    rule: 'unsent-fields-kept',
    ways: () => {
      const last = new Map<unknown, unknown>();
      return {
        merge(event, patch) {
          if (Array.isArray(event.dates) && event.dates.length > 0) last.set(event.eventId, event.dates);
          const dates = Array.isArray(event.dates) && event.dates.length === 0 ? last.get(event.eventId) : event.dates;
          return { ...event, ...(dates !== undefined && { dates }), ...patch };
        },
      };
    },
  },
  {
    name: 'It ignores dates when a description is sent with them',
    rule: 'field-combinations',
    ways: without('dates', (patch) => 'eventDescription' in patch),
    also: ['sent-fields-returned', 'sent-fields-stored', 'unsent-fields-kept'],
  },
  {
    name: 'It ignores a price when exactly one other field is sent with it',
    rule: 'field-combinations',
    ways: without('price', (patch) => Object.keys(patch).length === 2),
  },
  {
    name: 'Name and location sent together clear the description',
    rule: 'field-combinations',
    ways: {
      merge: (event, patch) => ({
        ...event,
        ...('name' in patch && 'location' in patch && { eventDescription: '' }),
        ...patch,
      }),
    },
  },
  {
    name: 'Sending what is already there clears the description',
    rule: 'update-repeatable',
    ways: {
      merge: (event, patch) => ({
        ...event,
        ...patch,
        ...(isThere(event, patch) && !('eventDescription' in patch) && { eventDescription: '' }),
      }),
    },
  },
  {
    name: 'The same update a second time takes itself back',
    rule: 'update-repeatable',
    ways: () => {
      const before = new Map<string, Fields>();
      return {
        merge(event, patch) {
          const key = `${event.eventId} ${JSON.stringify(patch)}`;
          const merged = isThere(event, patch) ? { ...event, ...before.get(key) } : { ...event, ...patch };
          before.set(key, Object.fromEntries(Object.keys(patch).map((field) => [field, event[field]])));
          return merged;
        },
      };
    },
  },
  {
    name: 'Dates that are sent again are doubled',
    rule: 'update-repeatable',
    ways: {
      merge: (event, patch) => ({
        ...event,
        ...patch,
        ...(Array.isArray(patch.dates) && isThere(event, patch) && { dates: [...patch.dates, ...patch.dates] }),
      }),
    },
  },
];

function without(field: string, when: (patch: Fields) => boolean): Change {
  return {
    merge: (event, patch) => ({ ...event, ...patch, ...(when(patch) && { [field]: event[field] }) }),
  };
}

function isThere(event: Fields, patch: Fields): boolean {
  return Object.entries(patch).every(([field, value]) => JSON.stringify(event[field]) === JSON.stringify(value));
}
