import type { Operation } from '../../spec';
import type { Examination } from '../examination';
import { type Asking, listOf, queryFor } from '../requests/lists';
import type { Rule } from '../rule';
import { addDays } from '../values/days';

/** What a request may leave out. */
export const PARAMETER_RULES: Rule[] = [
  {
    id: 'parameters-optional',
    source: 'documented',
    statement: (operation) => `Each of ${optionalNames(operation).join(', ')} may be left out.`,
    appliesTo: (operation) => operation.meaning.action === 'list' && optionalNames(operation).length > 0,
    check: async (examination) => {
      for (const asking of combinations(examination)) {
        await examination.served({ query: queryFor(examination, asking) });
      }
    },
  },
];

/** How many days ahead a list is begun: no service can call that the past. */
const AHEAD = 7;

/** Nothing, each parameter alone, and all that go together. */
function combinations(examination: Examination): Asking[] {
  const { page, from } = listOf(examination);
  const isDay = from?.default === 'today' && from.parameter.schema.value.format === 'date';
  const parts: Asking[] = [
    ...(page ? [{ number: page.first }, { size: page.defaultSize ?? page.maximumSize ?? 1 }] : []),
    ...(isDay ? [{ from: addDays(examination.target.today(), AHEAD) }] : []),
  ];
  return parts.reduce<Asking[]>((all, part) => all.concat(all.map((asking) => ({ ...asking, ...part }))), [{}]);
}

function optionalNames({ parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === 'query' && !parameter.required).map(({ name }) => name);
}
