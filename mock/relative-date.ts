import { define, type Json, type JsonObject } from '../spec';
import { addDays, type CalendarDate } from './calendar';

/** A date that a fixture gives as a number of days from today, `!today +14`. */
export class RelativeDate {
  constructor(readonly days: number) {}

  on(today: CalendarDate): CalendarDate {
    return addDays(today, this.days);
  }
}

/** The YAML tag that writes one. */
export const TODAY_TAG = {
  tag: '!today',
  resolve(text: string, onError: (message: string) => void): RelativeDate {
    const match = /^\s*(?:([+-])?\s*(\d{1,5}))?\s*(?:days?)?\s*$/.exec(text);
    if (match === null) onError(`!today takes a number of days such as +14 or -3, not "${text}".`);
    return new RelativeDate(Number(`${match?.[1] ?? '+'}${match?.[2] ?? 0}`));
  },
};

/** A value of a fixture with its relative dates worked out. */
export function resolveDates(value: unknown, today: CalendarDate): Json {
  if (value instanceof RelativeDate) return value.on(today);
  if (Array.isArray(value)) return value.map((item) => resolveDates(item, today));
  if (typeof value !== 'object' || value === null) return value as Json; // YAML's core schema has no other scalars
  const resolved: JsonObject = {};
  for (const [member, child] of Object.entries(value)) define(resolved, member, resolveDates(child, today));
  return resolved;
}
