import type { Change } from '../honest-server';
import type { Fields, HoursEntry } from '../museum-data';
import { type Asked, HONEST, type HoursQuery, readQuery } from '../ways';
import type { Defect } from './defect';

/** What goes wrong only with parameters in a certain order, with certain dates or with certain sizes. */
export const PARTICULAR_LIST_DEFECTS: Defect[] = [
  {
    name: 'It ignores the page when the limit comes before it',
    rule: 'parameters-together',
    ways: {
      readQuery(sent, today) {
        const query = readQuery(sent, today);
        const names = [...sent.keys()];
        const isIgnored = names.includes('limit') && names.indexOf('limit') < names.indexOf('page');
        return isIgnored ? { ...query, page: 1 } : query;
      },
    },
  },
  {
    name: 'It ignores a start date that does not come first',
    rule: 'parameters-together',
    ways: {
      select(entries, query) {
        const isIgnored = [...query.sent.keys()].indexOf('startDate') > 0;
        return HONEST.select(entries, isIgnored ? { ...query, startDate: query.today } : query);
      },
    },
  },
  {
    name: 'A start date after the last entry counts as today',
    rule: 'lower-bound',
    ways: {
      select(entries, query) {
        const selected = HONEST.select(entries, query);
        return selected.length > 0 ? selected : HONEST.select(entries, { ...query, startDate: query.today });
      },
    },
  },
  {
    name: 'A start date after the last entry gives the last ones',
    rule: 'lower-bound',
    ways: {
      select(entries, query) {
        const selected = HONEST.select(entries, query);
        return selected.length > 0 ? selected : entries.slice(-5);
      },
    },
  },
  {
    name: 'The last entry is left out when the start date is its own',
    rule: 'lower-bound-inclusive',
    ways: {
      select: (entries, query) => (query.startDate === entries.at(-1)?.date ? [] : HONEST.select(entries, query)),
    },
  },
  {
    name: 'Entries of the past have no closing time',
    rule: 'fields-conform',
    ways: { hours: past((entry) => ({ ...entry, timeClose: null as never })) },
  },
  {
    name: 'Entries of the past have times on a 12-hour clock',
    rule: 'fields-conform',
    ways: { hours: past((entry) => ({ ...entry, timeOpen: '09:00 AM', timeClose: '06:00 PM' })) },
  },
  {
    name: 'With a start date in the past, pages overlap by one',
    rule: 'pages-join',
    ways: shifting((query) => (query.startDate < query.today && query.page > 1 ? -1 : 0)),
  },
  {
    name: 'With a limit of twenty, the second page begins one entry late',
    rule: 'pages-join',
    ways: shifting(({ limit, page }) => (limit === 20 && page === 2 ? 1 : 0)),
  },
  {
    name: 'With a limit of 25, the third page begins one entry early',
    rule: 'pages-join',
    ways: shifting(({ limit, page }) => (limit === 25 && page === 3 ? -1 : 0)),
  },
];

