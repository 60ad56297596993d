import { setTimeout as wait } from 'node:timers/promises';
import type { Change } from '../honest-server';
import { addDays, type Fields, TOKEN, weekday } from '../museum-data';
import { HONEST, type HoursQuery, Refusal, readQuery, type Store } from '../ways';
import { cutting, serving, starting } from './bends';
import type { Defect } from './defect';

/** What goes wrong only with certain lists, at certain places of them. */
export const SUBTLE_LIST_DEFECTS: Defect[] = [
  {
    name: 'The seam between the entries 60 and 61 loses one',
    rule: 'pages-join',
    ways: cutting(({ page, limit }) => [(page - 1) * limit + ((page - 1) * limit === 60 ? 1 : 0), page * limit]),
  },
  {
    name: 'From the fifth page on, pages overlap by one',
    rule: 'pages-join',
    ways: cutting(({ page, limit }) => [(page - 1) * limit - (page > 4 ? 1 : 0), page * limit - (page > 4 ? 1 : 0)]),
  },
  {
    name: 'A page number of two digits is read as its last',
    rule: 'pages-join',
    ways: cutting(({ page, limit }) => [((page % 10 || page) - 1) * limit, (page % 10 || page) * limit]),
  },
  {
    name: 'The entry before a seam at the turn of a month is there again after it',
    rule: 'pages-join',
    ways: {
      cut(selected, { page, limit }) {
        const start = (page - 1) * limit;
        const isTurn = selected[start]?.date.slice(0, 7) !== selected[start - 1]?.date.slice(0, 7);
        const shift = start > 0 && isTurn ? 1 : 0;
        return selected.slice(start - shift, start - shift + limit);
      },
    },
  },
  {
    name: 'It stops after a hundred entries',
    rule: 'pages-join',
    ways: {
      cut: (selected, query) => HONEST.cut(query.limit === 30 ? selected : selected.slice(0, 100), query),
    },
  },
  {
    name: 'Every sixtieth entry comes before the one it follows',
    rule: 'order',
    ways: {
      select(entries, query) {
        const selected = HONEST.select(entries, query);
        const [one, other] = selected.slice(59, 61);
        return one && other ? selected.toSpliced(59, 2, other, one) : selected;
      },
    },
    also: ['lower-bound-inclusive'],
  },
  {
    name: 'The last day of a quarter comes after the first of the next',
    rule: 'order',
    ways: {
      select: (entries, query) =>
        HONEST.select(entries, query).sort((a, b) => (monthKey(a.date) < monthKey(b.date) ? -1 : 1)),
    },
  },
  {
    name: 'The hundredth entry is there twice',
    rule: 'unique-entries',
    ways: {
      select(entries, query) {
        const selected = HONEST.select(entries, query);
        return [...selected.slice(0, 99), ...selected.slice(98)];
      },
    },
    also: ['pages-join'],
  },
  {
    name: 'The first day of a month is there twice',
    rule: 'unique-entries',
    ways: {
      hours: (today) =>
        HONEST.hours(today).flatMap((entry, index, all) =>
          all[index - 1]?.date.slice(0, 7) === entry.date.slice(0, 7) ? [entry] : [entry, { ...entry }],
        ),
    },
    also: ['pages-join'],
  },
  {
    name: 'A start date on a Sunday begins with the Friday before',
    rule: 'lower-bound',
    ways: starting(({ startDate, sent }) =>
      sent.has('startDate') && weekday(startDate) === 0 ? addDays(startDate, -2) : startDate,
    ),
  },
  {
    name: 'A start date on the first of a month begins on the last of the month before',
    rule: 'lower-bound',
    ways: {
      select(entries, query) {
        const { startDate, sent } = query;
        const before = entries.findLast(({ date }) => date < startDate)?.date ?? startDate;
        const isFirst = sent.has('startDate') && startDate.endsWith('-01');
        return HONEST.select(entries, { ...query, startDate: isFirst ? before : startDate });
      },
    },
  },
  {
    name: 'A start date on the last of a month is left out',
    rule: 'lower-bound-inclusive',
    ways: starting(({ startDate, sent }) =>
      sent.has('startDate') && addDays(startDate, 1).endsWith('-01') ? addDays(startDate, 1) : startDate,
    ),
  },
  {
    name: 'A start date on a Saturday skips the Monday after it',
    rule: 'lower-bound-inclusive',
    ways: starting(({ startDate, sent }) =>
      sent.has('startDate') && weekday(startDate) === 6 ? addDays(startDate, 3) : startDate,
    ),
  },
  {
    name: 'With a start date and a page it counts the limit as ten',
    rule: 'parameters-together',
    ways: {
      cut: (selected, query) =>
        HONEST.cut(selected, hasAll(query, 'startDate', 'page', 'limit') ? { ...query, limit: 10 } : query),
    },
    also: ['page-size', 'pages-join', 'page-size-maximum'],
  },
  {
    name: 'With a start date it counts pages from the second on as one further',
    rule: 'parameters-together',
    ways: {
      cut: (selected, query) =>
        HONEST.cut(selected, {
          ...query,
          page: query.sent.has('startDate') && query.page > 1 ? query.page + 1 : query.page,
        }),
    },
    also: ['pages-join'],
  },
  {
    name: 'It ignores the start date when page and limit are sent',
    rule: 'parameters-together',
    ways: starting((query) => (hasAll(query, 'page', 'limit') ? query.today : query.startDate)),
    also: ['lower-bound', 'lower-bound-inclusive', 'pages-join'],
  },
  {
    name: 'It refuses a start date with a limit',
    rule: 'parameters-optional',
    ways: {
      readQuery(sent, today) {
        if (sent.has('startDate') && sent.has('limit') && !sent.has('page')) throw new Refusal('invalid query');
        return readQuery(sent, today);
      },
    },
  },
  {
    name: 'It takes any limit from the second page on',
    rule: 'page-size-maximum',
    ways: { readQuery: (sent, today) => readQuery(sent, today, { maximum: sent.has('page') ? 1e9 : 30 }) },
  },
  {
    name: 'It takes limits up to fifty',
    rule: 'page-size-maximum',
    ways: { readQuery: (sent, today) => readQuery(sent, today, { maximum: 50 }) },
  },
  {
    name: 'Without limit, a start date and a page get thirty entries',
    rule: 'page-size-default',
    ways: {
      readQuery: (sent, today) =>
        readQuery(sent, today, { limit: sent.has('startDate') && sent.has('page') ? 30 : 10 }),
    },
    also: ['parameters-together'],
  },
  {
    name: 'With a start date alone it answers the second page',
    rule: 'page-number-default',
    ways: {
      readQuery: (sent, today) => readQuery(sent, today, { page: [...sent.keys()].join() === 'startDate' ? 2 : 1 }),
    },
    also: ['lower-bound-inclusive'],
  },
  {
    name: 'An entry of the sixth month from now has no closing time',
    rule: 'fields-conform',
    ways: {
      hours: (today) =>
        HONEST.hours(today).map((entry) =>
          entry.date > addDays(today, 170) ? { ...entry, timeClose: undefined as never } : entry,
        ),
    },
  },
];

