import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { type Mock, type StartedMock, startMock } from '../index';
import { CREDENTIAL, fileOf, get, libraryDocument, libraryWith, patch } from '../test-document';

let started: StartedMock | undefined;
afterEach(async () => {
  await started?.close();
  started = undefined;
});

async function startLibrary(): Promise<StartedMock> {
  started = await startMock({ spec: fileOf('library.json', JSON.stringify(libraryDocument())), today: '2027-03-01' });
  return started;
}

const onlyEntry = (mock: Pick<Mock, 'journal'>) => {
  expect(mock.journal.entries).toHaveLength(1);
  return mock.journal.entries[0];
};

describe('the journal', () => {
  test('keeps what was asked, what it was matched to, and what was answered', async () => {
    const library = libraryWith({});
    await patch(library, '/books/%61?', { title: 'New' });
    expect(onlyEntry(library)).toEqual({
      number: 1,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      session: null,
      method: 'PATCH',
      path: '/books/%61',
      query: '',
      operation: 'changeBook',
      status: 200,
      duration: expect.any(Number),
      request: {
        headers: expect.objectContaining({ 'content-type': 'application/json', authorization: 'Basic [credential]' }),
        parameters: { path: { isbn: 'a' }, query: {} },
        body: { title: 'New' },
      },
      response: {
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        body: expect.objectContaining({ isbn: 'a', title: 'New', year: 1990 }),
      },
    });
  });

  test.each<[string, Record<string, string>]>([
    ['of a known length', { 'content-length': '15' }],
    ['in chunks', {}],
  ])('has all of a body %s that was answered before it was read', async (_which, length) => {
    const library = await startLibrary();
    library.fault({ status: 503 });
    const headers = { ...CREDENTIAL, 'content-type': 'application/json', ...length };
    const request = httpRequest(`${library.url}/books/a`, { method: 'PATCH', headers });
    request.write('{"title":"New"}');
    request.end();
    const [response] = await once(request, 'response');
    response.resume();
    await once(response, 'end');
    const verified = await supertest(library.url)
      .post('/_docent/verify')
      .send({ expected: [{ body: { title: 'New' }, status: 503, count: 1 }] });
    expect(verified.status).toBe(200);
    expect(onlyEntry(library)?.request).not.toHaveProperty('truncatedFrom');
  });

  test('says when a request came, and how long its answer took', async () => {
    const library = libraryWith({});
    library.fault({ delay: 60 });
    const [sent, began] = [Date.now(), performance.now()];
    await get(library, '/books/a');
    const [answered, took] = [Date.now(), performance.now() - began];
    const { time = '', duration = 0 } = onlyEntry(library) ?? {};
    expect(Date.parse(time)).toBeGreaterThanOrEqual(sent);
    expect(Date.parse(time)).toBeLessThanOrEqual(answered - 50);
    expect(duration).toBeGreaterThanOrEqual(50);
    expect(duration).toBeLessThanOrEqual(took + 0.1);
    expect(duration).toBeCloseTo(Math.round(duration * 10) / 10, 9);
  });

  test('has the query as sent and as the operation understood it', async () => {
    const library = libraryWith({});
    await get(library, '/books?leaf=2');
    expect(onlyEntry(library)).toMatchObject({
      query: 'leaf=2',
      request: { parameters: { query: { leaf: 2, count: 2 } } },
    });
  });

  test.each([
    ['an unknown path', 'GET', '/nowhere', {}, '', 'unknown-path', null],
    ['a method that the path has not', 'DELETE', '/books', {}, '', 'method-not-allowed', null],
    ['no credential', 'GET', '/books', {}, '', 'missing-credential', 'listBooks'],
    ['an invalid query', 'GET', '/books?count=9', CREDENTIAL, '', 'query-out-of-range', 'listBooks'],
    ['malformed JSON', 'PATCH', '/books/a', CREDENTIAL, '{"title"', 'malformed-json', 'changeBook'],
    ['an invalid body', 'PATCH', '/books/a', CREDENTIAL, '{"title":1}', 'invalid-body', 'changeBook'],
    ['an unknown entry', 'PATCH', '/books/z', CREDENTIAL, '{"title":"T"}', 'unknown-resource', 'changeBook'],
    ['a preference that means nothing', 'GET', '/books', { Prefer: 'wait=x' }, '', 'invalid-preference', 'listBooks'],
    ['a session that cannot be', 'GET', '/books', { 'X-Docent-Session': 'a b' }, '', 'malformed-session', null],
  ])('says why a request was refused for %s', async (_name, method, path, headers, body, reason, operation) => {
    const { url, journal } = await startLibrary();
    const type = body === '' ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(url + path, { method, headers: { ...headers, ...type }, ...(body ? { body } : {}) });
    const problem = (await response.json()) as { detail: string };
    const [entry, ...others] = journal.entries;
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ method, status: response.status, operation, response: { body: problem } });
    expect(entry?.refused).toEqual({ reason, detail: problem.detail });
    if (body !== '') expect(entry?.request.body).toEqual(body === '{"title"' ? body : JSON.parse(body));
  });

  test.each([
    ['another answer is preferred', '/books/a', { ...CREDENTIAL, Prefer: 'code=503' }, 503],
    ['the credential is missing', '/books/a', {}, 401],
    ['the path is unknown', '/nowhere', CREDENTIAL, 404],
  ])('keeps a body that nobody read, because %s', async (_name, path, headers, status) => {
    const { url, journal } = await startLibrary();
    const body = JSON.stringify({ title: 'T' });
    await fetch(url + path, { method: 'PATCH', headers: { ...headers, 'Content-Type': 'application/json' }, body });
    expect(journal.entries).toMatchObject([{ status, request: { body: { title: 'T' } } }]);
  });

  test('says which preference was kept to, and which it had no need of', async () => {
    const library = libraryWith({});
    await get(library, '/books').set('Prefer', 'code=503, respond-async');
    expect(onlyEntry(library)).toMatchObject({ status: 503, fault: 'Prefer: code=503' });
  });

  test('says which fault rules were applied', async () => {
    const library = libraryWith({});
    library.fault({ status: 503 });
    await get(library, '/books').expect(503);
    expect(onlyEntry(library)).toMatchObject({ status: 503, fault: 'rule 1: status 503' });
  });

  test('has HEAD as it was sent, and no body of its answer', async () => {
    const library = libraryWith({});
    await supertest(library).head('/books').set(CREDENTIAL);
    const entry = onlyEntry(library);
    expect(entry).toMatchObject({ method: 'HEAD', operation: 'listBooks', status: 200 });
    expect(entry?.response).not.toHaveProperty('body');
  });

  test('has pre-flights, and no control requests', async () => {
    const library = libraryWith({});
    const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'PATCH' };
    await supertest(library).options('/books/a').set(preflight);
    await supertest(library).get('/_docent/state');
    await supertest(library).get('/_docent/session/one/_docent/nowhere');
    expect(library.journal.entries).toMatchObject([{ method: 'OPTIONS', status: 204, operation: null }]);
  });

  test('marks a client that went away before it was answered', async () => {
    const { url, journal } = await startLibrary();
    const leaving = httpRequest(`${url}/books`, { headers: { ...CREDENTIAL, Prefer: 'wait=30' } }).end();
    leaving.on('error', () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(journal.entries).toEqual([]);
    leaving.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(journal.entries).toMatchObject([{ status: null, aborted: true, fault: 'Prefer: wait=30', response: null }]);
  });

  test('keeps the order in which requests arrived, whichever is answered first', async () => {
    const library = libraryWith({});
    const slow = get(library, '/books?count=1').set('Prefer', 'wait=0.3').then();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await get(library, '/books?count=2');
    expect(library.journal.entries.map(({ query }) => query)).toEqual(['count=2']);
    await slow;
    expect(library.journal.entries.map(({ number, query }) => [number, query])).toEqual([
      [1, 'count=1'],
      [2, 'count=2'],
    ]);
  });

  test('has the path without the prefix that names the session, and of an absolute target', async () => {
    const { url, journal, session } = await startLibrary();
    await fetch(`${url}/_docent/session/one/books?count=1`);
    expect(session('one').journal.entries).toMatchObject([{ session: 'one', path: '/books', query: 'count=1' }]);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end('GET http://me:secret@x/books?count=1#top HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(journal.entries).toMatchObject([{ path: '/books', query: 'count=1' }]);
    expect(JSON.stringify(journal.entries)).not.toContain('secret');
  });

  test('has headers of any name, and those that were sent twice', async () => {
    const { url, journal } = await startLibrary();
    const headers = ['Host', 'x', '__proto__', 'p', 'X-A', '1', 'x-a', '2', 'constructor', 'c'];
    await once(httpRequest(`${url}/nowhere`, { headers, setHost: false }).end(), 'response');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(Object.entries(journal.entries[0]?.request.headers ?? {})).toEqual(
      expect.arrayContaining([
        ['__proto__', 'p'],
        ['x-a', '1, 2'],
        ['constructor', 'c'],
      ]),
    );
  });

  test('is a copy, which changes nothing', async () => {
    const library = libraryWith({});
    await patch(library, '/books/a', { tags: ['x'] });
    const [entry] = library.journal.entries;
    Object.assign(entry?.request.body ?? {}, { tags: 'changed' });
    Object.assign(entry?.request.parameters?.path ?? {}, { isbn: 'changed' });
    expect(onlyEntry(library)).toMatchObject({
      request: { body: { tags: ['x'] }, parameters: { path: { isbn: 'a' } } },
    });
  });

  test('shows a body that nests deeper than any that is served as the text that it is', async () => {
    const library = libraryWith({});
    const deep = '['.repeat(1000) + ']'.repeat(1000);
    await supertest(library).patch('/books/a').set(CREDENTIAL).type('json').send(deep).expect(400);
    const { body } = await supertest(library).get('/_docent/journal').expect(200);
    expect(body.entries[0].request.body).toBe(deep);
  });
});

describe('the journal is emptied', () => {
  test.each([
    ['in the process', async (mock: Mock) => mock.journal.clear()],
    ['over HTTP', async (mock: Mock) => void (await supertest(mock).delete('/_docent/journal').expect(204))],
    ['by a reset', async (mock: Mock) => mock.reset()],
    ['by a reset over HTTP', async (mock: Mock) => void (await supertest(mock).post('/_docent/reset').expect(200))],
  ])('%s, of what is under way as well, and counts on', async (_name, clear) => {
    const library = libraryWith({});
    await get(library, '/books');
    const server = createServer(library);
    const arrival = once(server, 'request');
    const slow = supertest(server).get('/books').set(CREDENTIAL).set('Prefer', 'wait=0.3').then();
    await arrival;
    await clear(library);
    await slow;
    expect(library.journal.entries).toEqual([]);
    await get(library, '/books');
    expect(library.journal.entries).toMatchObject([{ number: 3 }]);
  });

  test('neither by a scenario nor by putting a snapshot back', async () => {
    const library = libraryWith({});
    const snapshot = library.snapshot();
    await get(library, '/books');
    library.restore(snapshot);
    library.switchTo();
    expect(library.journal.entries).toHaveLength(1);
  });
});