/** What goes wrong only with fields in a certain order, with what is nearly the same, or with the second event. */
export const PARTICULAR_UPDATE_DEFECTS: Defect[] = [
  {
    name: 'It ignores a name that comes after a price',
    rule: 'field-combinations',
    ways: ignoring('name', 'price'),
  },
  {
    name: 'It ignores a location that comes after dates',
    rule: 'field-combinations',
    ways: ignoring('location', 'dates'),
  },
  {
    name: 'It ignores the location of the second event when one other field is sent with it',
    rule: 'field-combinations',
    ways: {
      update(store, eventId, patch, asked) {
        const { location, ...rest } = patch;
        const isIgnored = eventId === secondOf(store) && Object.keys(patch).length === 2;
        return HONEST.update.call(this, store, eventId, isIgnored ? rest : patch, asked);
      },
    },
  },
  {
    name: 'A text in other letter case counts as unchanged',
    rule: 'sent-fields-stored',
    ways: unchanging((sent, earlier) => lower(sent) !== undefined && lower(sent) === lower(earlier)),
  },
  {
    name: 'Dates in another order count as unchanged',
    rule: 'sent-fields-stored',
    ways: unchanging((sent, earlier) => sorted(sent) !== undefined && sorted(sent) === sorted(earlier)),
  },
  {
    name: 'A price that differs by less than one counts as unchanged',
    rule: 'sent-fields-stored',
    ways: unchanging((sent, earlier) => Math.abs(Number(sent) - Number(earlier)) < 1 && typeof sent === 'number'),
  },
  {
    name: 'Cents below ten lose their zero',
    rule: 'sent-fields-stored',
    ways: keeping((value) => {
      if (typeof value !== 'number') return value;
      const cents = Math.round(value * 100);
      return Number(`${Math.trunc(cents / 100)}.${cents % 100}`);
    }),
  },
  {
    name: 'It writes compatible characters for those that were sent',
    rule: 'sent-fields-stored',
    ways: keeping((value) => (typeof value === 'string' ? value.normalize('NFKC') : value)),
  },
  {
    name: 'It makes typographic quotation marks plain',
    rule: 'sent-fields-stored',
    ways: keeping((value) => (typeof value === 'string' ? value.replace(/[“”]/g, '"').replaceAll('’', "'") : value)),
  },
  {
    name: 'It takes joined characters apart',
    rule: 'sent-fields-stored',
    ways: keeping((value) => (typeof value === 'string' ? value.replaceAll('\u200d', '') : value)),
  },
  {
    name: 'The text 0 counts as none',
    rule: 'sent-fields-stored',
    ways: keeping((value) => (value === '0' ? '' : value)),
  },
  {
    name: 'A text of digits loses its leading zeros',
    rule: 'sent-fields-stored',
    ways: keeping((value) => (typeof value === 'string' ? value.replace(/^0+(?=\d+$)/, '') : value)),
  },
  {
    name: 'It answers an update of the second event without the identifier',
    rule: 'whole-entry-returned',
    ways: {
      async update(store, eventId, patch, asked) {
        const updated = await HONEST.update.call(this, store, eventId, patch, asked);
        const { eventId: _, ...rest } = updated ?? {};
        return eventId === secondOf(store) ? rest : updated;
      },
    },
  },
];

/** Who is served of the second event alone. */
export const PARTICULAR_CREDENTIAL_DEFECTS: Defect[] = [
  {
    name: 'It serves the second event that is read without a credential',
    rule: 'credential-required',
    ways: openingSecond(({ operation, headers }) => operation === 'read' && headers.authorization === undefined),
  },
  {
    name: 'It updates the second event without a credential',
    rule: 'credential-required',
    ways: openingSecond(({ operation, headers }) => operation === 'update' && headers.authorization === undefined),
  },
  {
    name: 'It serves the second event for any scheme',
    rule: 'credential-scheme',
    ways: openingSecond(({ headers }, token) => headers.authorization?.endsWith(` ${token}`) === true),
  },
];

function past(changed: (entry: HoursEntry) => HoursEntry): (today: string) => HoursEntry[] {
  return (today) => HONEST.hours(today).map((entry) => (entry.date < today ? changed(entry) : entry));
}

function shifting(by: (query: HoursQuery) => number): Change {
  return {
    cut(selected, query) {
      const start = (query.page - 1) * query.limit + by(query);
      return selected.slice(start, start + query.limit);
    },
  };
}

function ignoring(field: string, after: string): Change {
  return {
    merge(event, patch) {
      const names = Object.keys(patch);
      const isIgnored = names.includes(after) && names.indexOf(after) < names.indexOf(field);
      return { ...event, ...patch, ...(isIgnored && { [field]: event[field] }) };
    },
  };
}

function unchanging(isAlike: (sent: unknown, earlier: unknown) => boolean): Change {
  return {
    merge(event, patch) {
      const changed = Object.entries(patch).filter(([field, value]) => !isAlike(value, event[field]));
      return { ...event, ...Object.fromEntries(changed) };
    },
  };
}

function keeping(kept: (value: unknown) => unknown): Change {
  return {
    merge: (event, patch) => ({
      ...event,
      ...Object.fromEntries(Object.entries(patch).map(([field, value]) => [field, kept(value)])),
    }),
  };
}

function lower(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}

function sorted(value: unknown): string | undefined {
  return Array.isArray(value) ? value.toSorted().join() : undefined;
}

function secondOf(store: ReadonlyMap<string, Fields>): string | undefined {
  return [...store.keys()][1];
}

/** The second event by its identifier, which is the same each time that the server starts. */
function openingSecond(isServed: (asked: Asked, token: string) => boolean): Change {
  const [, second] = HONEST.events(HONEST.today());
  return {
    isAuthorised: (asked, token) =>
      HONEST.isAuthorised(asked, token) || (asked.eventId === second?.eventId && isServed(asked, token)),
  };
}
