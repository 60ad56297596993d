import type { Change } from '../honest-server';
import { type HoursQuery, Refusal, readQuery } from '../ways';
import type { Defect } from './defect';

/** Query parameters that are not optional, and defaults that are not the documented ones. */
export const PARAMETER_DEFECTS: Defect[] = [
  {
    name: 'It refuses a list without startDate',
    rule: 'parameters-optional',
    ways: refusing((sent) => !sent.has('startDate')),
    also: ['lower-bound-default'],
  },
  {
    name: 'It refuses a list without limit',
    rule: 'parameters-optional',
    ways: refusing((sent) => !sent.has('limit')),
    also: ['page-size-default'],
  },
  {
    name: 'It refuses a list without page',
    rule: 'parameters-optional',
    ways: refusing((sent) => !sent.has('page')),
    also: ['page-number-default'],
  },
  {
    name: 'It refuses a page without a limit',
    rule: 'parameters-optional',
    ways: refusing((sent) => sent.has('page') && !sent.has('limit')),
  },
  {
    name: 'It refuses a start date without a page',
    rule: 'parameters-optional',
    ways: refusing((sent) => sent.has('startDate') && !sent.has('page')),
  },
  {
    name: 'It refuses a list without any parameter',
    rule: 'parameters-optional',
    ways: refusing((sent) => sent.size === 0),
  },

  { name: 'Without limit a page has twenty entries', rule: 'page-size-default', ways: defaults({ limit: 20 }) },
  { name: 'Without limit a page has eleven entries', rule: 'page-size-default', ways: defaults({ limit: 11 }) },
  { name: 'Without limit a page has nine entries', rule: 'page-size-default', ways: defaults({ limit: 9 }) },
  { name: 'Without limit a page has every entry', rule: 'page-size-default', ways: defaults({ limit: 1000 }) },
  {
    name: 'Without limit, but with a start date, a page has thirty entries',
    rule: 'page-size-default',
    ways: { readQuery: (sent, today) => readQuery(sent, today, { limit: sent.has('startDate') ? 30 : 10 }) },
  },
  {
    name: 'Without limit the second page has twenty entries',
    rule: 'page-size-default',
    ways: { readQuery: (sent, today) => readQuery(sent, today, { limit: sent.get('page') === '2' ? 20 : 10 }) },
    also: ['pages-join', 'page-size'],
  },
  {
    name: 'Without limit it takes the one that was last asked for',
    rule: 'page-size-default',
    ways: remembering((sent, today, last) => readQuery(sent, today, { limit: last?.limit ?? 10 })),
  },
  {
    name: 'Without limit it answers ten calendar days',
    rule: 'page-size-default',
    ways: {
      cut(selected, { page, limit, startDate, sent }) {
        if (sent.has('limit')) return selected.slice((page - 1) * limit, page * limit);
        const start = Date.parse(startDate) + (page - 1) * 10 * 86_400_000;
        return selected.filter(({ date }) => Date.parse(date) >= start && Date.parse(date) < start + 10 * 86_400_000);
      },
    },
  },

  {
    name: 'It refuses a limit of thirty',
    rule: 'page-size-maximum',
    ways: { readQuery: (sent, today) => readQuery(sent, today, { maximum: 29 }) },
  },
  {
    name: 'A limit of nothing, or of less, is none',
    rule: 'page-size-maximum',
    ways: {
      readQuery(sent, today) {
        if (Number(sent.get('limit') ?? 1) > 0) return readQuery(sent, today);
        return { ...readQuery(new URLSearchParams(), today), limit: 1000 };
      },
    },
  },
  {
    name: 'A limit above 25 counts as 25',
    rule: 'page-size-maximum',
    ways: {
      readQuery(sent, today) {
        const query = readQuery(sent, today);
        return { ...query, limit: Math.min(query.limit, 25) };
      },
    },
  },
  {
    name: 'It takes a limit of 31',
    rule: 'page-size-maximum',
    ways: { readQuery: (sent, today) => readQuery(sent, today, { maximum: 31 }) },
  },
  {
    name: 'It takes any limit',
    rule: 'page-size-maximum',
    ways: { readQuery: (sent, today) => readQuery(sent, today, { maximum: 1e9 }) },
  },
  {
    name: 'It compares limit with its maximum as text when it has three digits',
    rule: 'page-size-maximum',
    ways: {
      readQuery(sent, today) {
        const limit = sent.get('limit') ?? '';
        return readQuery(sent, today, { maximum: limit.length === 3 && limit < '30' ? 299 : 30 });
      },
    },
  },
  {
    name: 'It takes any limit with a start date',
    rule: 'page-size-maximum',
    ways: { readQuery: (sent, today) => readQuery(sent, today, { maximum: sent.has('startDate') ? 1e9 : 30 }) },
  },

  { name: 'Without page it answers the second page', rule: 'page-number-default', ways: defaults({ page: 2 }) },
  {
    name: 'Without page, but with a limit, it answers the second page',
    rule: 'page-number-default',
    ways: { readQuery: (sent, today) => readQuery(sent, today, { page: sent.has('limit') ? 2 : 1 }) },
    also: ['lower-bound-inclusive', 'lower-bound-default'],
  },
  {
    name: 'Without page it answers the last page',
    rule: 'page-number-default',
    ways: {
      cut: (selected, { page, limit, sent }) =>
        sent.has('page') ? selected.slice((page - 1) * limit, page * limit) : selected.slice(-limit),
    },
    also: ['lower-bound-inclusive', 'lower-bound-default'],
  },
  {
    name: 'It counts pages from zero',
    rule: 'page-number-default',
    ways: {
      cut: (selected, { page, limit, sent }) =>
        sent.has('page') ? selected.slice(page * limit, (page + 1) * limit) : selected.slice(0, limit),
    },
    also: ['lower-bound-inclusive', 'pages-join'],
  },
  {
    name: 'Without page it answers the page after the one last asked for',
    rule: 'page-number-default',
    ways: remembering((sent, today, last) =>
      readQuery(sent, today, { page: last?.sent.has('page') ? last.page + 1 : 1 }),
    ),
    also: ['lower-bound-inclusive', 'lower-bound-default'],
  },
];

function refusing(isRefused: (sent: URLSearchParams) => boolean): Change {
  return {
    readQuery(sent, today) {
      if (isRefused(sent)) throw new Refusal('invalid query', 'a parameter is missing');
      return readQuery(sent, today);
    },
  };
}

function defaults(values: { page?: number; limit?: number }): Change {
  return { readQuery: (sent, today) => readQuery(sent, today, values) };
}

/** Reads each query with the one before it at hand. */
function remembering(read: (sent: URLSearchParams, today: string, last: HoursQuery | undefined) => HoursQuery): Change {
  return () => {
    let last: HoursQuery | undefined;
    return {
      readQuery(sent, today) {
        last = read(sent, today, last);
        return last;
      },
    };
  };
}
