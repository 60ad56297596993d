import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../honest-server';
import type { Fields } from '../museum-data';
import { HONEST, Refusal } from '../ways';
import type { Defect } from './defect';

const STORED_TOO = ['sent-fields-stored'];

/** What an update makes of an event, in its answer and in the store alike. */
export const MERGE_DEFECTS: Defect[] = [
  {
    name: 'It ignores a price of zero',
    rule: 'sent-fields-returned',
    ways: merging((patch, event) => ({ price: patch.price || event.price })),
    also: STORED_TOO,
  },
  {
    name: 'It ignores an empty description',
    rule: 'sent-fields-returned',
    ways: merging((patch, event) => ({ eventDescription: patch.eventDescription || event.eventDescription })),
    also: STORED_TOO,
  },
  {
    name: 'It ignores a new location when a name is sent with it',
    rule: 'sent-fields-returned',
    ways: merging((patch, event) => ('name' in patch ? { location: event.location } : {})),
    also: STORED_TOO,
  },
  {
    name: 'It drops the cents of a new price',
    rule: 'sent-fields-returned',
    ways: merging(({ price }) => (typeof price === 'number' ? { price: Math.trunc(price) } : {})),
    also: STORED_TOO,
  },
  {
    name: 'It rounds a new price to one decimal',
    rule: 'sent-fields-returned',
    ways: merging(({ price }) => (typeof price === 'number' ? { price: Math.round(price * 10) / 10 } : {})),
    also: STORED_TOO,
  },
  {
    name: 'It cuts a long description at 255 characters',
    rule: 'sent-fields-returned',
    ways: merging((patch) => textsOf(patch, (text) => text.slice(0, 255))),
    also: STORED_TOO,
  },
  {
    name: 'It replaces letters that are not Latin with question marks',
    rule: 'sent-fields-returned',
    ways: merging((patch) => textsOf(patch, (text) => text.replace(/[^\0-\xff]/g, '?'))),
    also: STORED_TOO,
  },
  {
    name: 'It reads UTF-8 as Latin-1',
    rule: 'sent-fields-returned',
    ways: merging((patch) => textsOf(patch, (text) => Buffer.from(text, 'utf8').toString('latin1'))),
    also: STORED_TOO,
  },
  {
    name: 'It writes a new name in lower case',
    rule: 'sent-fields-returned',
    ways: merging(({ name }) => (typeof name === 'string' ? { name: name.toLowerCase() } : {})),
    also: STORED_TOO,
  },
  {
    name: 'It takes only the first of several fields',
    rule: 'sent-fields-returned',
    ways: { merge: (event, patch) => ({ ...event, ...Object.fromEntries(Object.entries(patch).slice(0, 1)) }) },
    also: STORED_TOO,
  },

  {
    name: 'It replaces the whole event',
    rule: 'unsent-fields-kept',
    ways: { merge: ({ eventId }, patch) => ({ eventId, ...patch }) },
  },
  {
    name: 'A price that is not sent becomes zero',
    rule: 'unsent-fields-kept',
    ways: { merge: (event, patch) => ({ ...event, price: 0, ...patch }) },
  },
  {
    name: 'Dates that are not sent become none',
    rule: 'unsent-fields-kept',
    ways: { merge: (event, patch) => ({ ...event, dates: [], ...patch }) },
  },
  {
    name: 'A rename clears the description',
    rule: 'unsent-fields-kept',
    ways: { merge: (event, patch) => ({ ...event, ...('name' in patch && { eventDescription: '' }), ...patch }) },
  },
  {
    name: 'A new location appears in the description',
    rule: 'unsent-fields-kept',
    ways: {
      merge: (event, patch) => ({
        ...event,
        ...('location' in patch && { eventDescription: `${event.eventDescription} (now at ${patch.location})` }),
        ...patch,
      }),
    },
  },
  {
    name: 'A price that is not sent loses its cents',
    rule: 'unsent-fields-kept',
    ways: { merge: (event, patch) => ({ ...event, price: Math.trunc(Number(event.price)), ...patch }) },
  },
  {
    name: 'Dates that are not sent are turned round',
    rule: 'unsent-fields-kept',
    ways: { merge: (event, patch) => ({ ...event, dates: listOf(event.dates).toReversed(), ...patch }) },
  },
  {
    name: 'An update puts all unsent fields back to those of the first state',
    rule: 'unsent-fields-kept',
    ways: () => {
      const first = new Map<unknown, Fields>();
      return {
        merge(event, patch) {
          if (!first.has(event.eventId)) first.set(event.eventId, event);
          return { ...first.get(event.eventId), ...patch };
        },
      };
    },
    also: STORED_TOO,
  },
  {
    name: 'Fields that are not sent come from the update of another event',
    rule: 'unsent-fields-kept',
    ways: () => {
      const shared: Fields = {};
      return { merge: (event, patch) => ({ ...event, ...Object.assign(shared, patch) }) };
    },
  },

  {
    name: 'It appends new dates to the earlier ones',
    rule: 'arrays-replaced',
    ways: dating((sent, earlier) => [...earlier, ...sent]),
    also: ['sent-fields-returned', ...STORED_TOO],
  },
  {
    name: 'It joins new and earlier dates without repetition',
    rule: 'arrays-replaced',
    ways: dating((sent, earlier) => [...new Set([...earlier, ...sent])]),
    also: ['sent-fields-returned', ...STORED_TOO],
  },
  {
    name: 'It merges dates by position, so that a shorter list keeps the rest',
    rule: 'arrays-replaced',
    ways: dating((sent, earlier) => [...sent, ...earlier.slice(sent.length)]),
    also: ['sent-fields-returned', ...STORED_TOO],
  },
  {
    name: 'It sorts new dates',
    rule: 'arrays-replaced',
    ways: dating((sent) => sent.toSorted()),
    also: ['sent-fields-returned', ...STORED_TOO],
  },
  {
    name: 'It drops a date that is sent twice',
    rule: 'arrays-replaced',
    ways: dating((sent) => [...new Set(sent)]),
    also: ['sent-fields-returned', ...STORED_TOO],
  },
  {
    name: 'It keeps at most three dates',
    rule: 'arrays-replaced',
    ways: dating((sent) => sent.slice(0, 3)),
    also: ['sent-fields-returned', ...STORED_TOO],
  },
  {
    name: 'It ignores an empty list of dates',
    rule: 'arrays-replaced',
    ways: dating((sent, earlier) => (sent.length === 0 ? earlier : sent)),
    also: ['sent-fields-returned', ...STORED_TOO],
  },
  {
    name: 'It ignores new dates as many as the earlier ones',
    rule: 'arrays-replaced',
    ways: dating((sent, earlier) => (sent.length === earlier.length ? earlier : sent)),
    also: ['sent-fields-returned', ...STORED_TOO],
  },

  {
    name: 'It refuses an update without a name',
    rule: 'fields-optional',
    ways: refusing((patch) => !('name' in patch)),
  },
  {
    name: 'It refuses dates without a price',
    rule: 'fields-optional',
    ways: refusing((patch) => 'dates' in patch && !('price' in patch)),
  },
  {
    name: 'It refuses an update of a single field',
    rule: 'fields-optional',
    ways: refusing((patch) => Object.keys(patch).length < 2),
  },
  {
    name: 'It refuses a description alone',
    rule: 'fields-optional',
    ways: refusing((patch) => Object.keys(patch).join() === 'eventDescription'),
  },
  {
    name: 'It refuses a location without a name',
    rule: 'fields-optional',
    ways: refusing((patch) => 'location' in patch && !('name' in patch)),
  },
  {
    name: 'It takes an update only where that changes nothing',
    rule: 'fields-optional',
    ways: refusingChanges(() => true),
  },
  {
    name: 'It takes a price only where it is the same as before',
    rule: 'fields-optional',
    ways: refusingChanges((field) => field === 'price'),
  },
];

