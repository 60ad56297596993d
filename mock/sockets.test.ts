import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type StartedMock, startMock } from './index';

const LANTERNS = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';
const HOST = 'Host: museum.example';
const KNOWN = `${HOST}\r\nAuthorization: Basic t`;
const LAST = `${KNOWN}\r\nConnection: close`;
const CHUNKED = `${LAST}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked`;

let started: StartedMock;
beforeAll(async () => {
  started = await startMock({ today: '2027-03-01' });
});
afterAll(() => started.close());

/** What the mock says to these bytes until it closes the connection, or has said as much; `onContinue` is sent when it asks for more. */
function exchange(
  sent: string | Buffer,
  { onContinue = '', until }: { onContinue?: string; until?: RegExp } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(started.url).port), '127.0.0.1', () => socket.write(sent));
    let received = '';
    socket.setTimeout(5000, () => socket.destroy(new Error(`No answer to ${sent.toString().slice(0, 80)}`)));
    socket.on('data', (bytes) => {
      received += bytes;
      if (received === 'HTTP/1.1 100 Continue\r\n\r\n' && onContinue !== '') socket.write(onContinue);
      if (until?.test(received)) socket.destroy();
    });
    socket.on('error', reject).on('close', () => resolve(received));
  });
}

const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('these bytes are answered with a problem document:', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a method that nobody knows', `FETCH /museum-hours HTTP/1.1\r\n${LAST}\r\n\r\n`, 501],
    ['a method that begins like one', `GETS /museum-hours HTTP/1.1\r\n${LAST}\r\n\r\n`, 501],
    ['a method that is no token', `F(OO /museum-hours HTTP/1.1\r\n${LAST}\r\n\r\n`, 400],
    ['a header beyond the limit', `GET /museum-hours HTTP/1.1\r\n${LAST}\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['a path beyond the limit', `GET /${'x'.repeat(70_000)} HTTP/1.1\r\n${LAST}\r\n\r\n`, 431],
    ['a space in the path', `GET /museum hours HTTP/1.1\r\n${LAST}\r\n\r\n`, 400],
    ['a path outside ASCII', Buffer.from(`GET /m\u00fcseum HTTP/1.1\r\n${LAST}\r\n\r\n`, 'latin1'), 400],
    ['a target that is no URL', `GET http://[ HTTP/1.1\r\n${LAST}\r\n\r\n`, 400],
    ['a URL with a port that there is not', `GET http://a:99999999/ HTTP/1.1\r\n${LAST}\r\n\r\n`, 400],
    ['no Host', 'GET /museum-hours HTTP/1.1\r\nAuthorization: Basic t\r\n\r\n', 400],
    ['a Host of two words', 'GET /museum-hours HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['a Host with a path', 'GET /museum-hours HTTP/1.1\r\nHost: a/@\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', `GET /museum-hours HTTP/1.1\r\n${LAST}\r\nhost: museum.example\r\n\r\n`, 400],
    ['two Hosts in HTTP/1.0', `GET /museum-hours HTTP/1.0\r\n${LAST}\r\nHOST: other.example\r\n\r\n`, 400],
    ['a tunnel', `CONNECT museum.example:443 HTTP/1.1\r\n${LAST}\r\n\r\n`, 501],
    ['a trace', `TRACE /museum-hours HTTP/1.1\r\n${LAST}\r\n\r\n`, 405],
    ['an expectation that is not met', `GET /museum-hours HTTP/1.1\r\n${LAST}\r\nExpect: tea\r\n\r\n`, 417],
    ['two lengths of one body', `PATCH / HTTP/1.1\r\n${CHUNKED}\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`, 400],
    ['a chunk of no length', `PATCH ${LANTERNS} HTTP/1.1\r\n${CHUNKED}\r\n\r\n2\r\n{}\r\nx\r\n`, 400],
    [
      'a body in a coding that nobody decodes',
      `PATCH ${LANTERNS} HTTP/1.1\r\n${CHUNKED.replace('chunked', 'gzip, chunked')}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      501,
    ],
    ['an empty chunked body', `PATCH ${LANTERNS} HTTP/1.1\r\n${CHUNKED}\r\n\r\n0\r\n\r\n`, 400],
  ])('%s', async (_name, sent, status) => {
    const received = await exchange(sent);
    expect(statusesIn(received)).toEqual([status]);
    expect(received).toContain('Content-Type: application/problem+json');
    expect(received).not.toMatch(/<html|\n {4}at /i);
  });
});

describe('these bytes are served:', () => {
  test.each([
    ['a URL as target', `GET http://museum.example/museum-hours?limit=1 HTTP/1.1\r\n${LAST}\r\n\r\n`, [200]],
    ['an empty Host', `GET /museum-hours HTTP/1.1\r\n${LAST.replace('museum.example', '')}\r\n\r\n`, [200]],
    ['an IPv6 Host', `GET /museum-hours HTTP/1.1\r\n${LAST.replace('museum.example', '[::1]:80')}\r\n\r\n`, [200]],
    ['a fragment', `GET /museum-hours?limit=1#top HTTP/1.1\r\n${LAST}\r\n\r\n`, [200]],
    ['HTTP/1.0 without Host', 'GET /museum-hours HTTP/1.0\r\nAuthorization: Basic t\r\n\r\n', [200]],
    [
      'a pipeline',
      `GET /museum-hours HTTP/1.1\r\n${KNOWN}\r\n\r\nHEAD / HTTP/1.1\r\n${KNOWN}\r\n\r\nGET ${LANTERNS} HTTP/1.1\r\n${LAST}\r\n\r\n`,
      [200, 404, 200],
    ],
    [
      'a body on a GET',
      `GET /museum-hours HTTP/1.1\r\n${KNOWN}\r\nContent-Length: 4\r\n\r\n{"a"GET / HTTP/1.1\r\n${LAST}\r\n\r\n`,
      [200, 404],
    ],
    ['a chunked body', `PATCH ${LANTERNS} HTTP/1.1\r\n${CHUNKED}\r\n\r\n5\r\n{"pri\r\n6\r\nce":2}\r\n0\r\n\r\n`, [200]],
    [
      'a client that asks before it sends',
      `PATCH ${LANTERNS} HTTP/1.1\r\n${LAST}\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      [100, 200],
    ],
    [
      'an offer of another protocol',
      `GET /museum-hours HTTP/1.1\r\n${HOST}\r\nAuthorization: Basic t\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      [200],
    ],
    ['a path in another spelling', `GET /museum%2Dhours HTTP/1.1\r\n${LAST}\r\n\r\n`, [200]],
    ['OPTIONS of the whole server', `OPTIONS * HTTP/1.1\r\n${LAST}\r\n\r\n`, [204]],
  ])('%s', async (_name, sent, statuses) => {
    expect(statusesIn(await exchange(sent))).toEqual(statuses);
  });
});

