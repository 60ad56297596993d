import type { Operation } from '../../spec';
import { queryFor } from '../lists';
import type { Rule } from '../rule';

/** What a request may leave out. */
export const PARAMETER_RULES: Rule[] = [
  {
    id: 'parameters-optional',
    source: 'documented',
    statement: (operation) => `Each of ${optionalNames(operation).join(', ')} may be left out.`,
    appliesTo: (operation) => operation.meaning.action === 'list' && optionalNames(operation).length > 0,
    check: async (examination) => {
      const { meaning } = examination.operation;
      await examination.served();
      if (meaning.action !== 'list') return;
      const { page, from } = meaning;
      if (page) await examination.served({ query: queryFor(examination, { number: page.first }) });
      if (page)
        await examination.served({ query: queryFor(examination, { size: page.defaultSize ?? page.maximumSize ?? 1 }) });
      const day =
        from?.default && from.parameter.schema.value.format === 'date' ? examination.target.today() : undefined;
      if (day !== undefined) await examination.served({ query: queryFor(examination, { from: day }) });
    },
  },
];

function optionalNames({ parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === 'query' && !parameter.required).map(({ name }) => name);
}
