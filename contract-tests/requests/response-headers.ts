import type { ResponseHeader } from '../../spec';
import type { Examination } from '../examination';
import { Violation } from '../findings';
import { abbreviated, type Exchange } from '../target/exchange';
import { headerReadings } from '../values/header-readings';

/** The names of headers, for a statement, and which of them are required. */
export function namesOf(headers: ResponseHeader[]): string {
  return headers.map(({ name, required }) => (required ? `${name} (required)` : name)).join(', ');
}

/** Requires of an answer the headers that the document requires, and of those that it has that they are as documented. */
export function requireHeaders(examination: Examination, headers: ResponseHeader[], exchange: Exchange): void {
  for (const header of headers) {
    // Superagent leaves several cookies apart, each a header of its own (RFC 9110, section 5.3).
    const sent = [exchange.response.headers[header.name.toLowerCase()] ?? []].flat();
    const faults = sent.map((text) => faultsOf(examination, header, text));
    if (sent.length === 0 && header.required) {
      throw new Violation(`the header ${header.name}, which is required`, 'no such header', exchange);
    }
    const [first] = faults;
    if (first !== undefined && faults.every(({ length }) => length > 0)) {
      const observed = `${header.name}: ${abbreviated(String(sent[0]))} (${first.join('; ')})`;
      throw new Violation(`the header ${header.name} as documented`, observed, exchange);
    }
  }
}

/** What is wrong with the text of a header, whatever it may stand for; none where it conforms. */
function faultsOf({ document, oracle }: Examination, header: ResponseHeader, text: string): string[] {
  const { schema, mediaType } = header;
  const readings = headerReadings(document, header, text);
  if (readings.length === 0) return [`it is not ${mediaType}`];
  const faults = readings.map((reading) => (schema === undefined ? [] : oracle.faultsOf(schema, reading, 'it')));
  return faults.some(({ length }) => length === 0) ? [] : (faults.at(-1) ?? []);
}
