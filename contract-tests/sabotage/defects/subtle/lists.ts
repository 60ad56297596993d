import { addDays, weekday } from '../../museum-data';
import { HONEST } from '../../ways';
import { cutting, starting } from '../bends';
import type { Defect } from '../defect';

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

function monthKey(date: string): string {
  return /-(03-31|06-30|09-30|12-31)$/.test(date) ? `${addDays(date, 1)}5` : date;
}
