import { parse } from 'node:querystring';
import { type Operation, percentDecoded, type Service } from '../../spec';
import type { InputFault } from '../refusal';
import { spellingFaults } from './spelling';

/** A query string as parsed: a parameter that was repeated has several values. */
export type Query = Record<string, unknown>;

/** Parses a query string, every parameter of it: Node would leave out what comes after the thousandth. */
export function parseQuery(text: string): Query {
  return parse(text, '&', '=', { maxKeys: 0 });
}

/** Parameters that are not percent-encoded UTF-8 (RFC 3986, section 2.5): Node would read something else in their place. */
export function encodingFaults(url: string): InputFault[] {
  const [, text = ''] = /\?([^#]*)/.exec(url) ?? [];
  if (!text.includes('%')) return [];
  const names = new Set(
    text
      .split('&')
      .filter((pair) => percentDecoded(pair) === undefined)
      .flatMap((pair) => Object.keys(parseQuery(pair))),
  );
  const message = 'must be percent-encoded as RFC 3986 has it';
  return [...names].map((name) => ({
    condition: 'invalid-query',
    error: { in: 'query', name, rule: 'encoding', message },
  }));
}

/**
 * What is wrong with a query before its values are held against their schemas: parameters that the operation does not have, that
 * are repeated, or numbers in a spelling that JSON does not have.
 */
export function queryFaults(service: Service, { parameters, security }: Operation, query: Query): InputFault[] {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const credentials = security.flat().flatMap((credential) => (credential.in === 'query' ? [credential.carrier] : []));
  return Object.entries(query).flatMap(([sent, value]): InputFault[] => {
    const parameter = known.find(({ name }) => name === sent);
    if (parameter) return spellingFaults(service, parameter, value);
    if (credentials.includes(sent)) return [];
    const names = known.map(({ name }) => name).join(', ');
    const message = `is not known; ${names ? `known are ${names}` : 'the operation has no query parameters'}`;
    return [{ condition: 'unknown-parameter', error: { in: 'query', name: sent, rule: 'unknown', message } }];
  });
}

/** A query without the parameters that have a fault. */
export function withoutFaulty(query: Query, faults: InputFault[]): Query {
  const faulty = new Set(faults.map(({ error }) => error.name));
  return Object.fromEntries(Object.entries(query).filter(([name]) => !faulty.has(name)));
}
