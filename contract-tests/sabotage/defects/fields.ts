import type { Change } from '../honest-server';
import { type Fields, type HoursEntry, hoursAround, weekday } from '../museum-data';
import type { Defect } from './defect';

/** Fields of another type or format than documented. */
export const FIELD_DEFECTS: Defect[] = [
  { name: 'A price is text', rule: 'fields-conform', ways: showing((event) => ({ price: String(event.price) })) },
  {
    name: 'A price with cents is text',
    rule: 'fields-conform',
    ways: showing(({ price }) => ({ price: Number.isInteger(price) ? price : Number(price).toFixed(2) })),
  },
  {
    name: 'The answer to an update has the price as text',
    rule: 'fields-conform',
    ways: { showUpdated: (updated) => ({ ...updated, price: String(updated.price) }) },
    also: ['sent-fields-returned', 'unsent-fields-kept'],
  },
  {
    name: 'The dates of an event have a time of day',
    rule: 'fields-conform',
    ways: showing(({ dates }) => ({ dates: listOf(dates).map((date) => `${date}T00:00:00Z`) })),
  },
  {
    name: 'The dates of an event are one text with commas',
    rule: 'fields-conform',
    ways: showing(({ dates }) => ({ dates: listOf(dates).join(',') })),
  },
  {
    name: 'A single date is no list',
    rule: 'fields-conform',
    ways: showing(({ dates }) => ({ dates: listOf(dates).length === 1 ? listOf(dates)[0] : dates })),
  },
  {
    name: 'The location of an event is an object',
    rule: 'fields-conform',
    ways: showing(({ location }) => ({ location: { name: location } })),
  },
  {
    name: 'The description of an event is a list of sentences',
    rule: 'fields-conform',
    ways: showing(({ eventDescription }) => ({ eventDescription: String(eventDescription).split('. ') })),
  },
  {
    name: 'The date of an entry has a time of day',
    rule: 'fields-conform',
    ways: entries(({ date }) => ({ date: `${date}T00:00:00.000Z` })),
    also: ['pages-join', 'lower-bound-inclusive'],
  },
  {
    name: 'The date of an entry is written day first',
    rule: 'fields-conform',
    ways: entries(({ date }) => ({ date: date.split('-').reverse().join('/') })),
    also: ['order', 'lower-bound', 'lower-bound-inclusive', 'lower-bound-default', 'pages-join'],
  },
  {
    name: 'A day below ten has no leading zero',
    rule: 'fields-conform',
    ways: entries(({ date }) => ({ date: date.replace(/-0(\d)$/, '-$1') })),
    also: ['order', 'lower-bound', 'lower-bound-inclusive'],
  },
  {
    name: 'An opening time before ten has no leading zero',
    rule: 'fields-conform',
    ways: entries(({ timeOpen }) => ({ timeOpen: timeOpen.replace(/^0/, '') })),
  },
  {
    name: 'Times of day are on a 12-hour clock',
    rule: 'fields-conform',
    ways: entries(() => ({ timeOpen: '09:00 AM', timeClose: '06:00 PM' })),
  },
  {
    name: 'On Thursdays the museum closes at 24:00',
    rule: 'fields-conform',
    ways: entries(({ date, timeClose }) => ({ timeClose: weekday(date) === 4 ? '24:00' : timeClose })),
  },
  {
    name: 'On Thursdays the closing time has seconds',
    rule: 'fields-conform',
    ways: entries(({ date, timeClose }) => ({ timeClose: weekday(date) === 4 ? '21:30:00' : timeClose })),
  },
  {
    name: 'From the fortieth upcoming entry on, the closing time is null',
    rule: 'fields-conform',
    ways: {
      hours: (today) =>
        hoursAround(today).map((entry, index, all) =>
          index >= all.findIndex(({ date }) => date >= today) + 40 ? { ...entry, timeClose: null as never } : entry,
        ),
    },
  },
];

/** Shows an event with some fields as `change` has them, wherever it is shown. */
function showing(change: (event: Fields) => Fields): Change {
  const show = (event: Fields) => ({ ...event, ...change(event) });
  return { showEvent: show, showUpdated: show };
}

/** Shows each entry with some fields as `change` has them. */
function entries(change: (entry: HoursEntry) => Fields): Change {
  return { showHours: (page) => page.map((entry) => ({ ...entry, ...change(entry) })) };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
