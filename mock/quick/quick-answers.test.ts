import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import express from 'express';
import fc from 'fast-check';
import supertest from 'supertest';
import { createMock, type StartedMock, startMock } from '../index';
import { RequestValidator } from '../input/request-validator';
import { CREDENTIAL, changed, fileOf, libraryDocument } from '../test-document';

/** No two books are of the same year, so that an update may be refused for what another entry has. */
const library = changed(libraryDocument(), {
  'paths /books get x-docent order unique': true,
  'paths /books get responses 200 headers': { 'X-Books': { schema: { type: 'integer' }, example: 3 } },
  'paths /books/{isbn} patch responses 200 headers': { 'X-Changed': { required: true, schema: { type: 'boolean' } } },
});
const spec = fileOf('library.json', JSON.stringify(library));
const started: StartedMock[] = [];

afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(started.splice(0).map((mock) => mock.close()));
});

/** Books whose data differ from day to day. */
const fixtures = fileOf(
  'books.yaml',
  `books:
  - { isbn: a, title: A, year: 1990, note: !today +1, tags: [x, y], shelf: { room: r, row: 1 } }
  - { isbn: b, title: B, year: 200, note: !today }
  - { isbn: c, title: C, year: 1800 }
`,
);

async function start(): Promise<StartedMock> {
  const mock = await startMock({ spec, fixtures: dirname(fixtures), today: '2027-03-01', tokens: ['dGVzdA=='] });
  started.push(mock);
  return mock;
}