/** What goes wrong only with certain updates of certain events. */
export const SUBTLE_UPDATE_DEFECTS: Defect[] = [
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

/** What goes wrong only with certain credentials. */
export const SUBTLE_CREDENTIAL_DEFECTS: Defect[] = [
  {
    name: 'It serves the scheme alone, without a token',
    rule: 'credential-required',
    ways: serving(({ headers }) => /^Basic *$/.test(headers.authorization ?? '')),
  },
  {
    name: 'It serves a list with a start date to everybody',
    rule: 'credential-required',
    ways: serving(({ query, headers }) => query.has('startDate') && headers.authorization === undefined),
  },
  {
    name: 'It serves the bare token in the header',
    rule: 'credential-scheme',
    ways: serving(({ headers }, token) => headers.authorization === token),
  },
  {
    name: 'It refuses unknown parameters, but serves the token in the parameter token',
    rule: 'credential-in-header-only',
    ways: {
      isAuthorised: (asked, token) => HONEST.isAuthorised(asked, token) || asked.query.get('token') === token,
      readQuery(sent, today) {
        if ([...sent.keys()].some((name) => !['startDate', 'page', 'limit', 'token'].includes(name))) {
          throw new Refusal('invalid query');
        }
        return readQuery(sent, today);
      },
    },
  },
  {
    name: 'It serves the token in the header X-API-Key',
    rule: 'credential-in-header-only',
    ways: serving(({ headers }, token) => headers['x-api-key'] === token),
  },
  {
    name: 'It updates events for a token in the cookie session',
    rule: 'credential-in-header-only',
    ways: serving(
      ({ operation, headers }, token) =>
        operation === 'update' && decodeURIComponent(headers.cookie ?? '').includes(`session=${token}`),
    ),
  },
  {
    name: 'It refuses an update with a wrong token, but makes it',
    rule: 'refused-credential-changes-nothing',
    ways: makingRefused(() => true),
  },
  {
    name: 'It refuses a new price with a wrong token, but stores it',
    rule: 'refused-credential-changes-nothing',
    ways: makingRefused((patch) => 'price' in patch),
  },
];

function monthKey(date: string): string {
  return /-(03-31|06-30|09-30|12-31)$/.test(date) ? `${addDays(date, 1)}5` : date;
}

function hasAll({ sent }: HoursQuery, ...names: string[]): boolean {
  return names.every((name) => sent.has(name));
}

function without(field: string, when: (patch: Fields) => boolean): Change {
  return {
    merge: (event, patch) => ({ ...event, ...patch, ...(when(patch) && { [field]: event[field] }) }),
  };
}

function isThere(event: Fields, patch: Fields): boolean {
  return Object.entries(patch).every(([field, value]) => JSON.stringify(event[field]) === JSON.stringify(value));
}

function counting(every: number, merge: (event: Fields, patch: Fields) => Fields): Change {
  return () => {
    let updates = 0;
    return {
      merge: (event, patch) => (++updates % every === 0 ? merge(event, patch) : { ...event, ...patch }),
    };
  };
}

/** Makes some updates of callers whose token is wrong before it refuses them. */
function makingRefused(isMade: (patch: Fields) => boolean): Change {
  return {
    isAuthorised: (asked, token) =>
      HONEST.isAuthorised(asked, token) ||
      (asked.operation === 'update' && /^Basic ./.test(asked.headers.authorization ?? '')),
    async update(store, eventId, patch, asked) {
      if (HONEST.isAuthorised(asked, TOKEN)) return HONEST.update.call(this, store, eventId, patch, asked);
      if (isMade(patch)) await HONEST.update.call(this, store, eventId, patch, asked);
      throw new Refusal('no credential');
    },
  };
}