/** Merges as is right, then puts other values in place of some sent ones. */
function merging(change: (patch: Fields, event: Fields) => Fields): Change {
  return { merge: (event, patch) => ({ ...event, ...patch, ...change(patch, event) }) };
}

function dating(join: (sent: unknown[], earlier: unknown[]) => unknown[]): Change {
  return merging((patch, event) => ('dates' in patch ? { dates: join(listOf(patch.dates), listOf(event.dates)) } : {}));
}

function refusing(isRefused: (patch: Fields) => boolean): Change {
  return {
    readPatch(asked) {
      const patch = HONEST.readPatch(asked);
      if (isRefused(patch)) throw new Refusal('invalid body', 'a field is missing');
      return patch;
    },
  };
}

function textsOf(patch: Fields, change: (text: string) => string): Fields {
  const texts = Object.entries(patch).map(([field, value]) => [
    field,
    typeof value === 'string' ? change(value) : value,
  ]);
  return Object.fromEntries(texts);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Refuses every other value of some fields, and takes them as they are. */
function refusingChanges(isFixed: (field: string) => boolean): Change {
  return {
    update(store, eventId, patch, asked) {
      const event = store.get(eventId) ?? {};
      const isChanged = ([field, value]: [string, unknown]) =>
        isFixed(field) && !isDeepStrictEqual(value, event[field]);
      if (Object.entries(patch).some(isChanged)) throw new Refusal('invalid body');
      return HONEST.update.call(this, store, eventId, patch, asked);
    },
  };
}
