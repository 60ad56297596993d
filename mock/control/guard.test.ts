import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { type MockOptions, startMock } from '../index';
import { get, libraryWith } from '../test-document';
import { guardControl, isLoopback } from './guard';

const library = libraryWith({});
const reset = (headers: Record<string, string>) => supertest(library).post('/_docent/reset').set(headers);

describe('the control API refuses what a web page can have sent:', () => {
  test.each([
    ['a page of another site', { Origin: 'https://evil.example' }],
    ['a page on another port of this machine', { Origin: 'http://localhost:3000' }],
    ['a page without an origin', { Origin: 'null' }],
    ['an old browser that says it in metadata alone', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a link of another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
    ['a page of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['a name that was bound to this machine', { Host: 'evil.example:4010' }],
    ['such a name and its own origin', { Host: 'evil.example', Origin: 'http://evil.example' }],
    ['a name that begins like loopback', { Host: '127.0.0.1.evil.example' }],
    ['a name that ends like loopback', { Host: 'evillocalhost' }],
    ['credentials in the name', { Host: 'localhost@evil.example' }],
  ])('%s', async (_name, headers) => {
    const { status, body } = await reset(headers as Record<string, string>);
    expect([status, body.type]).toEqual([403, 'urn:docent:cross-site']);
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'today=2027-03-01'],
    ['plain text', 'text/plain', '{"today":"2027-03-01"}'],
    ['a form with a file', 'multipart/form-data; boundary=x', '--x--'],
  ])('%s', async (_name, type, text) => {
    await supertest(library).put('/_docent/clock').set('Content-Type', type).send(text).expect(415);
    await supertest(library).post('/_docent/reset').set('Content-Type', type).send(text).expect(415);
  });

  test('a pre-flight, which gets no permission', async () => {
    const asked = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'content-type' };
    for (const headers of [{ Origin: 'http://localhost:3000', ...asked }, asked]) {
      for (const path of ['/_docent/clock', '/_docent/session/one/_docent/clock']) {
        const response = await supertest(library).options(path).set(headers);
        expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });
});

test.each([
  ['no browser', {}],
  ['a page of its own', { Host: 'localhost:1', Origin: 'http://localhost:1', 'Sec-Fetch-Site': 'same-origin' }],
  ['a user at the address bar', { 'Sec-Fetch-Site': 'none' }],
  ['another name of this machine', { Host: 'docent.localhost:4010' }],
  ['its address', { Host: '[::1]:4010' }],
])('The control API answers %s', async (_name, headers) => {
  await reset(headers as Record<string, string>).expect(200);
});

test.each([{}, { 'X-Docent-Session': 'one' }])('The service itself answers any origin, with %j', async (headers) => {
  const answers = [
    await get(library, '/books').set(headers).set('Origin', 'https://a.example').set('Host', 'b.example'),
    await get(library, '/_docent/session/two/books').set('Origin', 'https://a.example'),
  ];
  for (const { status, headers: sent } of answers) {
    expect([status, sent['access-control-allow-origin']]).toEqual([200, 'https://a.example']);
  }
});

test.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.1', false],
  ['127.0.0.1.example', false],
  ['', false],
])('That "%s" is loopback is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

/** Asks a mock that was started with these options, under a Host of one's own. */
async function askStarted(options: MockOptions & { host?: string }, headers: Record<string, string> = {}) {
  const { url, close } = await startMock({ today: '2027-03-01', ...options });
  const asked = httpRequest({ host: '127.0.0.1', port: new URL(url).port, path: '/_docent/state', headers }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  await close();
  return [response.statusCode, response.headers['www-authenticate']];
}

const CHALLENGE = 'Bearer realm="Docent control API"';

describe('with a control token', () => {
  test.each([
    ['it', { Authorization: 'Bearer s3cret' }, [200, undefined]],
    ['it under any name', { Authorization: 'bearer s3cret', Host: 'mock.example' }, [200, undefined]],
    ['another', { Authorization: 'Bearer s3cre' }, [401, CHALLENGE]],
    ['a credential of the service', { Authorization: 'Basic s3cret' }, [401, CHALLENGE]],
    ['none', {}, [401, CHALLENGE]],
    ['it, from a page', { Authorization: 'Bearer s3cret', Origin: 'http://evil.example' }, [403, undefined]],
  ])('a request that carries %s is answered as it should be', async (_name, headers, expected) => {
    const sent = headers as Record<string, string>;
    expect(await askStarted({ controlToken: 's3cret' }, sent)).toEqual(expected);
    expect(await askStarted({ controlToken: 's3cret', host: '0.0.0.0' }, sent)).toEqual(expected);
  });
});

test.each([
  ['http://evil.example', '127.0.0.1', 403],
  ['http://127.0.0.1', 'evil.example', 200],
])('The control API answers the name of an absolute target, %s, whatever Host says', async (origin, host, status) => {
  const server = createServer(library).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const [response] = await once(
    httpRequest({ port, path: `${origin}/_docent/state`, headers: { Host: host } }).end(),
    'response',
  );
  server.close();
  server.closeAllConnections();
  expect(response.statusCode).toBe(status);
});

describe('without a control token', () => {
  test.each([
    ['on loopback', { host: '127.0.0.1' }, 200],
    ['on all addresses', { host: '0.0.0.0' }, 403],
    ['switched off', { control: false }, 403],
  ])('the control API of a mock %s answers %j with %i', async (_name, options, status) => {
    expect((await askStarted(options))[0]).toBe(status);
  });

  test('an app that is mounted on another address has none', () => {
    const request = { headers: {}, socket: { localAddress: '192.0.2.1' } } as unknown as Parameters<
      typeof guardControl
    >[0];
    expect(() => guardControl(request, { isOn: true, token: undefined })).toThrow(/^control-off/);
  });

  test('an app that is mounted in a server of the user has one', async () => {
    const server = createServer(library).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const { status } = await fetch(`http://127.0.0.1:${port}/_docent`);
    server.close();
    expect(status).toBe(200);
  });
});
