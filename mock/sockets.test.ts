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

/** What the mock says to these bytes until it closes the connection. */
function exchange(sent: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(started.url).port), '127.0.0.1', () => socket.write(sent));
    let received = '';
    socket.setTimeout(5000, () => socket.destroy(new Error(`No answer to ${sent.toString().slice(0, 80)}`)));
    socket.on('data', (bytes) => {
      received += bytes;
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
    ['a method that nobody knows', `FETCH /museum-hours HTTP/1.1\r\n${LAST}\r\n\r\n`, 400],
    ['a header beyond the limit', `GET /museum-hours HTTP/1.1\r\n${LAST}\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['a path beyond the limit', `GET /${'x'.repeat(70_000)} HTTP/1.1\r\n${LAST}\r\n\r\n`, 431],
    ['a space in the path', `GET /museum hours HTTP/1.1\r\n${LAST}\r\n\r\n`, 400],
    ['a path outside ASCII', Buffer.from(`GET /m\u00fcseum HTTP/1.1\r\n${LAST}\r\n\r\n`, 'latin1'), 400],
    ['a target that is no URL', `GET http://[ HTTP/1.1\r\n${LAST}\r\n\r\n`, 400],
    ['a URL with a port that there is not', `GET http://a:99999999/ HTTP/1.1\r\n${LAST}\r\n\r\n`, 400],
    ['no Host', 'GET /museum-hours HTTP/1.1\r\nAuthorization: Basic t\r\n\r\n', 400],
    ['two Hosts', `GET /museum-hours HTTP/1.1\r\n${LAST}\r\nhost: museum.example\r\n\r\n`, 400],
    ['two Hosts in HTTP/1.0', `GET /museum-hours HTTP/1.0\r\n${LAST}\r\nHOST: other.example\r\n\r\n`, 400],
    ['a tunnel', `CONNECT museum.example:443 HTTP/1.1\r\n${LAST}\r\n\r\n`, 405],
    ['a trace', `TRACE /museum-hours HTTP/1.1\r\n${LAST}\r\n\r\n`, 405],
    ['an expectation that is not met', `GET /museum-hours HTTP/1.1\r\n${LAST}\r\nExpect: tea\r\n\r\n`, 417],
    ['two lengths of one body', `PATCH / HTTP/1.1\r\n${CHUNKED}\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`, 400],
    ['a chunk of no length', `PATCH ${LANTERNS} HTTP/1.1\r\n${CHUNKED}\r\n\r\n2\r\n{}\r\nx\r\n`, 400],
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
