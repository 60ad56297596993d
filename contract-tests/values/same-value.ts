import { isObject, type JsonObject, type LocatedSchema, schemasOf, statementsOf } from '../../spec';

/**
 * Whether two values are one in the eyes of the schemas that may hold of them: numbers of format float as 32-bit floats, uuids without case,
 * points in time, times of day and durations whatever their notation, other texts whatever signs that do not show; all else by JSON's own equality.
 */
export function isSame(document: JsonObject, schemas: readonly LocatedSchema[], a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const isSameAt = (member: string | number, one: unknown, other: unknown) =>
    isSame(document, schemasOf(document, schemas, member), one, other);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameAt(index, item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => isSameAt(name, a[name], b[name]));
  }
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.fround(a) === Math.fround(b) && formatsOf(document, schemas).has('float');
  }
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const formats = [...formatsOf(document, schemas)];
  return formats.length === 0 ? isSameText(undefined, a, b) : formats.some((format) => isSameText(format, a, b));
}

/** The formats that schemas give to a value, those that they choose from among them. */
export function formatsOf(document: JsonObject, schemas: readonly LocatedSchema[]): Set<unknown> {
  const statements = schemas.flatMap((schema) => statementsOf(document, schema));
  return new Set(statements.map(({ value }) => value.format).filter((format) => format !== undefined));
}

/**
 * Whether a value comes to the same in the place of another, be it replaced or merged (RFC 7396): objects have to have the same
 * members at every depth.
 */
export function isWholeOver(value: unknown, there: unknown): boolean {
  if (!isObject(value) || !isObject(there)) return true;
  const names = Object.keys(there);
  return (
    names.length === Object.keys(value).length &&
    names.every((name) => Object.hasOwn(value, name) && isWholeOver(value[name], there[name]))
  );
}

/** Whether two texts are one by their format; case means nothing in a uuid (RFC 9562, section 4), nor does the zone in a time. */
export function isSameText(format: unknown, a: string, b: string): boolean {
  if (a === b) return true;
  if (format === 'uuid') return a.toLowerCase() === b.toLowerCase();
  if (format === 'time') return timeComparison(a, b) === 0;
  if (format === 'date-time') return Date.parse(a) === Date.parse(b);
  if (format === 'duration') return durationOf(a) === durationOf(b);
  return format === undefined && [a, b].some(hasHidden) && shownText(a) === shownText(b);
}

/** Signs that do not show. */
const HIDDEN = ['\r', '\u2028', '\u00a0', '\u202f', '\u00ad'];

function hasHidden(text: string): boolean {
  return HIDDEN.some((sign) => text.includes(sign)); // which takes a fraction of a regular expression's time
}

/** A text as it shows, by which a service that tidies up what it stores keeps it: line ends, spaces and soft hyphens are of one kind. */
function shownText(text: string): string {
  return text
    .replace(/\r\n?|\u2028/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/\u00ad/g, '');
}

const DAY = 86_400_000;

/** A time of day in milliseconds, in UTC where it has an offset. */
interface TimeOfDay {
  isLocal: boolean;
  /** NaN is no time at all. */
  time: number;
}

function timeOfDay(text: string): TimeOfDay {
  const isLocal = /\d$/.test(text) && !/[+-]\d\d:\d\d$/.test(text);
  return { isLocal, time: Date.parse(`1970-01-02T${text}${isLocal ? 'Z' : ''}`) % DAY };
}

/** How two times of day lie to each other; undefined where that is not certain, as of one with an offset and one without. */
export function timeComparison(a: string, b: string): number | undefined {
  const [one, other] = [timeOfDay(a), timeOfDay(b)];
  const difference = one.time - other.time;
  return one.isLocal !== other.isLocal || Number.isNaN(difference) ? undefined : difference;
}

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** A duration (RFC 3339, appendix A) in months and seconds, between which there is no rate; anything else as it is. */
function durationOf(text: string): string {
  const parts = DURATION.exec(text)
    ?.slice(1)
    .map((part = '0') => Number(part));
  if (parts === undefined) return text;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return `${years * 12 + months} ${((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds}`;
}