describe('what the header decides is answered without waiting for the body:', () => {
  const json = 'Content-Type: application/json';
  const asking = 'Expect: 100-continue';
  const known = `PATCH ${LANTERNS} HTTP/1.1\r\n${KNOWN}`;
  test.each([
    ['a length beyond the limit', `${known}\r\nConnection: close\r\n${json}\r\nContent-Length: 9999999`, 413],
    [
      'the same of a client that asks before it sends',
      `${known}\r\n${json}\r\nContent-Length: 9999999\r\n${asking}`,
      413,
    ],
    ['no credential', `PATCH ${LANTERNS} HTTP/1.1\r\n${HOST}\r\n${json}\r\nContent-Length: 2\r\n${asking}`, 401],
    ['no path', `PATCH /nowhere HTTP/1.1\r\n${HOST}\r\n${json}\r\nContent-Length: 2\r\n${asking}`, 404],
    ['another media type', `${known}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n${asking}`, 415],
  ])('%s, and the connection closes', async (_name, header, status) => {
    const received = await exchange(`${header}\r\n\r\n`);
    expect(statusesIn(received)).toEqual([status]);
    expect(received).toContain('\r\nConnection: close\r\n');
  });

  test('a body in chunks, once it is beyond the limit', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const header = `${known}\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(statusesIn(await exchange(header + chunk.repeat(17), { until: / 413 / }))).toEqual([413]);
  });

  test.each([
    ['the service', `PATCH ${LANTERNS} HTTP/1.1\r\n${LAST}`, '{}'],
    [
      'the control API',
      `PUT /_docent/clock HTTP/1.1\r\n${LAST.replace('museum.example', '127.0.0.1')}`,
      '{"today":"2027-03-01"}',
    ],
  ])('but a client that may send its body is told so, by %s', async (_name, header, body) => {
    const sent = `${header}\r\n${json}\r\nContent-Length: ${body.length}\r\n${asking}\r\n\r\n`;
    expect(statusesIn(await exchange(sent, { onContinue: body }))).toEqual([100, 200]);
  });

  test('and its connection is kept', async () => {
    const body = `{}GET /museum-hours HTTP/1.1\r\n${LAST}\r\n\r\n`;
    const sent = `${known}\r\n${json}\r\nContent-Length: 2\r\n${asking}\r\n\r\n`;
    expect(statusesIn(await exchange(sent, { onContinue: body }))).toEqual([100, 200, 200]);
  });
});

describe('of requests that are sent together, those that change something are served in turn:', () => {
  const update = (name: string, headers: string) => {
    const body = JSON.stringify({ name });
    return `PATCH ${LANTERNS} HTTP/1.1\r\n${headers}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const inChunks = (name: string, headers: string) => {
    const body = JSON.stringify({ name });
    return `PATCH ${LANTERNS} HTTP/1.1\r\n${headers}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  };
  const read = (headers: string) => `GET ${LANTERNS} HTTP/1.1\r\n${headers}\r\n\r\n`;
  const namesIn = (received: string) => [...received.matchAll(/"name":"(.*?)"/g)].map(([, name]) => name);
  const late = 'Prefer: wait=0.1';

  test.each([
    ['an update that is late', (name: string, headers: string) => update(name, `${headers}\r\n${late}`)],
    ['an update in chunks', inChunks],
    ['an update like the next', update],
  ])('%s, another, and a read', async (name, first) => {
    const session = `X-Docent-Session: ${name.replaceAll(' ', '-')}`;
    await exchange(update('Dusk', `${LAST}\r\n${session}`)); // so that others are like one that was served
    const known = `${KNOWN}\r\n${session}`;
    const last = read(`${LAST}\r\n${session}`);
    const received = await exchange(first('A', known) + update('B', known) + last);
    expect(namesIn(received)).toEqual(['A', 'B', 'B']);
    expect(namesIn(await exchange(last))).toEqual(['B']);
  });

  test('a read that is late, and an update', async () => {
    const session = 'X-Docent-Session: late-read';
    const sent = read(`${KNOWN}\r\n${session}\r\n${late}`) + update('B', `${LAST}\r\n${session}`);
    expect(namesIn(await exchange(sent))).toEqual(['Lantern Evening in the Clock Gallery', 'B']);
  });

  test('none after the one that the client said was the last', async () => {
    const session = 'X-Docent-Session: last';
    const received = await exchange(inChunks('A', `${LAST}\r\n${session}`) + update('B', `${KNOWN}\r\n${session}`));
    expect(namesIn(received)).toEqual(['A']);
    expect(namesIn(await exchange(read(`${LAST}\r\n${session}`)))).toEqual(['A']);
  });

  test('reads alone wait for none', async () => {
    const began = performance.now();
    const waiting = `${KNOWN}\r\nPrefer: wait=1`;
    const received = await exchange(`${read(waiting).repeat(4)}${read(`${LAST}\r\nPrefer: wait=1`)}`);
    expect(statusesIn(received)).toEqual([200, 200, 200, 200, 200]);
    expect(performance.now() - began).toBeLessThan(4000);
  });
});

test('whoever closes the connection is told that it closes, also after having waited to send the body', async () => {
  const head = `PATCH ${LANTERNS} HTTP/1.1\r\n${LAST}\r\nContent-Type: application/json\r\nContent-Length: 11`;
  const received = await exchange(`${head}\r\nExpect: 100-continue\r\n\r\n`, { onContinue: '{"price":3}' });
  expect(statusesIn(received)).toEqual([100, 200]);
  expect(received.split('HTTP/1.1 200')[1]).toContain('Connection: close\r\n');
});

test('requests that wait on one connection stand in the journal as they came, also where one is like another that was served', async () => {
  await exchange(`GET ${LANTERNS} HTTP/1.1\r\n${LAST}\r\n\r\n`);
  const unknown = LANTERNS.replace('8c1f', '0000');
  await exchange(`GET ${unknown} HTTP/1.1\r\n${KNOWN}\r\n\r\nGET /museum-hours HTTP/1.1\r\n${LAST}\r\n\r\n`);
  const paths = started.journal.entries.slice(-2).map(({ path }) => path);
  expect(paths).toEqual([unknown, '/museum-hours']);
});
