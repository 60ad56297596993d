import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import type { Mock } from '../index';
import { CREDENTIAL, changed, get, libraryDocument, patch } from '../test-document';
import { FILES, libraryWithField, mockIn, write } from './test-files';

const NUMBERS_FOR_TITLES = libraryWithField('title', { type: 'integer' });

describe('a reload takes in', () => {
  test('a field that is new in the document', async () => {
    const patching = 'paths /books/{isbn} patch';
    const refusing = { description: 'no', 'x-docent': { when: ['unknown-field'] } };
    const strict = { [`${patching} responses 422`]: refusing };
    const folder = write({ ...FILES, 'library.json': JSON.stringify(changed(libraryDocument(), strict)) });
    const mock = mockIn(folder);
    await patch(mock, '/books/a', { pages: 3 }).expect(422);
    const pages = `${patching} requestBody content application/json schema properties pages`;
    const wider = changed(libraryDocument(), { ...strict, [pages]: { type: 'integer' } });
    write({ 'library.json': JSON.stringify(wider) }, folder);
    expect(await mock.reload()).toEqual([]);
    await patch(mock, '/books/a', { pages: 3 }).expect(200);
    expect((await get(mock, '/books/a')).body).toMatchObject({ isbn: 'a', pages: 3 });
  });

  test('another title, which `service` then has', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    write({ 'library.json': JSON.stringify(changed(libraryDocument(), { 'info title': 'Archive' })) }, folder);
    expect(mock.service.title).toBe('Library');
    await mock.reload();
    expect(mock.service.title).toBe('Archive');
  });

  test('what the fixtures say now, where nothing was changed', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    await patch(mock, '/books/a', { title: 'Mine' });
    write({ 'data/books.yaml': 'books: [{ isbn: a, title: A2 }, { isbn: b, title: B2 }]' }, folder);
    await mock.reload();
    expect((await get(mock, '/books/a')).body.title).toBe('Mine');
    expect((await get(mock, '/books/b')).body.title).toBe('B2');
    mock.reset();
    expect((await get(mock, '/books/a')).body.title).toBe('A2');
  });

  test('what it is made of where it is mounted in another app', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    const app = express().use('/api', mock);
    write({ 'data/books.yaml': 'books: [{ isbn: z, title: Z }]' }, folder);
    await mock.reload();
    const { body } = await supertest(app).get('/api/books/z').set(CREDENTIAL).expect(200);
    expect(body.title).toBe('Z');
  });
});

