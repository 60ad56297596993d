/** What the service's JSON bodies are made of, loose enough that a defect can break it. */
export type Fields = Record<string, unknown>;

/** One day's opening hours. */
export interface HoursEntry extends Fields {
  date: string;
  timeOpen: string;
  timeClose: string;
}

/** The token that follows `Basic ` in the header. */
export const TOKEN = 'bXVzZXVtOmRvY2VudA==';

/** The machine's local calendar date, YYYY-MM-DD. */
export function localDate(now = new Date()): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** The calendar date that is so many days after (or, negative, before) another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The day of the week, 0 for Sunday. */
export function weekday(date: string): number {
  return new Date(date).getUTCDay();
}

/** Whether a text is a date of the calendar, YYYY-MM-DD. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Opening hours from 60 days before a date to 199 days after it, ascending, without weekends. */
export function hoursAround(today: string): HoursEntry[] {
  return Array.from({ length: 260 }, (_, day) => addDays(today, day - 60))
    .filter((date) => weekday(date) !== 0 && weekday(date) !== 6)
    .map((date) => ({ date, timeOpen: '09:00', timeClose: weekday(date) === 4 ? '21:30' : '18:00' }));
}

/** Four events; the first two share a location and the beginning of their identifiers. */
export function eventsFrom(today: string): Fields[] {
  return [
    {
      eventId: '7c2a9e51-4b1f-4c80-9d36-a5e8f0b27c14',
      name: 'Lantern Evening in the Clock Gallery',
      location: 'Clock Gallery',
      eventDescription: 'Forty clocks, no electric light.',
      dates: [addDays(today, 40), addDays(today, 43)],
      price: 25,
    },
    {
      eventId: '7c2a9e51-9d2a-4f10-8c77-1f2e3d4c5b6a',
      name: 'Night at the Planetarium',
      location: 'Clock Gallery',
      eventDescription: 'The southern sky, explained by those who sailed under it.',
      dates: [addDays(today, 12), addDays(today, 19), addDays(today, 26)],
      price: 12.5,
    },
    {
      eventId: 'b83d5f06-2e97-4a1c-8c5d-70f9e1a4d362',
      name: 'Sculpture for Families',
      location: 'Main Hall',
      eventDescription: 'Clay is provided. Bring an apron.',
      dates: [addDays(today, 70)],
      price: 8.25,
    },
    {
      eventId: 'e5194a7d-c06b-4f38-b2a1-38d6907ec5fb',
      name: 'Sea Chests and Their Contents',
      location: 'Under the Sea Exhibit',
      eventDescription: 'A curator on what was found, and what was not.',
      dates: [addDays(today, 30), addDays(today, 31)],
      price: 30.75,
    },
  ];
}
