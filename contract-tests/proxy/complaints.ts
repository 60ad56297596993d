import { isObject } from '../../spec';

/** What Prism says of an answer. A note tells of what the document leaves open, and violates nothing. */
export interface Complaint {
  kind: 'violation' | 'note';
  message: string;
}

/** The header is cut off where it would be longer than this many characters. */
const CUT_OFF = /^Too many violations! /;

/**
 * Reads a `sl-violations` header. Prism grades what it says: an error breaks the document; a warning tells of a status of an
 * error, or of a path or method, that the document does not have.
 */
export function readComplaints(header: unknown): Complaint[] {
  if (typeof header !== 'string') return [];
  const text = CUT_OFF.test(header) ? `[${wholeOnes(header.replace(CUT_OFF, ''))}]` : header;
  const complaints: unknown = JSON.parse(text);
  return (Array.isArray(complaints) ? complaints : [complaints]).filter(isObject).map(({ severity, message }) => ({
    kind: severity === 'Error' ? 'violation' : 'note',
    message: explained(String(message)),
  }));
}

/** The complaints that are still whole in a header that was cut off. */
function wholeOnes(text: string): string {
  return (text.match(/\{"location":\[[^\]]*\][^{}]*\}/g) ?? []).join();
}

function explained(message: string): string {
  if (/^Selected route not found/.test(message))
    return 'the document has no such path or method, so nothing was checked';
  if (/^Unable to match the returned status code/.test(message)) {
    return `the document says nothing of this status (it has ${message.split(': ')[1]})`;
  }
  return message;
}
