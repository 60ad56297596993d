import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { DEFECTS } from './defects';
import { type Change, type HonestServer, startHonestServer } from './honest-server';
import { addDays, type Fields, type HoursEntry, hoursAround, localDate } from './museum-data';
import { scriptsFor } from './scripts';
import { silentScript } from './scripts/silent';
import { ask, get, patch, type Reply, transcribe } from './transcript';
import { VARIANTS } from './variants';

const today = localDate();
const servers: HonestServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('the honest server', () => {
  test('answers ten upcoming entries, ascending, from today on', async () => {
    const upcoming = hoursAround(today).filter(({ date }) => date >= today);
    expect(await json(await start(), '/museum-hours')).toEqual(upcoming.slice(0, 10));
  });

  test('answers the third page of four entries from a date on', async () => {
    const from = addDays(today, 30);
    const upcoming = hoursAround(today).filter(({ date }) => date >= from);
    const page = await json(await start(), `/museum-hours?startDate=${from}&page=3&limit=4`);
    expect(page).toEqual(upcoming.slice(8, 12));
  });

  test.each(['31', '0', 'abc', ''])('refuses a limit of "%s"', async (limit) => {
    expect(await ask(await start(), get(`/museum-hours?limit=${limit}`))).toMatchObject({ status: 400 });
  });

  test('answers the event that was asked for', async () => {
    const server = await start();
    for (const eventId of server.eventIds) {
      expect(await json(server, `/special-events/${eventId}`)).toMatchObject({ eventId });
    }
  });

  test('replaces the sent fields, keeps the others, and shows both in later reads', async () => {
    const server = await start();
    const [first = '', ...others] = server.eventIds;
    const before = [first, ...others].map((eventId) => server.event(eventId));
    const fields = { dates: [addDays(today, 9)], price: 0 };
    const { body } = await ask(server, patch(first, fields));
    expect(JSON.parse(body)).toEqual({ ...before[0], ...fields });
    expect(await json(server, `/special-events/${first}`)).toEqual({ ...before[0], ...fields });
    expect(others.map((eventId) => server.event(eventId))).toEqual(before.slice(1));
  });

  test.each(['', 'Bearer bXVzZXVtOmRvY2VudA==', 'bXVzZXVtOmRvY2VudA==', 'Basic', 'Basic b3RoZXI='])(
    'refuses the credential "%s"',
    async (authorization) => {
      const server = await start();
      const [eventId = ''] = server.eventIds;
      for (const request of [get('/museum-hours'), get(`/special-events/${eventId}`), patch(eventId, { price: 1 })]) {
        expect(await ask(server, { ...request, headers: { authorization } })).toMatchObject({ status: 401 });
      }
      expect(server.event(eventId)).toMatchObject({ price: 25 });
    },
  );

  test('answers alike each time that it is started', async () => {
    const [one, other] = [await start(), await start()];
    const script = Object.values(scriptsFor(one.eventIds, today)).flat();
    expect(await transcribe(one, script)).toEqual(await transcribe(other, script));
  });
});

describe('a variant', () => {
  const UNSEEN_BY_THE_SCRIPT = [
    'It answers 50 ms late',
    'It makes overlapping updates of an event one after the other',
    'It refuses an update of an event that another one is being made of',
    'It refuses an update while one of any event is being made',
    // The script accepts gzip alone.
    'It compresses with deflate',
    'It compresses with Brotli',
    // The script wants an answer to everything.
    'It closes the connection where the credential is wrong',
    // The script is shorter.
    'A day is over in the middle',
    'A day is taken out of its calendar, and another added',
    'After fifty wrong credentials it answers everything with 401 for a while',
    'After fifty wrong credentials it answers everything with 404 for a while',
    'After fifty wrong credentials it answers everything with 423 for a while',
    'After fifty wrong credentials it answers everything with 429 for a while',
  ];
  let honest: Reply[];

  beforeAll(async () => {
    const server = await start();
    honest = await transcribe(server, silentScript(server.eventIds, today));
  });

  test.each(VARIANTS)('is correct: $name', async ({ ways }) => {
    const server = await start(ways);
    const [eventId = ''] = server.eventIds;
    const entries = (await json(server, '/museum-hours?limit=7')) as HoursEntry[]; // the next lines see whether it is
    expect(entries.length).toBeLessThanOrEqual(7);
    expect(entries.map(({ date }) => date)).toEqual([...new Set(entries.map(({ date }) => date))].sort());
    const event = (await json(server, `/special-events/${eventId}`)) as Fields; // toMatchObject sees whether it is
    expect(event).toMatchObject({
      eventId: expect.stringMatching(new RegExp(eventId, 'i')),
      name: 'Lantern Evening in the Clock Gallery',
    });
    const reply = await ask(server, patch(eventId, { name: 'Lanterns' }));
    const { version, updatedAt, ...updated } = JSON.parse(reply.body) as Fields; // toEqual sees whether it is
    expect(reply.status).toBeLessThan(300);
    expect(updated).toEqual({ ...event, name: 'Lanterns' });
    expect(await json(server, `/special-events/${eventId}`)).toMatchObject(updated);
  });

  const visible = VARIANTS.filter(({ name }) => !UNSEEN_BY_THE_SCRIPT.includes(name));
  test.each(visible)('differs where the documentation is silent: $name', async ({ ways }) => {
    const server = await start(ways);
    const replies = await transcribe(server, silentScript(server.eventIds, today));
    const basePath = new URL(server.url).pathname;
    expect({ basePath, replies }).not.toEqual({ basePath: '/', replies: honest });
  });

  test('takes 50 ms where it says so', async () => {
    const slow = VARIANTS.find(({ name }) => name === 'It answers 50 ms late');
    const server = await start(slow?.ways);
    const asked = performance.now();
    await ask(server, get('/museum-hours'));
    expect(performance.now() - asked).toBeGreaterThan(45);
  });
});

describe('a defect', () => {
  const honest = new Map<string, string[]>();

  beforeAll(async () => {
    const { eventIds } = await start();
    for (const [rule, script] of Object.entries(scriptsFor(eventIds, today))) {
      honest.set(rule, (await transcribe(await start(), script)).map(essenceOf));
    }
  });

  test.each(DEFECTS)('shows to those who look for $rule: $name', async ({ rule, ways }) => {
    const server = await start(ways);
    const script = scriptsFor(server.eventIds, today)[rule] ?? [];
    expect((await transcribe(server, script)).map(essenceOf)).not.toEqual(honest.get(rule));
  });

  test('is there at least twice for every rule, and for no other', () => {
    const rules = Object.keys(scriptsFor([], today));
    const counts = rules.map((rule) => DEFECTS.filter((defect) => defect.rule === rule).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
    expect(counts.reduce((sum, count) => sum + count)).toBe(DEFECTS.length);
  });
});

test('every server has a name of its own', () => {
  const names = [...DEFECTS, ...VARIANTS].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

async function start(change?: Change): Promise<HonestServer> {
  const server = await startHonestServer(change);
  servers.push(server);
  return server;
}

async function json(server: HonestServer, path: string): Promise<unknown> {
  return JSON.parse((await ask(server, get(path))).body);
}

/** What counts as an answer where only a statement of the documentation is looked at. */
function essenceOf({ status, body }: Reply): string {
  const isShown = status < 300 || /"(timeOpen|eventDescription)":/.test(body);
  return `${status < 300 ? 'served' : 'refused'} ${isShown ? body : ''}`;
}
