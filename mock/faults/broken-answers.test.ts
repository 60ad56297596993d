import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FaultRule, type StartedMock, startMock } from '../index';
import { fileOf, libraryDocument } from '../test-document';

let started: StartedMock;
beforeEach(async () => {
  started = await startMock({ spec: fileOf('library.json', JSON.stringify(libraryDocument())), today: '2027-03-01' });
});
afterEach(() => started.close());

const HEADERS = 'Host: library.example\r\nAuthorization: Basic t\r\n';
const asked = (method: string, path = '/books/a') => `${method} ${path} HTTP/1.1\r\n${HEADERS}\r\n`;
const READ = asked('GET');
const BODY = '{"title":"New"}';
const CHANGE = `PATCH /books/a HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
const ENTRY = '{"isbn":"a","title":"A","year":1990,"note":"n","tags":["x","y"],"shelf":{"room":"r","row":1}}';

interface Received {
  text: string;
  /** Milliseconds from the first byte to the last. */
  took: number;
}

/** What the mock sends until it closes the connection, which a client that keeps it alive does not. */
async function received(sent: string): Promise<Received> {
  const socket = connect(Number(new URL(started.url).port), '127.0.0.1', () => socket.write(sent));
  let [text, first, last] = ['', 0, 0];
  socket.setTimeout(5000, () => socket.destroy(new Error(`Still open after: ${text}`)));
  socket.on('data', (bytes) => {
    last = performance.now();
    first ||= last;
    text += bytes;
  });
  await once(socket, 'close');
  return { text, took: last - first };
}

const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);
const title = async () => {
  const response = await fetch(`${started.url}/books/a`, { headers: { Authorization: 'Basic t', Prefer: 'code=200' } });
  return ((await response.json()) as { title: string }).title; // the document's schema
};

describe('the connection is closed', () => {
  test.each([
    ['before', 'A'],
    ['after', 'New'],
  ] as const)('without a byte, cut %s the operation, whose update is then %s', async (cut, expected) => {
    started.fault({ cut });
    expect((await received(CHANGE)).text).toBe('');
    expect(await title()).toBe(expected);
  });

  test('after the headers of an answer whose operation was performed', async () => {
    started.fault({ cut: 'after-headers' });
    const { text } = await received(CHANGE);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\nContent-Length: 95\r\n/);
    expect(bodyOf(text)).toBe('');
    expect(await title()).toBe('New');
  });

  test.each(['before', 'after'] as const)('%s, once earlier requests on it are answered', async (cut) => {
    started.fault({ operation: 'changeBook', cut });
    started.fault({ operation: 'readBook', delay: 100 });
    const { text } = await received(READ + CHANGE);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(JSON.parse(bodyOf(text))).toMatchObject({ isbn: 'a' });
  });

  test('after an answer to a HEAD is whole', async () => {
    started.fault({ cut: 'after-headers', times: 1 });
    started.fault({ truncate: 0.5 });
    for (let round = 0; round < 2; round++) {
      const { text } = await received(asked('HEAD'));
      expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(text).toMatch(/\r\nContent-Length: 93\r\n/);
      expect(bodyOf(text)).toBe('');
    }
  });

  test('for this one request only', async () => {
    started.fault({ cut: 'before', times: 1 });
    const headers = { Authorization: 'Basic t' };
    await expect(fetch(`${started.url}/books`, { headers })).rejects.toThrow('fetch failed');
    expect((await fetch(`${started.url}/books`, { headers })).status).toBe(200);
  });
});

describe('a body is truncated', () => {
  test.each([
    [0, ''],
    [0.1, '{"isbn":"'],
    [0.5, '{"isbn":"a","title":"A","year":1990,"note":"n"'],
    [0.9999, ENTRY.slice(0, -1)],
  ])('to %f of it, with the length of the whole, and no further answer', async (truncate, expected) => {
    started.fault({ truncate });
    const { text } = await received(READ + READ);
    expect(text).toMatch(/\r\nContent-Length: 93\r\n/);
    expect(bodyOf(text)).toBe(expected);
  });

  test('of an operation that is performed', async () => {
    started.fault({ truncate: 0.5 });
    expect(bodyOf((await received(CHANGE)).text)).toBe('{"isbn":"a","title":"New","year":1990,"note":"n');
    expect(await title()).toBe('New');
  });

  test('of a refusal too', async () => {
    started.fault({ truncate: 0.5 });
    const { text } = await received(asked('GET', '/books/unknown'));
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(bodyOf(text)).toMatch(/^\{"type":"urn:docent:unknown-resource/);
    expect(() => JSON.parse(bodyOf(text))).toThrow();
  });
});

describe('a slow body', () => {
  const QUIT = READ.replace(HEADERS, `${HEADERS}Connection: close\r\n`);

  test('comes at so many bytes a second, and whole', async () => {
    started.fault({ slow: 200 });
    const { text, took } = await received(QUIT);
    expect(bodyOf(text)).toBe(ENTRY);
    expect([took > 400, took < 2000]).toEqual([true, true]);
  });

  test('that a HEAD does not have takes no time', async () => {
    started.fault({ slow: 1 });
    const begun = performance.now();
    const { text } = await received(QUIT.replace('GET', 'HEAD'));
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)+Content-Length: 93\r\n/);
    expect(bodyOf(text)).toBe('');
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test('of pipelined requests comes after the one before it', async () => {
    started.fault({ slow: 500 });
    const { text } = await received(READ + READ + QUIT);
    const bodies = text.split(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\n/);
    expect(bodies).toEqual(['', ENTRY, ENTRY, ENTRY]);
  });

  test('is whole at once when the mock closes', async () => {
    started.fault({ slow: 1 });
    const answer = received(READ);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const begun = performance.now();
    await started.close();
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(bodyOf((await answer).text)).toBe(ENTRY);
    started = await startMock(); // for the end of the test to close
  });
});

test.each<[string, FaultRule]>([
  ['a rule', { delay: 60_000 }],
  ['a rule with a status', { delay: { from: 50_000, to: 60_000 }, status: 503 }],
])('A delay of %s is over when the mock closes, and its request answered', async (_name, rule) => {
  const own = await startMock({ faults: [rule] });
  const path = own.mock.service.operations.find(({ meaning }) => meaning.action === 'list')?.path;
  const answer = fetch(`${own.url}${path}`, { headers: { Authorization: 'Basic t' } });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await own.close();
  expect((await answer).status).toBe(rule.status ?? 200);
});
