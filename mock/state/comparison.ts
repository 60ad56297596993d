/**
 * The order of two values of one field: numbers by size, date-times (RFC 3339) by the instant that they name, and everything else
 * as text by code unit, which is the order of dates and of times.
 */
export function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = String(a);
  const right = String(b);
  if (isDateTime(left) && isDateTime(right)) return Date.parse(left) - Date.parse(right);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The values among which `compare` is a total order. */
export type Scale = 'number' | 'instant' | 'text';

/** The scale that a value is on; undefined for one that is neither number nor text. */
export function scaleOf(value: unknown): Scale | undefined {
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'string') return undefined;
  return isDateTime(value) ? 'instant' : 'text';
}

function isDateTime(text: string): boolean {
  return text.length >= SHORTEST && DATE_TIME.test(text);
}

const SHORTEST = '2027-03-01T00:00:00Z'.length;

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
