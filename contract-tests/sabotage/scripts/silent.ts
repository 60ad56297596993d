import { addDays } from '../museum-data';
import { get, patch, type Script, withoutCredential } from '../transcript';
import { hours, pages, readOf } from './requests';

/** Requests about which the documentation says nothing; more than fifty, so that a server can tire of them. */
export function silentScript(eventIds: string[], today: string): Script {
  const [first = '', second = ''] = eventIds;
  const values = [
    { name: ' ' },
    { name: 'Ночь' },
    { name: 'Room 5' },
    { name: '<b>"5%"</b>' },
    { eventDescription: 'At\u00a010:\r\nall of it.' },
    { eventDescription: 'No full stop' },
    { name: 'a'.repeat(250) },
    { location: null },
    { colour: 'blue' },
    { eventId: first },
    { dates: [] },
    { dates: [addDays(today, -9)] },
    { dates: [5, 6, 7, 8, 9, 10].map((days) => addDays(today, days)) },
    { dates: [addDays(today, 9), addDays(today, 8)] },
    { price: -1 },
    { price: 0 },
    { price: 0.1 },
    { price: 1.2345 },
    { price: 1.2345 },
    { dates: Array.from({ length: 7 }, (_, day) => addDays(today, 50 + 10 * day)) },
    { price: 5000 },
    { price: 'free' },
  ];
  return [
    hours({}),
    ...pages({ limit: 30 }, 6),
    ...[0, 31, 'abc'].map((limit) => hours({ limit })),
    hours({ page: 999 }),
    ...[-3, -30, 5, 50, 400, 500].map((day) => hours({ startDate: addDays(today, day), limit: 2 })),
    hours({ startDate: `${today}T00:00:00Z` }),
    hours({ colour: 'blue' }),
    get('/museum-hours?page=1&page=2'),
    ...eventIds.map(readOf),
    readOf(first.toUpperCase()),
    readOf('00000000-0000-4000-8000-000000000000'),
    readOf('12'),
    ...[first, second].map((eventId) =>
      patch(eventId, { name: 'Alike', location: 'Roof', dates: [addDays(today, 50)] }),
    ),
    patch(first, {}),
    patch(first, []),
    patch(first, '{'),
    patch(first, { price: 1.5 }, { 'content-type': 'text/plain' }),
    ...values.map((fields) => patch(second, fields)),
    ...withoutCredential(
      hours({}),
      patch(first, '{'),
      { ...hours({}), headers: { authorization: 'Basic c29tZW9uZQ==' } },
      { ...hours({}), headers: { authorization: 'basic bXVzZXVtOmRvY2VudA==' } },
    ),
  ];
}