interface Asked {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Replied {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A header that asks for nothing on these methods, and yet has every step of the app look at the request. */
const SLOWLY = { 'Access-Control-Request-Method': 'GET' };

async function ask(mock: StartedMock, { method, path, headers, body }: Asked, more = {}): Promise<Replied> {
  const sent = body === undefined ? {} : { body };
  const response = await fetch(mock.url + path, { method, headers: { ...headers, ...more }, ...sent });
  const { date, connection, 'keep-alive': _alive, ...replied } = Object.fromEntries(response.headers);
  return { status: response.status, headers: replied, body: await response.text() };
}

const json = { 'Content-Type': 'application/json' };
const patches = [
  '{"title":"T"}',
  '{"year":7}',
  '{"shelf":{"row":null}}',
  '{"note":null,"tags":[]}',
  ' {"title" : "É"} ',
];
const wrong = [
  '{}',
  '[]',
  '{"title":""}',
  '{"year":"old"}',
  '{"titel":"T"}',
  '{"isbn":"z"}',
  '{"title":',
  '﻿{"year":1}',
];
const credentials = [CREDENTIAL, CREDENTIAL, CREDENTIAL, CREDENTIAL, { Authorization: 'Basic b3RoZXI=' }, {}];
const sessions = [{}, {}, { 'X-Docent-Session': 'one' }, { 'X-Docent-Session': 'two' }, { 'X-Docent-Session': 'a b' }];
const origins = [{}, {}, { Origin: 'http://localhost:5173' }];
const books = ['a', 'A', 'b', 'c', 'unknown', '%61', '%E0%A4%A'].map((isbn) => `/books/${isbn}`);
const lists = ['/books', '/books?leaf=2', '/books?count=3', '/books?count=9', '/books?x=1', '/book', '/books/'];

const headers = fc.tuple(fc.constantFrom(...credentials), fc.constantFrom(...sessions), fc.constantFrom(...origins));
const reads = fc
  .record({ method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), path: fc.constantFrom(...books, ...lists), headers })
  .map(({ headers: all, ...asked }): Asked => ({ ...asked, headers: Object.assign({}, ...all) }));
const types = [
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=latin1',
  'text/plain',
];
const updates = fc
  .record({
    path: fc.constantFrom(...books),
    headers,
    type: fc.constantFrom(...types),
    body: fc.constantFrom(...patches, ...patches, ...wrong),
  })
  .map(
    ({ headers: all, type, ...asked }): Asked => ({
      method: 'PATCH',
      ...asked,
      headers: Object.assign({}, ...all, { 'Content-Type': type }),
    }),
  );
const control = (method: string, path: string, body?: unknown) =>
  sessions.slice(1, 4).map(
    (session): Asked => ({
      method,
      path: `/_docent${path}`,
      headers: { ...session, ...(body === undefined ? {} : json) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
const controls = fc.constantFrom(
  ...control('POST', '/reset'),
  ...control('PUT', '/clock', { today: '2027-03-05' }),
  ...control('DELETE', '/clock'),
  ...control('PUT', '/state/books', [{ isbn: 'a', title: 'Only' }]),
  ...control('PUT', '/snapshots/s'),
  ...control('POST', '/snapshots/s/restore'),
  ...control('POST', '/faults', { status: 503, times: 1 }),
  ...control('DELETE', '/faults'),
  { method: 'DELETE', path: '/_docent/sessions/one' },
);

/** The journal without what differs from run to run, or is the header that makes requests slow. */
function journalOf(mock: StartedMock) {
  return mock.journal.entries.map(({ time, duration, request, response, ...entry }) => {
    const { 'access-control-request-method': _slowly, host, ...sent } = request.headers;
    return { ...entry, request: { ...request, headers: sent }, response };
  });
}

test('Answers and journals are the same as if every request were looked at from the beginning', async () => {
  const [quick, slow] = [await start(), await start()];
  const sequence = fc.array(fc.oneof({ weight: 4, arbitrary: reads }, { weight: 3, arbitrary: updates }, controls), {
    minLength: 20,
    maxLength: 40,
    size: 'max',
  });
  const property = fc.asyncProperty(sequence, async (requests) => {
    for (const mock of [quick, slow]) {
      mock.reset();
      for (const name of ['one', 'two']) mock.session(name).delete();
    }
    for (const request of requests) {
      const replies = [await ask(quick, request), await ask(slow, request, SLOWLY)];
      expect(replies[0]).toEqual(replies[1]);
    }
    const numbered = (mock: StartedMock) => journalOf(mock).map(({ number, ...entry }) => entry);
    expect(numbered(quick)).toEqual(numbered(slow));
  });
  await fc.assert(property, { numRuns: 40, seed: 20_270_301 });
});

test('What an app around the mock says in headers is what it says each time', async () => {
  const mock = createMock({ spec, fixtures: dirname(fixtures), today: '2027-03-01' });
  let number = 0;
  const app = express().use((_request, response, next) => {
    number += 1;
    response.set('X-Request-Id', String(number)).cookie('visit', String(number));
    const { writeHead } = response;
    const [name, value] = ['X-Late', String(number)];
    response.writeHead = (...args: unknown[]) => Reflect.apply(writeHead, response.setHeader(name, value), args);
    next();
  }, mock);
  const replies = [];
  for (let times = 0; times < 3; times++) {
    replies.push(await supertest(app).get('/books/a').set(CREDENTIAL));
    replies.push(await supertest(app).patch('/books/a').set(CREDENTIAL).send({ year: times }));
  }
  const numbers = ['1', '2', '3', '4', '5', '6'];
  expect(replies.map(({ headers: all }) => all['x-request-id'])).toEqual(numbers);
  expect(replies.map(({ headers: all }) => all['x-late'])).toEqual(numbers);
  expect(replies.map(({ headers: all }) => all['set-cookie'])).toEqual(
    numbers.map((each) => [`visit=${each}; Path=/`]),
  );
  expect(mock.journal.entries.map(({ response }) => response?.headers['x-late'])).toEqual(numbers);
});

test('A header that both the mock and an app around it set is what the mock makes of it', async () => {
  const app = express().use(
    (request, response, next) => {
      response.vary(String(request.headers['x-vary'])).type('text/plain');
      next();
    },
    createMock({ spec, fixtures: dirname(fixtures), today: '2027-03-01' }),
  );
  for (const vary of ['A', 'B', 'B']) {
    const { headers: all } = await supertest(app).get('/books/a').set(CREDENTIAL).set('X-Vary', vary);
    expect([all.vary, all['content-type']]).toEqual([`${vary}, Origin`, 'application/json']);
  }
});

describe('a read is answered anew once', () => {
  const read = { method: 'GET', path: '/books/a', headers: CREDENTIAL };
  const change = (method: string, path: string, body: unknown) => ({
    method,
    path,
    headers: { ...CREDENTIAL, ...json },
    body: JSON.stringify(body),
  });

  test.each([
    ['the day is another', change('PUT', '/_docent/clock', { today: '2027-03-05' }), { note: '2027-03-06' }],
    ['the entry was updated', change('PATCH', '/books/a', { note: 'N' }), { note: 'N' }],
    ['the state was replaced', change('PUT', '/_docent/state/books', [{ isbn: 'a', note: 'N' }]), { note: 'N' }],
  ])('%s', async (_name, changing, expected) => {
    const mock = await start();
    for (let times = 0; times < 3; times++)
      expect(JSON.parse((await ask(mock, read)).body)).toMatchObject({ note: '2027-03-02' });
    expect((await ask(mock, changing)).status).toBe(200);
    expect(JSON.parse((await ask(mock, read)).body)).toMatchObject(expected);
    mock.reset();
    expect(JSON.parse((await ask(mock, read)).body)).toMatchObject({ note: '2027-03-02' });
  });

  test('the day of the mock is over', async () => {
    let today = '2027-03-01';
    const mock = createMock({ spec, fixtures: dirname(fixtures), today: () => today });
    const note = async () => (await supertest(mock).get('/books/a').set(CREDENTIAL)).body.note;
    expect([await note(), await note()]).toEqual(['2027-03-02', '2027-03-02']);
    today = '2027-03-02';
    expect(await note()).toBe('2027-03-03');
  });
});

describe('express-openapi-validator is not asked again', () => {
  const read = { method: 'GET', path: '/books/a', headers: CREDENTIAL };
  const update = { method: 'PATCH', path: '/books/a', headers: { ...CREDENTIAL, ...json }, body: '{"year":1}' };

  test.each([
    ['about the credential of a read that was served', read, read, 0],
    ['about that of a read of another entry', read, { ...read, path: '/books/b' }, 0],
    ['about that of an update with another body', update, { ...update, path: '/books/b', body: '{"year":2}' }, 0],
    ['unless the credential is another', read, { ...read, headers: { Authorization: 'Basic eA==' } }, 1],
    ['unless a delay is preferred', read, { ...read, headers: { ...CREDENTIAL, Prefer: 'wait=0' } }, 1],
    ['unless it is a list with other parameters', { ...read, path: '/books' }, { ...read, path: '/books?leaf=2' }, 1],
  ])('%s', async (_name, first, second, times) => {
    const mock = await start();
    expect((await ask(mock, first)).status).toBe(200);
    const asked = jest.spyOn(RequestValidator.prototype, 'requireCredential');
    await ask(mock, second);
    expect(asked).toHaveBeenCalledTimes(times);
  });
});

test('An update without its optional body says nothing of those that have one', async () => {
  const document = changed(libraryDocument(), { 'paths /books/{isbn} patch requestBody required': false });
  const mock = await startMock({ spec: fileOf('library.json', JSON.stringify(document)), today: '2027-03-01' });
  started.push(mock);
  const update = { method: 'PATCH', path: '/books/a', headers: CREDENTIAL };
  expect((await ask(mock, update)).status).toBe(200);
  const untyped = await fetch(`${mock.url}/books/a`, { ...update, body: Buffer.from('{"year":1}') });
  expect(untyped.status).toBe(415);
});

test('An update that waits until it is safe stands in the journal before a read that shows it', async () => {
  const state = join(mkdtempSync(join(tmpdir(), 'docent-')), 'state.json');
  const mock = await startMock({ spec, fixtures: dirname(fixtures), today: '2027-03-01', state });
  started.push(mock);
  const headers = { ...CREDENTIAL, ...json };
  const update = (year: number) =>
    fetch(`${mock.url}/books/a`, { method: 'PATCH', headers, body: JSON.stringify({ year }) });
  for (const year of [1, 2]) await update(year);
  for (let year = 10; year < 30; year += 1) {
    const updated = update(year);
    let book: { year?: number } = {};
    while (book.year !== year)
      book = (await (await fetch(`${mock.url}/books/a`, { headers })).json()) as { year?: number };
    await updated;
    const [last] = mock.journal.entries.filter(({ method }) => method === 'GET').slice(-1);
    const [own] = mock.journal.entries.filter(({ method }) => method === 'PATCH').slice(-1);
    expect(own?.number).toBeLessThan(last?.number ?? 0);
  }
});