describe('a reload keeps', () => {
  test('of each session the changes that conform, its clock, its scenario and its snapshots', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    const [one, two] = [mock.session('one'), mock.session('two')];
    await patch(mock, '/books/a', { title: 'Mine' }).set(one.headers);
    await supertest(mock).put('/_docent/snapshots/mine').set(one.headers).expect(200);
    await patch(mock, '/books/a', { title: 'Later' }).set(one.headers);
    one.setToday('2028-01-01');
    two.switchTo('empty');
    write({ 'library.json': libraryWithField('pages', { type: 'integer' }) }, folder);
    expect(await mock.reload()).toEqual([]);
    expect((await get(mock, '/books/a').set(one.headers)).body.title).toBe('Later');
    expect((await get(mock, '/books/a')).body.title).toBe('A');
    expect([one.today(), two.today(), two.identifiers('books')]).toEqual(['2028-01-01', '2027-03-01', []]);
    await supertest(mock).post('/_docent/snapshots/mine/restore').set(one.headers).expect(200);
    expect((await get(mock, '/books/a').set(one.headers)).body.title).toBe('Mine');
  });

  test('fault rules and what they have counted, and drops those of operations that are gone', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    const reading = mock.fault({ path: '/books/{isbn}', method: 'GET', after: 1, status: 503 });
    await get(mock, '/books/a').expect(200);
    write({ 'library.json': JSON.stringify(changed(libraryDocument(), { 'info title': 'Archive' })) }, folder);
    await mock.reload();
    await get(mock, '/books/a').expect(503);
    expect([reading.matched, reading.applied]).toEqual([2, 1]);
    write(
      { 'library.json': JSON.stringify(changed(libraryDocument(), { 'paths /books/{isbn} get': undefined })) },
      folder,
    );
    await mock.reload();
    await get(mock, '/books/a').expect(405);
  });

  test('nothing that does not conform any more, and says what', async () => {
    const folder = write({ ...FILES, 'data/books.yaml': 'books: [{ isbn: a }, { isbn: b }]' });
    const mock = mockIn(folder);
    const { headers } = mock.session('one');
    await patch(mock, '/books/a', { title: 'Mine' }).set(headers);
    await patch(mock, '/books/b', { year: 5 }).set(headers);
    write({ 'library.json': NUMBERS_FOR_TITLES }, folder);
    expect(await mock.reload()).toEqual([
      'books "a" title must be an integer, but it is "Mine": its changes are dropped.',
    ]);
    expect((await get(mock, '/books/a').set(headers)).body).toEqual({ isbn: 'a' });
    expect((await get(mock, '/books/b').set(headers)).body).toEqual({ isbn: 'b', year: 5 });
  });

  test('no more than conforms of what a snapshot holds, taken over HTTP or in the process', async () => {
    const folder = write({ ...FILES, 'data/books.yaml': 'books: [{ isbn: a }, { isbn: b }]' });
    const mock = mockIn(folder);
    await supertest(mock)
      .put('/_docent/state/books')
      .send([{ isbn: 'a', title: 'Mine' }, { isbn: 'z' }])
      .expect(200);
    await supertest(mock).put('/_docent/snapshots/mine').expect(200);
    const snapshot = mock.snapshot();
    mock.reset();
    write({ 'library.json': NUMBERS_FOR_TITLES }, folder);
    expect(await mock.reload()).toHaveLength(1);
    await supertest(mock).post('/_docent/snapshots/mine/restore').expect(200);
    expect(mock.identifiers('books')).toEqual(['z']);
    mock.reset();
    mock.restore(snapshot);
    expect(mock.identifiers('books')).toEqual(['z']);
    await patch(mock, '/books/z', { title: 7 }).expect(400);
  });

  test('the removal of an entry, and entries that were added', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    await supertest(mock)
      .patch('/_docent/state/books')
      .send({ a: null, new: { title: 'New' } })
      .expect(200);
    write({ 'library.json': libraryWithField('pages', { type: 'integer' }) }, folder);
    await mock.reload();
    expect(mock.identifiers('books')).toEqual(['b', 'new']);
  });

  test('entries by their key where that is another field', async () => {
    const folder = write({ ...FILES, 'data/books.yaml': 'books: [{ isbn: a, title: A }, { isbn: b, title: B }]' });
    const mock = mockIn(folder);
    await patch(mock, '/books/a', { year: 5 });
    await patch(mock, '/books/b', { year: 6 });
    const key = { parameter: 'isbn', field: 'title' };
    const renamed = changed(libraryDocument(), {
      'paths /books/{isbn} get x-docent key': key,
      'paths /books/{isbn} patch x-docent key': key,
    });
    write({ 'library.json': JSON.stringify(renamed) }, folder);
    expect(await mock.reload()).toEqual([]);
    expect((await get(mock, '/books/A')).body.year).toBe(5);
    expect(mock.identifiers('books')).toEqual(['A', 'B']);
  });

  test('no resource that the document has no more', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    await patch(mock, '/books/a', { title: 'Mine' });
    const renamed = FILES['library.json'].replaceAll('"resource":"books"', '"resource":"volumes"');
    write(
      { 'library.json': renamed, 'data/books.yaml': 'volumes: [{ isbn: a }]', 'data/scenarios/empty.yaml': '{}' },
      folder,
    );
    expect(await mock.reload()).toEqual(['books is no resource of the document any more: its changes are dropped.']);
    expect((await get(mock, '/books/a')).body).toEqual({ isbn: 'a' });
    await get(mock, '/_docent/diff').expect(200, {});
  });

  test('no scenario that has gone: the fixtures take its place, until it is there again', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder, { scenario: 'empty' });
    rmSync(join(folder, 'data/scenarios/empty.yaml'));
    expect(await mock.reload()).toEqual(['There is no scenario "empty" any more; the fixtures take its place.']);
    expect(mock.identifiers('books')).toEqual(['a', 'b']);
    write({ 'data/scenarios/empty.yaml': 'books: []' }, folder);
    await mock.reload();
    mock.reset();
    expect(mock.identifiers('books')).toEqual([]);
  });

  test('what the mock was created with', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder, { tokens: ['dGVzdA=='], requireSession: true });
    write({ 'library.json': libraryWithField('pages', { type: 'integer' }) }, folder);
    await mock.reload();
    const { headers } = mock.session('one');
    await get(mock, '/books').expect(400);
    await get(mock, '/books').set(headers).expect(200);
    await get(mock, '/books').set(headers).set('Authorization', 'Basic other').expect(401);
  });
});

