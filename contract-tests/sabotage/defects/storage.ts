import type { Fields } from '../museum-data';
import { HONEST, type Store } from '../ways';
import type { Defect } from './defect';

/** Where the answer to an update and what is stored differ. */
export const STORAGE_DEFECTS: Defect[] = [
  {
    name: 'It answers an update with the event as it was',
    rule: 'sent-fields-returned',
    ways: { showUpdated: (_updated, _patch, earlier) => earlier },
    also: ['arrays-replaced'],
  },
  {
    name: 'It answers an update with the earlier price',
    rule: 'sent-fields-returned',
    ways: { showUpdated: (updated, _patch, { price }) => ({ ...updated, price }) },
  },
  {
    name: 'It answers a second update of an event with the answer to the first',
    rule: 'sent-fields-returned',
    ways: () => {
      const answers = new Map<unknown, Fields>();
      return {
        showUpdated(updated) {
          const answer = answers.get(updated.eventId) ?? updated;
          answers.set(updated.eventId, answer);
          return answer;
        },
      };
    },
    also: ['unsent-fields-kept', 'arrays-replaced'],
  },

  {
    name: 'It answers an update rightly but stores nothing',
    rule: 'sent-fields-stored',
    ways: { update: (store, eventId, patch) => ({ ...store.get(eventId), ...patch }) },
    also: ['unsent-fields-kept', 'arrays-replaced'],
  },
  {
    name: 'It never stores a description',
    rule: 'sent-fields-stored',
    ways: {
      update: (store, eventId, { eventDescription, ...patch }) =>
        stored(store, eventId, patch, eventDescription === undefined ? {} : { eventDescription }),
    },
  },
  {
    name: 'It stores dates only when a price is sent with them',
    rule: 'sent-fields-stored',
    ways: {
      update: (store, eventId, { dates, ...patch }) =>
        stored(
          store,
          eventId,
          { ...patch, ...('price' in patch && dates !== undefined && { dates }) },
          dates === undefined ? {} : { dates },
        ),
    },
    also: ['arrays-replaced'],
  },
  {
    name: 'It stores a price without its cents',
    rule: 'sent-fields-stored',
    ways: {
      update: (store, eventId, { price, ...patch }) =>
        typeof price === 'number'
          ? stored(store, eventId, { ...patch, price: Math.trunc(price) }, { price })
          : stored(store, eventId, patch, {}),
    },
  },
  {
    name: 'It stores new dates after the earlier ones, and answers with the new ones alone',
    rule: 'arrays-replaced',
    ways: {
      update(store, eventId, { dates, ...patch }) {
        const { dates: earlier } = store.get(eventId) ?? {};
        if (!Array.isArray(dates) || !Array.isArray(earlier)) return stored(store, eventId, patch, {});
        return stored(store, eventId, { ...patch, dates: [...earlier, ...dates] }, { dates });
      },
    },
    also: ['sent-fields-stored'],
  },
  {
    name: 'A read after the second update shows the first',
    rule: 'sent-fields-stored',
    ways: () => {
      const cache: Store = new Map();
      const updated = new Set<string>();
      return {
        read(store, eventId) {
          const event = cache.get(eventId) ?? store.get(eventId);
          if (event !== undefined && updated.has(eventId)) cache.set(eventId, event);
          return event;
        },
        update(store, eventId, patch, asked) {
          updated.add(eventId);
          return HONEST.update.call(this, store, eventId, patch, asked);
        },
      };
    },
    also: ['unsent-fields-kept', 'arrays-replaced'],
  },
  {
    name: 'The first read after an update shows the event as it was',
    rule: 'sent-fields-stored',
    ways: () => {
      const stale: Store = new Map();
      return {
        read(store, eventId) {
          const event = stale.get(eventId) ?? store.get(eventId);
          stale.delete(eventId);
          return event;
        },
        update(store, eventId, patch, asked) {
          stale.set(eventId, structuredClone(store.get(eventId) ?? {}));
          return HONEST.update.call(this, store, eventId, patch, asked);
        },
      };
    },
    also: ['arrays-replaced'],
  },
  {
    name: 'The second read after an update shows the event as it was, and so do later ones',
    rule: 'sent-fields-stored',
    ways: () => {
      const cache: Store = new Map();
      return {
        read(store, eventId) {
          const event = cache.get(eventId) ?? store.get(eventId);
          cache.delete(eventId);
          return event;
        },
        update(store, eventId, patch) {
          const updated = { ...(cache.get(eventId) ?? store.get(eventId)), ...patch };
          cache.set(eventId, updated);
          return updated;
        },
      };
    },
    also: ['arrays-replaced', 'unsent-fields-kept'],
  },
  {
    name: 'It answers an update with the sent fields alone',
    rule: 'unsent-fields-kept',
    ways: { showUpdated: ({ eventId }, patch) => ({ eventId, ...patch }) },
  },
  {
    name: 'Its answer to an update is right, but the store loses the dates that were not sent',
    rule: 'unsent-fields-kept',
    ways: {
      update(store, eventId, patch) {
        const shown = { ...store.get(eventId), ...patch };
        store.set(eventId, { ...shown, dates: 'dates' in patch ? patch.dates : [] });
        return shown;
      },
    },
  },
  {
    name: 'The store exchanges location and description when neither is sent',
    rule: 'unsent-fields-kept',
    ways: {
      merge(event, patch) {
        const { location, eventDescription } = event;
        const isTouched = 'location' in patch || 'eventDescription' in patch;
        return { ...event, ...(!isTouched && { location: eventDescription, eventDescription: location }), ...patch };
      },
    },
  },
];

/** Stores one patch, and returns the event as it would be with a second one on top. */
function stored(store: Store, eventId: string, patch: Fields, shownOnly: Fields): Fields {
  const event = { ...store.get(eventId), ...patch };
  store.set(eventId, event);
  return { ...event, ...shownOnly };
}
