import { setTimeout as wait } from 'node:timers/promises';
import type { Change } from '../../honest-server';
import type { Fields } from '../../museum-data';
import { HONEST, type Store } from '../../ways';
import type { Defect } from '../defect';

/** What goes wrong only where updates overlap, or after many of them. */
export const SUBTLE_SEQUENCE_DEFECTS: Defect[] = [
  {
    name: 'Of two updates at once, the later one undoes the earlier one',
    rule: 'updates-at-once',
    ways: {
      async update(store, eventId, patch, asked) {
        const event = store.get(eventId) ?? {};
        await wait(15);
        store.set(eventId, this.merge(event, patch, asked));
        return store.get(eventId);
      },
    },
    also: ['unsent-fields-kept'],
  },
  {
    name: 'Of two updates at once, the later one is answered but dropped',
    rule: 'updates-at-once',
    ways: () => {
      const busy = new Set<string>();
      return {
        async update(store, eventId, patch, asked) {
          if (busy.has(eventId)) return this.merge(store.get(eventId) ?? {}, patch, asked);
          busy.add(eventId);
          await wait(15);
          busy.delete(eventId);
          return HONEST.update.call(this, store, eventId, patch, asked);
        },
      };
    },
  },
  {
    name: 'A read that overlaps an update keeps the earlier event in the cache',
    rule: 'updates-at-once',
    ways: () => {
      const cache: Store = new Map();
      return {
        async read(store, eventId) {
          const event = cache.get(eventId) ?? store.get(eventId);
          await wait(15);
          if (event !== undefined) cache.set(eventId, event);
          return event;
        },
        async update(store, eventId, patch, asked) {
          cache.delete(eventId);
          await wait(5);
          return HONEST.update.call(this, store, eventId, patch, asked);
        },
      };
    },
  },
  {
    name: 'Of two events updated at once, both get the later update',
    rule: 'updates-at-once',
    ways: () => {
      let shared: Fields = {};
      return {
        async update(store, eventId, patch, asked) {
          shared = patch;
          await wait(10);
          return HONEST.update.call(this, store, eventId, shared, asked);
        },
      };
    },
  },
  {
    name: 'Every seventh update is lost',
    rule: 'update-sequences',
    ways: counting(7, (event, _patch) => event),
  },
  {
    name: 'Every fifth update takes back the one before it',
    rule: 'update-sequences',
    ways: () => {
      let updates = 0;
      const earlier = new Map<unknown, Fields>();
      return {
        merge(event, patch) {
          const before = earlier.get(event.eventId) ?? event;
          earlier.set(event.eventId, event);
          return { ...(++updates % 5 === 0 ? before : event), ...patch };
        },
      };
    },
  },
];

function counting(every: number, merge: (event: Fields, patch: Fields) => Fields): Change {
  return () => {
    let updates = 0;
    return {
      merge: (event, patch) => (++updates % every === 0 ? merge(event, patch) : { ...event, ...patch }),
    };
  };
}
