import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { createMock, type StartedMock, startMock } from '../index';
import { CREDENTIAL, fileOf, libraryDocument } from '../test-document';

let mock: StartedMock;

beforeEach(async () => {
  mock = await startMock({ spec: fileOf('library.json', JSON.stringify(libraryDocument())), today: '2027-03-01' });
});

afterEach(() => mock.close());

describe('the body of an update like one that was served', () => {
  const head = (path: string, length: number) =>
    `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic dGVzdA==\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

  async function send(parts: string[], answers: number): Promise<string> {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1').setEncoding('utf8');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    for (const part of parts) {
      socket.write(part);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    while (statuses(text).length < answers) await once(socket, 'data');
    socket.destroy();
    return text;
  }

  test('may come in pieces, and several may on one connection', async () => {
    const [one, two, bad] = ['{"year":1}', '{"year":2}', '{"year":"x"}'];
    const parts = [one, two, bad, one].flatMap((body) => [
      head('/books/a', body.length) + body.slice(0, 4),
      body.slice(4),
    ]);
    expect(statuses(await send(parts, 4))).toEqual(['200', '200', '400', '200']);
    const all = [one, two, bad, two].map((body) => head('/books/a', body.length) + body).join('');
    expect(statuses(await send([all], 4))).toEqual(['200', '200', '400', '200']);
    const book = await (await fetch(`${mock.url}/books/a`, { headers: CREDENTIAL })).json();
    expect(book).toMatchObject({ year: 2 });
  });

  test('is journalled as aborted where its client leaves before it is whole', async () => {
    await send([`${head('/books/a', 10)}{"year":1}`], 1);
    await send([`${head('/books/a', 10)}{"year"`], 0);
    while (mock.journal.entries.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(mock.journal.entries).toMatchObject([{ status: 200 }, { status: null, aborted: true }]);
  });

  test('is journalled where its client leaves before the first byte of it', async () => {
    await send([`${head('/books/a', 10)}{"year":1}`], 1);
    await send([head('/books/a', 10)], 0);
    while (mock.journal.entries.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(mock.journal.entries).toMatchObject([{ status: 200 }, { status: null, aborted: true }]);
  });

  test('has its place in the journal by its arrival, however late its body comes', async () => {
    await send([`${head('/books/a', 10)}{"year":1}`], 1);
    const other = 'GET /books/a HTTP/1.1\r\nHost: x\r\nAuthorization: Basic dGVzdA==\r\n\r\n';
    const late = connect(Number(new URL(mock.url).port), '127.0.0.1').setEncoding('utf8');
    late.write(head('/books/a', 10));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await send([other], 1);
    late.write('{"year":2}');
    await once(late, 'data');
    late.destroy();
    expect(mock.journal.entries.map(({ method }) => method)).toEqual(['PATCH', 'PATCH', 'GET']);
  });

  test('may come after a reload: the version that the request began with has it', async () => {
    const spec = fileOf('reloaded.json', JSON.stringify(libraryDocument()));
    await mock.close();
    mock = await startMock({ spec, today: '2027-03-01', watch: false });
    for (const year of [1, 2]) await send([`${head('/books/a', 10)}{"year":${year}}`], 1);
    const late = connect(Number(new URL(mock.url).port), '127.0.0.1').setEncoding('utf8');
    late.write(head('/books/a', 10));
    await new Promise((resolve) => setTimeout(resolve, 50));
    writeFileSync(spec, JSON.stringify(libraryDocument()).replaceAll('"resource":"books"', '"resource":"volumes"'));
    await mock.mock.reload();
    late.write('{"year":3}');
    const [answer] = await once(late, 'data');
    late.destroy();
    expect(statuses(answer)).toEqual(['200']);
  });

  test('may have been read by an app around the mock', async () => {
    const inner = createMock({ spec: fileOf('read.json', JSON.stringify(libraryDocument())), today: '2027-03-01' });
    const app = express().use(express.json(), inner);
    for (const year of [1, 2, 3, 4]) {
      const { status, body } = await supertest(app).patch('/books/a').set(CREDENTIAL).send({ year });
      expect([status, body.year]).toEqual([200, year]);
    }
  });

  test('may be of any size', async () => {
    for (const size of [10, 20_000, 100_000]) {
      const body = JSON.stringify({ title: 'x'.repeat(size) });
      const headers = { ...CREDENTIAL, 'Content-Type': 'application/json' };
      const response = await fetch(`${mock.url}/books/a`, { method: 'PATCH', headers, body });
      const { title } = (await response.json()) as { title: string };
      expect([response.status, title.length]).toEqual([200, size]);
    }
  });
});
