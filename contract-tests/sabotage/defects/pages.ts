import { setTimeout as wait } from 'node:timers/promises';
import type { Change } from '../honest-server';
import { addDays, type HoursEntry } from '../museum-data';
import { HONEST, type HoursQuery, readQuery } from '../ways';
import { cutting } from './bends';
import type { Defect } from './defect';

/** How many entries a page has, and where pages begin. */
export const PAGE_DEFECTS: Defect[] = [
  {
    name: 'A page holds one entry more than asked',
    rule: 'page-size',
    ways: cutting(({ page, limit }) => [(page - 1) * limit, page * limit + 1]),
    also: ['page-size-default', 'page-size-maximum', 'pages-join'],
  },
  {
    name: 'From the second page on, a page holds one entry more than asked',
    rule: 'page-size',
    ways: cutting(({ page, limit }) => [(page - 1) * limit, page * limit + (page > 1 ? 1 : 0)]),
    also: ['pages-join'],
  },
  {
    name: 'A page holds at least five entries',
    rule: 'page-size',
    ways: limiting((query) => Math.max(query.limit, 5)),
  },
  {
    name: 'A limit is rounded up to a multiple of five',
    rule: 'page-size',
    ways: limiting((query) => Math.ceil(query.limit / 5) * 5),
  },
  {
    name: 'A limit of one counts as none',
    rule: 'page-size',
    ways: limiting(({ limit }) => (limit === 1 ? 10 : limit)),
  },
  {
    name: 'With a start date, a page holds ten entries whatever was asked',
    rule: 'page-size',
    ways: limiting(({ limit, sent }) => (sent.has('startDate') ? 10 : limit)),
    also: ['page-size-maximum'],
  },
  {
    name: 'The first request settles the limit of all',
    rule: 'page-size',
    ways: () => {
      let settled: number | undefined;
      return limiting(({ limit, sent }) => {
        if (sent.has('limit')) settled ??= limit;
        return sent.has('limit') ? (settled ?? limit) : limit;
      });
    },
    also: ['page-size-maximum', 'pages-join'],
  },
  {
    name: 'Of two lists asked for at once, both get the limit of the later',
    rule: 'page-size',
    ways: () => {
      let shared: HoursQuery | undefined;
      return {
        async readQuery(sent, today) {
          const query = readQuery(sent, today);
          shared = query;
          await wait(15);
          return { ...query, limit: shared.limit };
        },
      };
    },
    also: ['page-size-default', 'page-size-maximum', 'pages-join'],
  },

  {
    name: 'A page begins with the last entry of the page before',
    rule: 'pages-join',
    ways: cutting(({ page, limit }) => [
      (page - 1) * Math.max(1, limit - 1),
      (page - 1) * Math.max(1, limit - 1) + limit,
    ]),
  },
  {
    name: 'Between two pages an entry is missing',
    rule: 'pages-join',
    ways: cutting(({ page, limit }) => [(page - 1) * (limit + 1), (page - 1) * (limit + 1) + limit]),
  },
  {
    name: 'From the third page on, the first entry is missing',
    rule: 'pages-join',
    ways: cutting(({ page, limit }) => [(page - 1) * limit + (page > 2 ? 1 : 0), page * limit]),
  },
  {
    name: 'Pages begin ten entries apart whatever the limit',
    rule: 'pages-join',
    ways: cutting(({ page, limit }) => [(page - 1) * 10, (page - 1) * 10 + limit]),
  },
  {
    name: 'Pages begin as many calendar days apart as they have entries',
    rule: 'pages-join',
    ways: {
      select: (entries, query) =>
        HONEST.select(entries, { ...query, startDate: addDays(query.startDate, (query.page - 1) * query.limit) }),
      cut: (selected, { limit }) => selected.slice(0, limit),
    },
  },
  {
    name: 'It cuts pages from all upcoming entries and drops those before the start date afterwards',
    rule: 'pages-join',
    ways: {
      select(entries, query) {
        const upcoming = HONEST.select(entries, { ...query, startDate: query.today });
        return HONEST.select(HONEST.cut(upcoming, query), query);
      },
      cut: (selected) => selected,
    },
    also: ['lower-bound-inclusive', 'page-number-default'],
  },
  {
    name: 'The last page is filled up with entries of the page before',
    rule: 'pages-join',
    ways: {
      cut: (selected, { page, limit }) => {
        const rest = selected.length - (page - 1) * limit;
        return rest > 0 && rest < limit ? selected.slice(-limit) : selected.slice((page - 1) * limit, page * limit);
      },
    },
  },
  {
    name: 'The last page is left out when it is not full',
    rule: 'pages-join',
    ways: {
      cut(selected, query) {
        const page = HONEST.cut(selected, query);
        return query.page > 1 && page.length < query.limit ? [] : page;
      },
    },
  },
  {
    name: 'A second page is served from the answer to an earlier one, whatever its limit',
    rule: 'pages-join',
    ways: () => {
      const earlier = new Map<string, HoursEntry[]>();
      return {
        cut(selected, query) {
          const key = `${query.startDate} ${query.page}`;
          const entries = query.page > 1 ? earlier.get(key) : undefined;
          const page = entries?.slice(0, query.limit) ?? HONEST.cut(selected, query);
          earlier.set(key, page);
          return page;
        },
      };
    },
  },
  {
    name: 'When a page is asked for a second time, it begins one entry later',
    rule: 'pages-join',
    ways: () => {
      const asked = new Set<string>();
      return cutting(({ page, limit, sent }) => {
        const shift = page > 1 && asked.has(sent.toString()) ? 1 : 0;
        asked.add(sent.toString());
        return [(page - 1) * limit + shift, page * limit + shift];
      });
    },
  },
  {
    name: 'Pages of a list without start date begin one entry early',
    rule: 'pages-join',
    ways: cutting(({ page, limit, sent }) => {
      const shift = page > 1 && !sent.has('startDate') ? 1 : 0;
      return [(page - 1) * limit - shift, page * limit - shift];
    }),
  },
];

/** Cuts pages by another limit than the one that was asked for. */
function limiting(limitOf: (query: HoursQuery) => number): Exclude<Change, () => unknown> {
  return { cut: (selected, query) => HONEST.cut(selected, { ...query, limit: limitOf(query) }) };
}
