/**
 * The order of two values of one field: numbers by size, date-times (RFC 3339) by the instant that they name, and everything else
 * as text by code unit, which is the order of dates and of times. Beside a date-time a date is its midnight in UTC.
 */
export function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = String(a);
  const right = String(b);
  const [first, second] = [instantOf(left), instantOf(right)];
  if (first && second) return compareInstants(first, second);
  if (first && DATE.test(right)) return compareInstants(first, midnightOf(right));
  if (second && DATE.test(left)) return compareInstants(midnightOf(left), second);
  return compareTexts(left, right);
}

/** The values among which `compare` is a total order. */
export type Scale = 'number' | 'instant' | 'text';

/** The scale that a value is on; undefined for one that is neither number nor text. */
export function scaleOf(value: unknown): Scale | undefined {
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'string') return undefined;
  return instantOf(value) ? 'instant' : 'text';
}

interface Instant {
  /** When its second began, in milliseconds since 1970; for a leap second the one before it. */
  second: number;
  isLeap: boolean;
  /** The digits of its part of the second, without zeros at the end. */
  fraction: string;
}

function instantOf(text: string): Instant | undefined {
  const parts = text.length < SHORTEST ? null : DATE_TIME.exec(text);
  if (parts === null) return undefined;
  const [, date, time, seconds, fraction = '', zone = ''] = parts;
  const isLeap = seconds === '60';
  const second = Date.parse(`${date}T${time}:${isLeap ? '59' : seconds}${zone.toUpperCase()}`);
  return Number.isNaN(second) ? undefined : { second, isLeap, fraction: fraction.replace(/0+$/, '') };
}

function midnightOf(date: string): Instant {
  return { second: Date.parse(date), isLeap: false, fraction: '' };
}

function compareInstants(a: Instant, b: Instant): number {
  return a.second - b.second || Number(a.isLeap) - Number(b.isLeap) || compareTexts(a.fraction, b.fraction);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const SHORTEST = '2027-03-01T00:00:00Z'.length;

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

const DATE = /^\d{4}-\d\d-\d\d$/;