describe('a reload that fails', () => {
  test('tells every fault and leaves the mock as it was', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    await patch(mock, '/books/a', { title: 'Mine' });
    write({ 'data/books.yaml': 'books:\n  - { isbn: a, title: 1 }\n  - { isbn: a }\nbook: []' }, folder);
    await expect(mock.reload()).rejects.toThrow(/books\.yaml:2 .*must be a string[\s\S]*books\.yaml:3 .*twice/);
    await expect(mock.reload()).rejects.toThrow(/books\.yaml:4 {2}"book" is no resource/);
    expect((await get(mock, '/books/a')).body.title).toBe('Mine');
    write(FILES, folder);
    await mock.reload();
    expect((await get(mock, '/books/a')).body.title).toBe('Mine');
  });
});

describe('a request that is under way during a reload', () => {
  const RENAMED = FILES['library.json'].replaceAll('/books', '/volumes').replaceAll('"books"', '"volumes"');
  const other = { 'library.json': RENAMED, 'data/books.yaml': 'volumes: []', 'data/scenarios/empty.yaml': '{}' };

  test('is answered by the version that it began with', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    const { call, close } = await listening(mock);
    const late = [await call('/books/a'), await call('/books'), await call('/books/a', { title: 'Mine' })];
    write(other, folder);
    await mock.reload();
    await get(mock, '/books/a').expect(404);
    expect((await Promise.all(late.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([200, 200, 200]);
    close();
  });

  test('has its update made in the version that follows, beside those that were made there', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    const { call, close } = await listening(mock);
    const late = await call('/books/a', { title: 'Late' });
    write({ 'library.json': libraryWithField('pages', { type: 'integer' }) }, folder);
    await mock.reload();
    await patch(mock, '/books/a', { year: 7 }).expect(200);
    expect((await late.answer).status).toBe(200);
    expect((await get(mock, '/books/a')).body).toMatchObject({ title: 'Late', year: 7 });
    close();
  });

  test('is never refused, however many reloads there are', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    const reloads = (async () => {
      for (let round = 0; round < 10; round += 1) {
        write({ 'library.json': libraryWithField(`field${round}`, { type: 'integer' }) }, folder);
        await mock.reload();
      }
      return 'done';
    })();
    const statuses = new Set<number>();
    let updates = 0;
    while ((await Promise.race([reloads, Promise.resolve('busy')])) === 'busy') {
      updates += 1;
      const calls = [patch(mock, '/books/a', { year: updates }), get(mock, '/books/a'), get(mock, '/books')];
      for (const { status } of await Promise.all(calls)) statuses.add(status);
      expect((await get(mock, '/books/a')).body.year).toBe(updates);
    }
    expect([...statuses]).toEqual([200]);
  });
});

/** A server that tells when a request has arrived which it will answer late. */
async function listening(mock: Mock) {
  let arrived = () => {};
  const server = createServer((request, response) => {
    mock(request, response);
    arrived();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const call = async (path: string, body?: object) => {
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const headers = { ...CREDENTIAL, 'Content-Type': 'application/json', Prefer: 'wait=2' };
    const sent = body === undefined ? { headers } : { headers, method: 'PATCH', body: JSON.stringify(body) };
    const answer = fetch(`http://127.0.0.1:${port}${path}`, sent);
    await arrival;
    return { answer };
  };
  return { call, close: () => server.close() };
}
