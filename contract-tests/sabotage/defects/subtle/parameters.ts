import { HONEST, type HoursQuery, Refusal, readQuery } from '../../ways';
import { starting } from '../bends';
import type { Defect } from '../defect';

/** What goes wrong only with certain parameters of a list, alone or together. */
export const SUBTLE_PARAMETER_DEFECTS: Defect[] = [
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
];

function hasAll({ sent }: HoursQuery, ...names: string[]): boolean {
  return names.every((name) => sent.has(name));
}
