import { isObject, type Json, type JsonObject, memberOf, pointerTo } from '../spec';
import { addDays, type CalendarDate, isCalendarDate, WEEKDAYS, weekdayOf } from './calendar';

/** An entry a day, repeated from week to week, as a fixture writes it once its relative dates are known. */
export interface WeeklyPattern {
  /** The field that takes the date. */
  field: string;
  from: CalendarDate;
  to: CalendarDate;
  /** By weekday, the other fields of its entries; a day that is missing or `closed` has none. */
  days: JsonObject;
  /** By date, or by month and day (`12-25`) for every year: `closed`, or the fields of that day's entry. */
  except: JsonObject;
}

/** A day's entry with the pointer, below the pattern, of what it was made from. */
export interface PatternEntry {
  entry: JsonObject;
  pointer: string;
}

const CLOSED = 'closed';

/** The entries of a pattern, in date order. */
export function entriesOf(pattern: WeeklyPattern): PatternEntry[] {
  const entries: PatternEntry[] = [];
  for (let date = pattern.from; date <= pattern.to; date = addDays(date, 1)) {
    const { fields, pointer } = fieldsOn(pattern, date);
    if (isObject(fields)) entries.push({ entry: { [pattern.field]: date, ...fields }, pointer });
  }
  return entries;
}

function fieldsOn({ days, except }: WeeklyPattern, date: CalendarDate): { fields: Json | undefined; pointer: string } {
  for (const key of [date, date.slice('YYYY-'.length)]) {
    const exception = memberOf(except, key) as Json | undefined; // a member of a JsonObject
    if (exception !== undefined) return { fields: exception, pointer: `/except/${key}` };
  }
  const weekday = weekdayOf(date);
  return { fields: memberOf(days, weekday) as Json | undefined, pointer: `/days/${weekday}` };
}

/** What is wrong with a pattern, each with the pointer below it. */
export function patternFaults(pattern: JsonObject, field: string | undefined): PatternFault[] {
  const { from, to, days, except = {} } = pattern;
  const unknown = Object.keys(pattern).filter((member) => !MEMBERS.includes(member));
  const faults = unknown.map((member) => ({
    pointer: pointerTo('', member),
    message: `"${member}" is not known here. Known are ${MEMBERS.join(', ')}.`,
  }));
  if (field === undefined) faults.push({ pointer: '', message: 'Which field takes the date? Name it: "field: date".' });
  for (const [name, value] of Object.entries({ from: from ?? null, to: to ?? null })) {
    if (!isDate(value)) faults.push({ pointer: `/${name}`, message: `"${name}" must be a date, such as !today -90.` });
  }
  if (isDate(from) && isDate(to) && from > to) faults.push({ pointer: '/to', message: `"to" is before "from".` });
  return [...faults, ...groupFaults('days', days), ...groupFaults('except', except)];
}

interface PatternFault {
  pointer: string;
  message: string;
}

const MEMBERS = ['field', 'from', 'to', 'days', 'except'];

/** The two groups of entries in a pattern, and what their keys are. */
const GROUPS = {
  days: {
    isKey: (key: string) => WEEKDAYS.some((weekday) => weekday === key),
    keys: `one of ${WEEKDAYS.join(', ')}`,
    by: 'weekday, such as "monday: { … }"',
  },
  except: {
    isKey: (key: string) => isCalendarDate(key.length === 5 ? `2024-${key}` : key), // 2024 has a 29 February
    keys: 'a date, or month and day such as 12-25',
    by: 'date, such as "12-25: closed"',
  },
} as const;

function groupFaults(group: keyof typeof GROUPS, entries: Json | undefined): PatternFault[] {
  const { isKey, keys, by } = GROUPS[group];
  if (!isObject(entries)) return [{ pointer: `/${group}`, message: `"${group}" must give the entries by ${by}.` }];
  return Object.entries(entries).flatMap(([key, value]) => {
    const pointer = pointerTo(`/${group}`, key);
    const isEntry = value === CLOSED || isObject(value);
    return [
      ...(isKey(key) ? [] : [{ pointer, message: `"${key}" must be ${keys}.` }]),
      ...(isEntry ? [] : [{ pointer, message: `"${key}" must be "closed" or the fields of an entry.` }]),
    ];
  });
}

function isDate(value: Json | undefined): value is CalendarDate {
  return typeof value === 'string' && isCalendarDate(value);
}
