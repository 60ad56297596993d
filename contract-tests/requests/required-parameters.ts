import { type Fault, isObject, type JsonObject, keywordOf, type Operation, type Parameter, valueAt } from '../../spec';

/** What every request to an operation carries, though no check asks for it. */
export interface Required {
  query: Record<string, string | number>;
  headers: Record<string, string>;
}

/**
 * The query and header parameters that an operation requires, each with a value that the document names.
 * @param given headers that every request of the run carries anyway
 */
export function requiredParameters(
  document: JsonObject,
  operation: Operation,
  given: Record<string, string> = {},
): Required {
  const required: Required = { query: {}, headers: {} };
  for (const parameter of parametersOf(operation)) {
    const value = valueFor(document, operation, parameter);
    if (value === undefined || isGiven(parameter, given)) continue;
    if (parameter.in === 'header') required.headers[parameter.name] = String(value);
    else required.query[parameter.name] = value;
  }
  return required;
}

/** Required parameters of which nobody knows what to send: neither the document, nor the headers of the run. */
export function unknownParameters(
  document: JsonObject,
  operations: readonly Operation[],
  headers: Record<string, string>,
): Fault[] {
  return operations.flatMap((operation) =>
    parametersOf(operation)
      .filter((parameter) => !isGiven(parameter, headers) && valueFor(document, operation, parameter) === undefined)
      .map(({ name, in: place }) => {
        const option = place === 'header' ? ', or give the header with --header' : '';
        const message = `It requires the ${place} parameter ${name}, and nothing says with what value.`;
        return {
          place: operation.id,
          message: `${message} Give it an example in the document or an overlay${option}.`,
        };
      }),
  );
}

function isGiven({ name, in: place }: Parameter, headers: Record<string, string>): boolean {
  return place === 'header' && Object.keys(headers).some((given) => given.toLowerCase() === name.toLowerCase());
}

/** Those that carry a credential are another matter. */
function parametersOf({ parameters, security }: Operation): Parameter[] {
  const carriers = security.flat().map(({ in: place, carrier }) => `${place} ${carrier}`.toLowerCase());
  return parameters.filter(
    ({ name, in: place, required }) =>
      required && (place === 'query' || place === 'header') && !carriers.includes(`${place} ${name}`.toLowerCase()),
  );
}

function valueFor(document: JsonObject, { meaning }: Operation, parameter: Parameter): string | number | undefined {
  const page = meaning.action === 'list' ? meaning.page : undefined;
  if (parameter.name === page?.number.name) return page.first;
  if (parameter.name === page?.size.name) return page.defaultSize ?? page.maximumSize ?? page.first;
  const keyword = (name: string) => keywordOf(document, parameter.schema, name);
  const named = [
    ...examplesOf(valueAt(document, parameter.pointer)),
    keyword('default'),
    keyword('example'),
    keyword('examples'),
    keyword('const'),
    keyword('enum'),
  ];
  return named
    .flat()
    .map(asText)
    .find((value) => value !== undefined);
}

/** Of a Parameter Object: its `example`, and the values of its `examples`. */
function examplesOf(parameter: unknown): unknown[] {
  if (!isObject(parameter)) return [];
  const examples = isObject(parameter.examples) ? Object.values(parameter.examples) : [];
  return [parameter.example, ...examples.map((each) => (isObject(each) ? each.value : undefined))];
}

function asText(value: unknown): string | number | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? String(value) : undefined;
}
