import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createMock, SessionError } from '../index';
import { Journals } from '../journal/journals';
import { CREDENTIAL, endedExchange, get, libraryWith } from '../test-document';
import { Session } from './session';
import { Sessions } from './sessions';

const LANTERNS = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';

const JOURNALS = new Journals();
// What a session of no resources stands on.
const BEGINNING = {
  ground: { kinds: new Map(), scenarios: [] },
  scenario: undefined,
  today: () => '2027-03-01',
  faults: { rules: [] },
  journals: JOURNALS,
} as unknown as ConstructorParameters<typeof Sessions>[0];

describe('a session', () => {
  test.each([
    ['the header', { 'X-Docent-Session': 'one' }, ''],
    ['the path prefix', {}, '/_docent/session/one'],
    ['both, alike', { 'X-Docent-Session': 'one' }, '/_docent/session/one'],
  ])('is named by %s, and sees its own state only', async (_name, headers, prefix) => {
    const library = libraryWith({});
    const call = (method: 'get' | 'patch', path: string) =>
      supertest(library)
        [method](prefix + path)
        .set(CREDENTIAL)
        .set(headers);
    await call('patch', '/books/a').send({ title: 'Mine' }).expect(200);
    expect((await call('get', '/books/a')).body.title).toBe('Mine');
    expect((await call('get', '/books?count=1&leaf=3')).body[0].title).toBe('Mine');
    expect((await get(library, '/books/a')).body.title).toBe('A');
    expect((await get(library, '/books/a').set('X-Docent-Session', 'two')).body.title).toBe('A');
    expect((await call('get', '/_docent/diff')).body.books).toHaveLength(1);
    expect((await get(library, '/_docent/diff')).body).toEqual({});
  });

  test('has its own clock, which its fixtures and the default of the lower bound follow', async () => {
    const mock = createMock({ today: '2027-03-01' });
    const { headers } = mock.session('later');
    await supertest(mock).put('/_docent/clock').set(headers).send({ today: '2028-06-05' }).expect(200);
    const first = async (sent: object) =>
      (await get(mock, '/museum-hours?limit=1').set(sent as Record<string, string>)).body[0].date;
    expect([await first(headers), await first({})]).toEqual(['2028-06-05', '2027-03-01']);
    expect((await get(mock, LANTERNS).set(headers)).body.dates[0]).toBe('2028-06-10');
  });

  test.each([
    ['two names', { 'X-Docent-Session': 'one' }, '/_docent/session/two/books'],
    ['a space', { 'X-Docent-Session': 'a b' }, '/books'],
    ['nothing', { 'X-Docent-Session': '' }, '/books'],
    ['a broken encoding', {}, '/_docent/session/%zz/books'],
    ['a slash', {}, '/_docent/session/a%2Fb/books'],
    ['a name too long', { 'X-Docent-Session': 'x'.repeat(129) }, '/books'],
  ])('is refused for %s', async (_name, headers, path) => {
    const { body, headers: sent } = await get(libraryWith({}), path).set(headers).set('Origin', 'http://a').expect(400);
    expect(body.type).toBe('urn:docent:malformed-session');
    expect(sent['access-control-allow-origin']).toBe('http://a');
  });

  test.each(['__proto__', 'constructor', 'toString'])('may be named %s', async (name) => {
    await get(libraryWith({}), '/books').set('X-Docent-Session', name).expect(200);
  });

  test('has a moment that differs after each change, and from that of any other', async () => {
    const sessions = new Sessions(BEGINNING, { most: 2, idle: 60 }, () => 0);
    const session = sessions.open('one');
    const changes = [
      () => undefined,
      () => session.clock.advance(1),
      () => session.restore(session.snapshot()),
      () => session.reset(),
      () => sessions.goOn(BEGINNING, () => undefined),
    ];
    const moments = [sessions.shared.moment];
    for (const change of changes) {
      await change();
      moments.push(session.moment);
      expect(session.moment).toBe(moments.at(-1));
    }
    expect(new Set(moments).size).toBe(moments.length);
  });

  test('is listed and deleted, and begins anew', async () => {
    const library = libraryWith({});
    const { headers } = library.session('one');
    await supertest(library).patch('/books/a').set(CREDENTIAL).set(headers).send({ title: 'Mine' });
    const { body } = await get(library, '/_docent/sessions');
    expect(body).toMatchObject({ sessions: [{ session: 'one', today: '2027-03-01' }], evicted: 0 });
    await get(library, '/_docent/sessions/one').expect(200);
    await supertest(library).delete('/_docent/sessions/one').expect(204);
    await supertest(library).delete('/_docent/sessions/one').expect(404);
    expect((await get(library, '/books/a').set(headers)).body.title).toBe('A');
  });

  test('is what every service request has to name, once that is required', async () => {
    const library = libraryWith({}, { requireSession: true });
    const { body } = await get(library, '/books').expect(400);
    expect(body).toMatchObject({
      type: 'urn:docent:missing-session',
      detail: expect.stringMatching(/X-Docent-Session/),
    });
    await get(library, '/books').set('X-Docent-Session', 'one').expect(200);
    await get(library, '/_docent/sessions').expect(200);
    await supertest(library).options('/books').set('Access-Control-Request-Method', 'GET').expect(204);
  });
});

describe('sessions are bounded:', () => {
  const withLimits = (most: number, idle: number) => {
    const clock = { now: 0 };
    return { sessions: new Sessions(BEGINNING, { most, idle }, () => clock.now * 1000), clock };
  };
  test('one that goes takes its journal with it', () => {
    const { sessions, clock } = withLimits(1, 60);
    const goings = [() => sessions.delete('one'), () => sessions.open('other'), () => sessions.list()];
    for (const [index, go] of goings.entries()) {
      clock.now += 10;
      const { journal } = sessions.open('one');
      const recording = endedExchange(0);
      recording.enter(journal);
      JOURNALS.record(journal, recording);
      expect(JOURNALS.bytes).toBeGreaterThan(0);
      clock.now += index === 2 ? 100 : 10;
      go();
      expect(JOURNALS.bytes).toBe(0);
    }
  });

  test('the one that was idle for longest makes room', () => {
    const { sessions, clock } = withLimits(2, 100);
    const [a] = [sessions.open('a'), sessions.open('b')];
    clock.now = 5;
    expect(sessions.open('a')).toBe(a);
    clock.now = 10;
    sessions.open('c');
    expect(sessions.list().map(({ session, idle }) => [session.name, idle])).toEqual([
      ['c', 0],
      ['a', 5],
    ]);
    expect(sessions.evicted).toBe(1);
  });

  test('a new one is refused where all are in use', () => {
    const { sessions, clock } = withLimits(2, 100);
    sessions.open('a');
    sessions.open('b');
    clock.now = 0.5;
    expect(() => sessions.open('c')).toThrow(SessionError);
    expect(sessions.open('a')).toBeInstanceOf(Session);
  });

  test('one that was idle for too long begins anew', () => {
    const { sessions, clock } = withLimits(2, 100);
    const before = sessions.open('a');
    clock.now = 101;
    expect(sessions.list()).toEqual([]);
    expect(sessions.open('a')).not.toBe(before);
  });

  test('over HTTP too many are answered with 503', async () => {
    const library = libraryWith({}, { maximumSessions: 1 });
    await get(library, '/books').set('X-Docent-Session', 'one').expect(200);
    const { headers } = await get(library, '/books').set('X-Docent-Session', 'two').expect(503);
    expect(headers['retry-after']).toBe('1');
  });
});
