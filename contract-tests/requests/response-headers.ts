import { headerReadings, type LocatedSchema, memberOf, type ResponseHeader, typesOf } from '../../spec';
import type { Examination } from '../examination';
import { Violation } from '../findings';
import { abbreviated, type Exchange } from '../target/exchange';

/** The names of headers, for a statement, and which of them are required. */
export function namesOf(headers: ResponseHeader[]): string {
  return headers.map(({ name, required }) => (required ? `${name} (required)` : name)).join(', ');
}

/** Requires of an answer the headers that the document requires, and of those that it has that they are as documented. */
export function requireHeaders(examination: Examination, headers: ResponseHeader[], exchange: Exchange): void {
  for (const header of headers) {
    const { name, required } = header;
    // Superagent leaves several cookies apart, each a header of its own (RFC 9110, section 5.3).
    const sent = [memberOf(exchange.response.headers, name.toLowerCase()) ?? []].flat().map(String);
    if (sent.length === 0) {
      if (required) throw new Violation(`the header ${name}, which is required`, 'no such header', exchange);
      continue;
    }
    if (isOfOwnGrammar(examination, header)) continue;
    const faults = sent.map((text) => faultsOf(examination, header, text));
    const [first = []] = faults;
    if (faults.every(({ length }) => length > 0)) {
      const observed = `${name}: ${abbreviated(sent[0] ?? '')} (${first.join('; ')})`;
      throw new Violation(`the header ${name} as documented`, observed, exchange);
    }
  }
}

/** Whether the commas of a header that is documented as a list divide something else (RFC 9110, section 11.6.1; RFC 6265, section 3). */
function isOfOwnGrammar({ document }: Examination, { name, schema }: ResponseHeader): boolean {
  const isList = schema !== undefined && typesOf(document, schema).includes('array');
  return isList && /^(set-cookie|(www|proxy)-authenticate)$/i.test(name);
}

/** What is wrong with the text of a header, whatever it may stand for; none where it conforms. */
function faultsOf({ document, oracle }: Examination, header: ResponseHeader, text: string): string[] {
  const { schema, mediaType } = header;
  const conforms = (each: LocatedSchema, value: unknown) => oracle.faultsOf(each, value).length === 0;
  const readings = headerReadings(document, header, text, conforms);
  if (readings.length === 0) return [`it is not ${mediaType}`];
  const faults = readings.map((reading) => (schema === undefined ? [] : oracle.faultsOf(schema, reading, 'it')));
  return faults.some(({ length }) => length === 0) ? [] : (faults.at(-1) ?? []);
}
