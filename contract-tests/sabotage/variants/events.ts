import type { Change } from '../honest-server';
import { addDays, eventsFrom, type Fields, isDate, localDate, weekday } from '../museum-data';
import { HONEST, Refusal } from '../ways';
import type { Variant } from './variant';

/** What is known of events, and which updates are refused for reasons of business. */
export const EVENT_VARIANTS: Variant[] = [
  { name: 'Its events have no price and no description', ways: knowing(['eventId', 'name', 'location', 'dates']) },
  { name: 'Its events have an identifier and a name alone', ways: knowing(['eventId', 'name']) },
  {
    name: 'Its events have further fields',
    ways: {
      events: (today) =>
        eventsFrom(today).map((event) => ({ ...event, currency: 'EUR', tags: ['family'], seats: null })),
      hours: (today) => HONEST.hours(today).map((entry) => ({ ...entry, note: 'Last admission an hour earlier' })),
    },
  },
  {
    name: 'Its entries say when they were asked for',
    ways: { showHours: (page) => page.map((entry) => ({ ...entry, askedAt: performance.now() })) },
  },
  {
    name: 'Its updates count the version and the time of the last change',
    ways: {
      merge: (event, patch) => ({
        ...event,
        ...patch,
        version: Number(event.version ?? 1) + 1,
        updatedAt: new Date().toISOString(),
      }),
    },
  },
  {
    name: 'Its events are free and have no dates yet',
    ways: { events: (today) => eventsFrom(today).map((event) => ({ ...event, price: 0, dates: [] })) },
  },
  {
    name: 'It keeps prices as 32-bit floats',
    ways: {
      merge: (event, patch) => ({
        ...event,
        ...patch,
        ...(typeof patch.price === 'number' && { price: Math.fround(patch.price) }),
      }),
    },
  },
  {
    name: 'It rounds a new price to cents',
    ways: {
      merge: (event, patch) => ({
        ...event,
        ...patch,
        ...(typeof patch.price === 'number' && { price: Math.round(patch.price * 100) / 100 }),
      }),
    },
  },
  {
    name: 'It tidies up line ends and spaces that do not show',
    ways: {
      merge: (event, patch) => ({
        ...event,
        ...Object.fromEntries(
          Object.entries(patch).map(([name, value]) => [name, typeof value === 'string' ? tidied(value) : value]),
        ),
      }),
    },
  },
  {
    name: 'It takes an identifier in upper case',
    ways: { identifier: (sent) => HONEST.identifier(sent.toLowerCase()) },
  },
  {
    name: 'It removes a field that is null',
    ways: {
      readPatch(asked) {
        const sent = objectOf(asked.body);
        const nulls = Object.entries(sent).filter(([field, value]) => value === null && field !== 'eventId');
        const rest = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
        return { ...HONEST.readPatch({ ...asked, body: JSON.stringify(rest) }), ...Object.fromEntries(nulls) };
      },
      merge: (event, patch) =>
        Object.fromEntries(Object.entries({ ...event, ...patch }).filter(([, value]) => value !== null)),
    },
  },

  { name: 'It refuses an empty update', ways: refusing((sent) => Object.keys(sent).length === 0) },
  { name: 'It refuses unknown fields', ways: refusing((sent) => Object.keys(sent).some((field) => !KNOWN.has(field))) },
  {
    name: 'It refuses an identifier in the body',
    ways: refusing((sent) => 'eventId' in sent),
  },
  { name: 'It refuses past dates', ways: refusing((sent) => datesOf(sent).some((date) => date < localDate())) },
  {
    name: 'It refuses an empty list of dates and dates that are repeated or out of order',
    ways: refusing((sent) => {
      const dates = datesOf(sent);
      return 'dates' in sent && (dates.length === 0 || dates.some((date, i) => i > 0 && date <= (dates[i - 1] ?? '')));
    }),
  },
  { name: 'It refuses more than five dates', ways: refusing((sent) => datesOf(sent).length > 5) },
  {
    name: 'It refuses prices that are negative or above a thousand',
    ways: refusing(({ price }) => typeof price === 'number' && (price < 0 || price > 1000)),
  },
  { name: 'It refuses a price of zero', ways: refusing(({ price }) => price === 0) },
  {
    name: 'It refuses prices with fractions of a cent',
    ways: refusing(({ price }) => typeof price === 'number' && Number(price.toFixed(2)) !== price),
  },
  { name: 'It refuses empty texts', ways: refusing((sent) => textsOf(sent).some((text) => text.trim() === '')) },
  {
    name: 'It refuses texts of more than 200 letters',
    ways: refusing((sent) => textsOf(sent).some(({ length }) => length > 200)),
  },
  {
    name: 'It refuses letters that are not ASCII',
    ways: refusing((sent) => textsOf(sent).some((text) => /[^ -~]/.test(text))),
  },
  {
    name: 'It wants a full stop after a description',
    ways: refusing(({ eventDescription: text }) => typeof text === 'string' && text !== '' && !/[.!?]$/.test(text)),
  },
  {
    name: 'It wants names without digits',
    ways: refusing(({ name }) => typeof name === 'string' && /\d/.test(name)),
  },
  {
    name: 'It trims texts',
    ways: {
      merge: (event, patch) => ({
        ...event,
        ...Object.fromEntries(
          Object.entries(patch).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
        ),
      }),
    },
  },
  {
    name: 'It refuses markup, quotation marks and percent signs',
    ways: refusing((sent) => textsOf(sent).some((text) => /[<>"'%\\]/.test(text))),
  },
  {
    name: 'It refuses dates within a week and after a year',
    ways: refusing((sent) =>
      datesOf(sent).some((date) => date < addDays(localDate(), 7) || date > addDays(localDate(), 365)),
    ),
  },
  {
    name: 'It refuses prices that are no multiple of a quarter',
    ways: refusing(({ price }) => typeof price === 'number' && !Number.isInteger(price * 4)),
  },
  {
    name: 'It refuses dates on Wednesdays',
    ways: {
      ...refusing((sent) => datesOf(sent).some(isWednesday)),
      events: (today) => eventsFrom(today).map((event) => ({ ...event, dates: withoutWednesdays(datesOf(event)) })),
    },
  },
  {
    name: 'Its events are over, and it refuses past dates',
    ways: {
      ...refusing((sent) => datesOf(sent).some((date) => date < localDate())),
      events: (today) => eventsFrom(today).map((event) => ({ ...event, dates: [addDays(today, -9)] })),
    },
  },
  {
    name: 'It makes overlapping updates of an event one after the other',
    ways: () => {
      let queue: Promise<unknown> = Promise.resolve();
      return {
        update(store, eventId, patch, asked) {
          const turn = queue.then(async () => {
            await new Promise((resolve) => setTimeout(resolve, 10));
            return HONEST.update.call(this, store, eventId, patch, asked);
          });
          queue = turn;
          return turn;
        },
      };
    },
  },
];

const KNOWN = new Set(['name', 'location', 'eventDescription', 'dates', 'price']);

/** Starts with events that have some of their fields alone. */
function knowing(fields: string[]): Change {
  return {
    events: (today) =>
      eventsFrom(today).map((event) =>
        Object.fromEntries(Object.entries(event).filter(([field]) => fields.includes(field))),
      ),
  };
}

function refusing(isRefused: (sent: Fields) => boolean): Change {
  return {
    readPatch(asked) {
      const patch = HONEST.readPatch(asked);
      if (isRefused(objectOf(asked.body))) throw new Refusal('invalid body');
      return patch;
    },
  };
}

function objectOf(body: string): Fields {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {}; // the honest reader of a body refuses it
  }
}

function datesOf({ dates }: Fields): string[] {
  return Array.isArray(dates) ? dates.filter(isDate) : [];
}

function isWednesday(date: string): boolean {
  return weekday(date) === 3;
}

/** The same dates, each Wednesday put off by a day: on whatever day of the week they are made, the server takes what it has. */
function withoutWednesdays(dates: string[]): string[] {
  return [...new Set(dates.map((date) => (isWednesday(date) ? addDays(date, 1) : date)))];
}

function textsOf(sent: Fields): string[] {
  return Object.values(sent).filter((value) => typeof value === 'string');
}

function tidied(text: string): string {
  return text
    .replace(/\r\n|\u2028/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/\u00ad/g, '');
}
