import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { eventsFrom, type Fields, localDate } from '../museum-data';
import { HONEST, type Store } from '../ways';
import type { Defect } from './defect';

const IDENTIFIERS = eventsFrom(localDate()).map(({ eventId }) => String(eventId));

/** Which event is answered, and which events an update reaches. */
export const IDENTITY_DEFECTS: Defect[] = [
  {
    name: 'Every third read answers another event',
    rule: 'identifier-matches',
    ways: () => {
      let reads = 0;
      return { read: (store, eventId) => (++reads % 3 === 0 ? another(store, eventId) : store.get(eventId)) };
    },
    also: ['sent-fields-stored', 'unsent-fields-kept'],
  },
  {
    name: 'It finds an event by the first eight digits of its identifier',
    rule: 'identifier-matches',
    ways: {
      read: (store, eventId) => [...store].find(([key]) => key.slice(0, 8) === eventId.slice(0, 8))?.[1],
    },
    also: ['sent-fields-stored'],
  },
  {
    name: 'Of two events read at once, both are answered with the later',
    rule: 'identifier-matches',
    ways: () => {
      let shared = '';
      return {
        async read(store, eventId) {
          if (!store.has(eventId)) return undefined;
          shared = eventId;
          await wait(15);
          return store.get(shared);
        },
      };
    },
  },
  {
    name: 'The first read after an update answers the event that was updated',
    rule: 'identifier-matches',
    ways: () => {
      let updated: string | undefined;
      return {
        read(store, eventId) {
          const answered = updated ?? eventId;
          updated = undefined;
          return store.has(eventId) ? store.get(answered) : undefined;
        },
        update(store, eventId, patch, asked) {
          updated = eventId;
          return HONEST.update.call(this, store, eventId, patch, asked);
        },
      };
    },
    also: ['other-entries-untouched'],
  },
  {
    name: 'A read answers the right event with the identifier of the one read before',
    rule: 'identifier-matches',
    ways: () => {
      let before: string | undefined;
      return {
        read(store, eventId) {
          const event = store.get(eventId);
          if (event === undefined) return undefined;
          const shown = { ...event, eventId: before ?? eventId };
          before = eventId;
          return shown;
        },
      };
    },
  },

  {
    name: 'It answers an update with a new identifier',
    rule: 'identifier-kept',
    ways: { showUpdated: (updated) => ({ ...updated, eventId: randomUUID() }) },
  },
  {
    name: 'For an identifier that nobody has it answers its first event',
    rule: 'identifier-matches',
    ways: { read: (store, eventId) => store.get(eventId) ?? [...store.values()][0] },
  },
  {
    name: 'What is sent to an identifier that nobody has updates an event',
    rule: 'identifier-kept',
    ways: { identifier: (sent) => (IDENTIFIERS.includes(sent) ? sent : (IDENTIFIERS[0] ?? sent)) },
    also: ['identifier-matches'],
  },
  {
    name: 'What is sent to a malformed identifier updates an event',
    rule: 'identifier-kept',
    ways: { identifier: (sent) => (sent.includes('not') ? (IDENTIFIERS[0] ?? sent) : sent) },
    also: ['identifier-matches'],
  },
  {
    name: 'It answers the second update of an event with a new identifier',
    rule: 'identifier-kept',
    ways: () => {
      const updated = new Set<unknown>();
      return {
        showUpdated(event) {
          const isSecond = updated.has(event.eventId);
          updated.add(event.eventId);
          return isSecond ? { ...event, eventId: randomUUID() } : event;
        },
      };
    },
  },
  {
    name: 'It takes the identifier from the body',
    rule: 'identifier-kept',
    ways: {
      readPatch(asked) {
        const patch = HONEST.readPatch(asked);
        const { eventId } = JSON.parse(asked.body) as Fields; // readPatch has seen that it is an object
        return eventId === undefined ? patch : { ...patch, eventId };
      },
    },
    also: ['identifier-matches'],
  },
  {
    name: 'It answers every update with the identifier of the event that was first updated',
    rule: 'identifier-kept',
    ways: () => {
      let first: unknown;
      return {
        showUpdated(event) {
          first ??= event.eventId;
          return { ...event, eventId: first };
        },
      };
    },
  },
  {
    name: 'A rename gives the event a new identifier',
    rule: 'identifier-matches',
    ways: { merge: (event, patch) => ({ ...event, ...patch, ...('name' in patch && { eventId: randomUUID() }) }) },
    also: ['identifier-kept'],
  },

  {
    name: 'A new price is the price of every event',
    rule: 'other-entries-untouched',
    ways: reaching((event, patch) => ('price' in patch ? { ...event, price: patch.price } : event)),
  },
  {
    name: 'New dates are also those of the next event',
    rule: 'other-entries-untouched',
    ways: {
      update(store, eventId, patch, asked) {
        const updated = HONEST.update.call(this, store, eventId, patch, asked);
        const next = another(store, eventId);
        if ('dates' in patch && next !== undefined) store.set(String(next.eventId), { ...next, dates: patch.dates });
        return updated;
      },
    },
  },
  {
    name: 'An update puts every other event back to its first state',
    rule: 'other-entries-untouched',
    ways: () => {
      const first: Store = new Map();
      return {
        update(store, eventId, patch, asked) {
          if (first.size === 0) for (const [key, event] of store) first.set(key, structuredClone(event));
          for (const [key, event] of first) if (key !== eventId) store.set(key, event);
          return HONEST.update.call(this, store, eventId, patch, asked);
        },
      };
    },
    also: ['sent-fields-stored'],
  },
  {
    name: 'A new description is also that of the events at the same location',
    rule: 'other-entries-untouched',
    ways: {
      update(store, eventId, patch, asked) {
        const { location } = store.get(eventId) ?? {};
        const updated = HONEST.update.call(this, store, eventId, patch, asked);
        if ('eventDescription' in patch) {
          for (const [key, event] of store) {
            if (event.location === location) store.set(key, { ...event, eventDescription: patch.eventDescription });
          }
        }
        return updated;
      },
    },
  },
  {
    name: 'A rename takes the dates from the event after it',
    rule: 'other-entries-untouched',
    ways: {
      update(store, eventId, patch, asked) {
        const next = another(store, eventId);
        if ('name' in patch && next !== undefined) store.set(String(next.eventId), { ...next, dates: [] });
        return HONEST.update.call(this, store, eventId, patch, asked);
      },
    },
  },
];

/** The event that is stored after the one with an identifier, the first one after the last. */
function another(store: Store, eventId: string): Fields | undefined {
  const keys = [...store.keys()];
  const position = keys.indexOf(eventId);
  return position < 0 ? undefined : store.get(keys[(position + 1) % keys.length] ?? '');
}

/** Changes all other events with each update. */
function reaching(change: (event: Fields, patch: Fields) => Fields): Defect['ways'] {
  return {
    update(store, eventId, patch, asked) {
      for (const [key, event] of store) store.set(key, change(event, patch));
      return HONEST.update.call(this, store, eventId, patch, asked);
    },
  };
}
