import { fieldsOf, isObject, type JsonObject, keywordOf, type LocatedSchema, pointerTo, schemaAt } from '../../spec';

/**
 * Whether two values are one in the eyes of a schema: numbers of format float as 32-bit floats, uuids without case,
 * points and times of day whatever their notation, other texts whatever signs that do not show; all else by JSON's own equality.
 */
export function isSame(document: JsonObject, schema: LocatedSchema, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    const items = schemaAt(document, pointerTo(schema.pointer, 'items'));
    return a.length === b.length && a.every((item, index) => isSame(document, items, item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    const fields = fieldsOf(document, schema);
    return [...names].every((name) => isSame(document, fields.get(name) ?? ANYTHING, a[name], b[name]));
  }
  const format = keywordOf(document, schema, 'format');
  if (typeof a === 'number' && typeof b === 'number') {
    return format === 'float' && Math.fround(a) === Math.fround(b);
  }
  return typeof a === 'string' && typeof b === 'string' && isSameText(format, a, b);
}

/** A schema that says nothing. */
const ANYTHING: LocatedSchema = { pointer: '', value: {} };

/** Whether two texts are one by their format; case means nothing in a uuid (RFC 9562, section 4), nor does the zone in a time. */
export function isSameText(format: unknown, a: string, b: string): boolean {
  if (a === b) return true;
  if (format === 'uuid') return a.toLowerCase() === b.toLowerCase();
  if (format === 'time') return timeOfDay(a) === timeOfDay(b);
  if (format === 'date-time') return Date.parse(a) === Date.parse(b);
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

/** In milliseconds, in UTC where the text has an offset; one without is another time than any with one. NaN is no time at all. */
function timeOfDay(text: string): string | number {
  const isLocal = /\d$/.test(text) && !/[+-]\d\d:\d\d$/.test(text);
  const time = Date.parse(`1970-01-02T${text}${isLocal ? 'Z' : ''}`) % DAY;
  return isLocal ? `local ${Number.isNaN(time) ? text : time}` : time;
}
