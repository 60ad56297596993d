/** A calendar date, `YYYY-MM-DD` (RFC 3339, full-date), in no particular time zone. */
export type CalendarDate = string;

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

/** The date on which this machine's local calendar stands. */
export function localToday(now: Date = new Date()): CalendarDate {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** The date on which this machine's local calendar stands now, worked out once a minute: days begin with one. */
export function runningToday(): () => CalendarDate {
  let [minute, today] = [Number.NaN, ''];
  return () => {
    const now = Date.now();
    const current = Math.floor(now / MINUTE);
    if (current !== minute) [minute, today] = [current, localToday(new Date(now))];
    return today;
  };
}

/** The date a number of days later, or earlier where it is negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/** The days from one date to another, both included, each with its weekday. */
export function daysFrom(from: CalendarDate, to: CalendarDate): { date: CalendarDate; weekday: Weekday }[] {
  const first = Date.parse(from);
  return Array.from({ length: (Date.parse(to) - first) / DAY + 1 }, (_, index) => {
    const date = new Date(first + index * DAY);
    return { date: date.toISOString().slice(0, 10), weekday: WEEKDAYS[date.getUTCDay()] ?? 'sunday' }; // getUTCDay is 0 to 6
  });
}

/** Whether a text is a calendar date, in years from which 99,999 days lead to none of other than four digits. */
export function isCalendarDate(text: string): boolean {
  return /^[1-8]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

/** The days of the week in English, each at the index that `Date.getUTCDay` has for it: 0 is Sunday. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** A day of the week, as a fixture names it in a weekly pattern. */
export type Weekday = (typeof WEEKDAYS)[number];
