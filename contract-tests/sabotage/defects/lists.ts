import type { Change } from '../honest-server';
import { addDays, type HoursEntry, hoursAround, weekday } from '../museum-data';
import { HONEST } from '../ways';
import { starting } from './bends';
import type { Defect } from './defect';

/** Which entries a list has, and in which order. */
export const LIST_DEFECTS: Defect[] = [
  {
    name: 'Entries descend by date',
    rule: 'order',
    ways: sorting((a, b) => compare(b.date, a.date)),
    also: ['lower-bound-inclusive', 'lower-bound-default'],
  },
  {
    name: 'Each page descends by date',
    rule: 'order',
    ways: { cut: (selected, query) => HONEST.cut(selected, query).reverse() },
    also: ['pages-join', 'lower-bound-inclusive', 'lower-bound-default'],
  },
  {
    name: 'Entries are sorted as text without leading zeros',
    rule: 'order',
    ways: sorting((a, b) => compare(a.date.replaceAll('-0', '-'), b.date.replaceAll('-0', '-'))),
    also: ['lower-bound-inclusive', 'lower-bound-default'],
  },
  {
    name: 'Entries are sorted by day of the month',
    rule: 'order',
    ways: sorting((a, b) => compare(a.date.slice(8), b.date.slice(8))),
    also: ['lower-bound-inclusive', 'lower-bound-default'],
  },
  {
    name: 'A page is sorted by closing time',
    rule: 'order',
    ways: {
      cut: (selected, query) => HONEST.cut(selected, query).sort((a, b) => compare(a.timeClose, b.timeClose)),
    },
    also: ['pages-join', 'lower-bound-inclusive'],
  },
  {
    name: 'The last two entries of a full page of thirty are swapped',
    rule: 'order',
    ways: { cut: (selected, query) => swapLast(HONEST.cut(selected, query), 30) },
    also: ['pages-join'],
  },
  {
    name: 'Every fifth list begins with its last entry',
    rule: 'order',
    ways: () => {
      let lists = 0;
      return {
        cut(selected, query) {
          const page = HONEST.cut(selected, query);
          return ++lists % 5 === 0 ? [...page.slice(-1), ...page.slice(0, -1)] : page;
        },
      };
    },
    also: ['pages-join', 'lower-bound-inclusive'],
  },

  {
    name: 'A day has an entry for the morning and one for the afternoon',
    rule: 'unique-entries',
    ways: repeating(() => true, { timeOpen: '14:00' }),
    also: ['pages-join'],
  },
  {
    name: 'A late opening has an entry of its own',
    rule: 'unique-entries',
    ways: repeating(({ date }) => weekday(date) === 4, { timeOpen: '18:00' }),
    also: ['pages-join'],
  },
  {
    name: 'Every twenty-fifth entry is there twice',
    rule: 'unique-entries',
    ways: repeating((_entry, index) => index % 25 === 24, {}),
    also: ['pages-join'],
  },
  {
    name: 'With a start date, the first entry is there twice',
    rule: 'unique-entries',
    ways: {
      select(entries, query) {
        const selected = HONEST.select(entries, query);
        return query.sent.has('startDate') ? [...selected.slice(0, 1), ...selected] : selected;
      },
    },
    also: ['pages-join'],
  },

  {
    name: 'It ignores the start date',
    rule: 'lower-bound',
    ways: starting(({ today }) => today),
  },
  {
    name: 'It ignores the start date from the second page on',
    rule: 'lower-bound',
    ways: starting(({ page, startDate, today }) => (page === 1 ? startDate : today)),
    also: ['pages-join'],
  },
  {
    name: 'It ignores the start date when a limit is sent',
    rule: 'lower-bound',
    ways: starting(({ sent, startDate, today }) => (sent.has('limit') ? today : startDate)),
  },
  {
    name: 'It starts on the first of the month of the start date',
    rule: 'lower-bound',
    ways: starting(({ sent, startDate }) => (sent.has('startDate') ? `${startDate.slice(0, 8)}01` : startDate)),
  },
  {
    name: 'It starts on the Monday of the week of the start date',
    rule: 'lower-bound',
    ways: starting(({ sent, startDate }) =>
      sent.has('startDate') ? addDays(startDate, -((weekday(startDate) + 6) % 7)) : startDate,
    ),
  },
  {
    name: 'It starts a day before the start date',
    rule: 'lower-bound',
    ways: starting(({ sent, startDate }) => (sent.has('startDate') ? addDays(startDate, -1) : startDate)),
  },
  {
    name: 'A start date on a closed day starts with the open day before it',
    rule: 'lower-bound',
    ways: {
      select(entries, { startDate, sent }) {
        const before = entries.findLast(({ date }) => date <= startDate)?.date ?? startDate;
        return entries.filter(({ date }) => date >= (sent.has('startDate') ? before : startDate));
      },
    },
  },
  {
    name: 'It keeps the start date of the first request that has one',
    rule: 'lower-bound-inclusive',
    ways: () => {
      let kept: string | undefined;
      return {
        select(entries, query) {
          if (query.sent.has('startDate')) kept ??= query.startDate;
          return HONEST.select(entries, query.sent.has('startDate') ? { ...query, startDate: kept ?? '' } : query);
        },
      };
    },
    also: ['lower-bound'],
  },

  {
    name: 'An entry on the start date itself is left out',
    rule: 'lower-bound-inclusive',
    ways: starting(({ sent, startDate }) => (sent.has('startDate') ? addDays(startDate, 1) : startDate)),
  },
  {
    name: 'An entry on a start date that is a Monday is left out',
    rule: 'lower-bound-inclusive',
    ways: starting(({ sent, startDate }) =>
      sent.has('startDate') && weekday(startDate) === 1 ? addDays(startDate, 1) : startDate,
    ),
  },
  {
    name: 'An entry on the start date is left out when a limit is sent',
    rule: 'lower-bound-inclusive',
    ways: starting(({ sent, startDate }) =>
      sent.has('startDate') && sent.has('limit') ? addDays(startDate, 1) : startDate,
    ),
  },
  {
    name: 'An entry on the start date is left out when a page is sent',
    rule: 'lower-bound-inclusive',
    ways: starting(({ sent, startDate }) =>
      sent.has('startDate') && sent.has('page') ? addDays(startDate, 1) : startDate,
    ),
  },
  {
    name: 'It starts a week after the start date',
    rule: 'lower-bound-inclusive',
    ways: starting(({ sent, startDate }) => (sent.has('startDate') ? addDays(startDate, 7) : startDate)),
  },

  {
    name: 'Without start date it begins with the oldest entry',
    rule: 'lower-bound-default',
    ways: starting(({ sent, startDate }) => (sent.has('startDate') ? startDate : '1970-01-01')),
  },
  {
    name: 'Without start date it begins a week ago',
    rule: 'lower-bound-default',
    ways: starting(({ sent, startDate }) => (sent.has('startDate') ? startDate : addDays(startDate, -7))),
  },
  {
    name: 'Without start date it begins in a week',
    rule: 'lower-bound-default',
    ways: starting(({ sent, startDate }) => (sent.has('startDate') ? startDate : addDays(startDate, 7))),
  },
  {
    name: 'Without start date, but with a limit, it begins with the oldest entry',
    rule: 'lower-bound-default',
    ways: starting(({ sent, startDate }) => (sent.has('startDate') || !sent.has('limit') ? startDate : '1970-01-01')),
  },
  {
    name: 'Without start date it takes the one that was last asked for',
    rule: 'lower-bound-default',
    ways: () => {
      let last: string | undefined;
      return {
        select(entries, query) {
          if (query.sent.has('startDate')) last = query.startDate;
          return HONEST.select(entries, { ...query, startDate: last ?? query.startDate });
        },
      };
    },
  },
];

function sorting(order: (a: HoursEntry, b: HoursEntry) => number): Change {
  return { select: (entries, query) => HONEST.select(entries, query).sort(order) };
}

/** Has some of the entries a second time, with other hours. */
function repeating(isRepeated: (entry: HoursEntry, index: number) => boolean, hours: Partial<HoursEntry>): Change {
  return {
    hours: (today) =>
      hoursAround(today).flatMap((entry, index) =>
        isRepeated(entry, index) ? [entry, { ...entry, ...hours }] : [entry],
      ),
  };
}

function swapLast(page: HoursEntry[], size: number): HoursEntry[] {
  return page.length === size ? [...page.slice(0, -2), ...page.slice(-2).reverse()] : page;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
