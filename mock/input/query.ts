import { parse } from 'node:querystring';
import type { Operation, Parameter } from '../../spec';
import type { InputFault } from '../refusal';
import { plainly, shown } from '../state/conformance';

/** A query string as parsed: a parameter that was repeated has several values. */
export type Query = Record<string, unknown>;

/** Parses a query string, every parameter of it: Node would leave out what comes after the thousandth. */
export function parseQuery(text: string): Query {
  return parse(text, '&', '=', { maxKeys: 0 });
}

/** Parameters that are not percent-encoded UTF-8 (RFC 3986, section 2.5): Node would read something else in their place. */
export function encodingFaults(url: string): InputFault[] {
  const [, text = ''] = /\?([^#]*)/.exec(url) ?? [];
  const names = new Set(
    text
      .split('&')
      .filter(isMalformed)
      .flatMap((pair) => Object.keys(parseQuery(pair))),
  );
  const message = 'must be percent-encoded as RFC 3986 has it';
  return [...names].map((name) => ({
    condition: 'invalid-query',
    error: { in: 'query', name, rule: 'encoding', message },
  }));
}

function isMalformed(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return false;
  } catch {
    return true;
  }
}

/**
 * What is wrong with a query before its values are held against their schemas: parameters that the operation does not have, that
 * are repeated, or numbers in a spelling that JSON does not have (`1e3` is no integer of a URL, `0x10` no number).
 */
export function queryFaults({ parameters, security }: Operation, query: Query): InputFault[] {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const credentials = security.flat().flatMap((credential) => (credential.in === 'query' ? [credential.carrier] : []));
  return Object.entries(query).flatMap(([sent, value]): InputFault[] => {
    const parameter = known.find(({ name }) => name === sent);
    if (parameter) return spellingFaults(parameter, value);
    if (credentials.includes(sent)) return [];
    const names = known.map(({ name }) => name).join(', ');
    const message = `is not known; ${names ? `known are ${names}` : 'the operation has no query parameters'}`;
    return [{ condition: 'unknown-parameter', error: { in: 'query', name: sent, rule: 'unknown', message } }];
  });
}

function spellingFaults({ name, types }: Parameter, value: unknown): InputFault[] {
  const fault = (rule: string, message: string): InputFault[] => [
    { condition: 'invalid-query', error: { in: 'query', name, rule, message } },
  ];
  if (Array.isArray(value) && types.length > 0 && !types.includes('array')) {
    return fault('repeated', `must be sent once, but it was sent ${value.length} times`);
  }
  const [type = '', ...others] = types.filter((each) => each !== 'null'); // a query has no spelling of null
  const spelling = others.length === 0 && NUMBERS[type];
  if (!spelling || typeof value !== 'string' || spelling.test(value)) return [];
  return fault('type', `${plainly(`must be ${type}`)}, but it was ${shown(value)}`);
}

const NUMBERS: Record<string, RegExp> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/,
};

/** A query without the parameters that have a fault. */
export function withoutFaulty(query: Query, faults: InputFault[]): Query {
  const faulty = new Set(faults.map(({ error }) => error.name));
  return Object.fromEntries(Object.entries(query).filter(([name]) => !faulty.has(name)));
}

/** The names by which an operation reads a query. */
export function namesIn({ parameters, security }: Operation): string[] {
  const named = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const credentials = security.flat().filter((credential) => credential.in === 'query');
  return [...named, ...credentials.map(({ carrier }) => carrier)];
}
