import type { JsonObject } from '../../spec';
import { eventRead } from '../requests';
import type { Random } from './random';
import type { Maker, SoakRequest } from './step';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const AUTHORIZED = eventRead(UNKNOWN_ID).headers;
const JSON_TYPE = { ...AUTHORIZED, 'Content-Type': 'application/json' };

const pathOf = (eventId: string) => `/special-events/${eventId}`;

const update = (eventId: string, body: string): SoakRequest => ({
  method: 'PATCH',
  path: pathOf(eventId),
  headers: JSON_TYPE,
  body,
});

const read = (path: string, headers = AUTHORIZED): SoakRequest => ({ method: 'GET', path, headers });

const BAD_QUERIES = ['limit=31', 'limit=0', 'page=0', 'page=x', 'startDate=2027-02-30', 'colour=red'] as const;

const BAD_BODIES = [
  '{"price":"free"}',
  '{"dates":["2027-02-30"]}',
  '{"name":null}',
  '{"colour":"red"}',
  '{"name":',
  '[]',
  '"text"',
  '{"name":"valid","price":[]}',
] as const;

const BAD_CREDENTIALS: readonly [Record<string, string>, ...Record<string, string>[]] = [
  {},
  { Authorization: 'Basic d3Jvbmc6d3Jvbmc=' },
  { Authorization: 'Bearer d3Jvbmc=' },
  { Authorization: 'Basic' },
];

/** Requests of the document's operations, each with what should come of it. */
export const OPERATIONS: readonly Maker[] = [
  {
    weight: 30,
    make: (model, random) => {
      const query = queryFrom(random);
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      const path = `/museum-hours${pairs.length > 0 ? '?' : ''}${pairs.join('&')}`;
      const body = () => ({ status: 200, body: model.hours(query) });
      return { request: read(path), expected: model.perform(body) };
    },
  },
  {
    weight: 30,
    make: (model, random) => {
      const eventId = random.pick(model.eventIds as [string, ...string[]]); // the fixtures have some
      const body = () => ({ status: 200, body: model.event(eventId) });
      return { request: read(pathOf(eventId)), expected: model.perform(body) };
    },
  },
  {
    weight: 25,
    make: (model, random) => {
      const eventId = random.pick(model.eventIds as [string, ...string[]]); // the fixtures have some
      const members = membersFrom(random);
      const body = () => ({ status: 200, body: model.patch(eventId, members) });
      return { request: update(eventId, JSON.stringify(members)), expected: model.perform(body) };
    },
  },
  {
    weight: 4,
    make: (model, random) => {
      const eventId = random.pick(model.eventIds as [string, ...string[]]); // the fixtures have some
      const request = random.chance(0.5)
        ? update(eventId, random.pick(BAD_BODIES))
        : read(`/museum-hours?${random.pick(BAD_QUERIES)}`);
      return { request, expected: model.perform(() => ({ status: 400 })) };
    },
  },
  {
    weight: 3,
    make: (model, random) => ({
      request: random.chance(0.5) ? read(pathOf(UNKNOWN_ID)) : update(UNKNOWN_ID, '{"price":1}'),
      expected: model.perform(() => ({ status: 404 })),
    }),
  },
  {
    weight: 3,
    make: (model, random) => ({
      request: read(random.pick(['/museum-hours', pathOf(UNKNOWN_ID)]), random.pick(BAD_CREDENTIALS)),
      expected: model.perform(() => ({ status: 401 })),
    }),
  },
];

function queryFrom(random: Random): { startDate?: string; page?: number; limit?: number } {
  const day = String(random.whole(1, 28)).padStart(2, '0');
  return {
    ...(random.chance(0.5) && { startDate: `2027-0${random.whole(1, 9)}-${day}` }),
    ...(random.chance(0.5) && { page: random.whole(1, 12) }),
    ...(random.chance(0.5) && { limit: random.whole(1, 30) }),
  };
}

/** Any of the fields of an update, none among them. */
function membersFrom(random: Random): JsonObject {
  const text = () => 'Évening ☕ "quoted" \\ \u0000'.repeat(random.whole(0, 8)) + random.whole(0, 1e9);
  const dates = () => Array.from({ length: random.whole(0, 4) }, () => `2027-0${random.whole(1, 9)}-15`);
  return {
    ...(random.chance(0.3) && { name: text() }),
    ...(random.chance(0.3) && { location: text() }),
    ...(random.chance(0.2) && { eventDescription: text() }),
    ...(random.chance(0.3) && { dates: dates() }),
    ...(random.chance(0.5) && { price: random.whole(0, 100_000) / 100 }),
  };
}
