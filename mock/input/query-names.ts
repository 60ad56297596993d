import type { Operation } from '../../spec';

/** The names by which an operation reads a query. */
export function namesIn({ parameters, security }: Operation): string[] {
  const named = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const credentials = security.flat().filter((credential) => credential.in === 'query');
  return [...named, ...credentials.map(({ carrier }) => carrier)];
}
