import { isObject, type Json, type JsonObject, memberOf } from '../spec';
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
export function patternFaults(pattern: JsonObject, field: string | undefined): { pointer: string; message: string }[] {
  const { from, to, days, except = {} } = pattern;
  const faults: { pointer: string; message: string }[] = [];
  const fault = (pointer: string, message: string) => faults.push({ pointer, message });
  for (const member of Object.keys(pattern)) {
    if (!MEMBERS.includes(member))
      fault(`/${member}`, `"${member}" is not known here. Known are ${MEMBERS.join(', ')}.`);
  }
  if (field === undefined) fault('', 'Which field takes the date? Name it: "field: date".');
  for (const [name, value] of Object.entries({ from, to })) {
    if (typeof value !== 'string' || !isCalendarDate(value))
      fault(`/${name}`, `"${name}" must be a date, such as !today -90.`);
  }
  if (!isObject(days)) fault('/days', '"days" must give the entries by weekday, such as "monday: { … }".');
  for (const [group, known] of [
    ['days', (key: string) => WEEKDAYS.some((weekday) => weekday === key)],
    ['except', (key: string) => isCalendarDate(key.length === 5 ? `2024-${key}` : key)], // 2024 has a 29 February
  ] as const) {
    const entries = group === 'days' ? days : except;
    for (const [key, value] of Object.entries(isObject(entries) ? entries : {})) {
      const wanted = group === 'days' ? `one of ${WEEKDAYS.join(', ')}` : 'a date, or month and day such as 12-25';
      if (!known(key)) fault(`/${group}/${key}`, `"${key}" must be ${wanted}.`);
      if (value !== CLOSED && !isObject(value))
        fault(`/${group}/${key}`, `"${key}" must be "closed" or the fields of an entry.`);
    }
  }
  return faults;
}

const MEMBERS = ['field', 'from', 'to', 'days', 'except'];
