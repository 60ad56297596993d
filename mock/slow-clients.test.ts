import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SERVER_LIMITS } from './limits';
import { type StartedMock, startLimited } from './server';

const LANTERNS = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';
const KNOWN = 'Host: museum.example\r\nAuthorization: Basic t';
const READ = `GET ${LANTERNS} HTTP/1.1\r\n${KNOWN}\r\n\r\n`;
const UPDATE = `PATCH ${LANTERNS} HTTP/1.1\r\n${KNOWN}\r\nContent-Type: application/json`;
const LONG = JSON.stringify({ location: 'x'.repeat(900_000) });

const LIMITS = {
  ...SERVER_LIMITS,
  headerTime: 300,
  requestTime: 600,
  checkInterval: 50,
  partingTime: 300,
  connections: 20,
};

let started: StartedMock;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  started = await startLimited({ today: '2027-03-01' }, LIMITS);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await started.close();
});

interface Client {
  socket: Socket;
  received(): string;
  isClosed(): boolean;
  /** Waits for the end of the connection; how long after its beginning that is, in milliseconds. */
  closed(): Promise<number>;
}

async function client(...sent: string[]): Promise<Client> {
  const socket = connect(Number(new URL(started.url).port), '127.0.0.1');
  sockets.push(socket);
  const began = performance.now();
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.on('error', () => undefined); // a connection that is cut off may be reset
  const closed = once(socket, 'close').then(() => performance.now() - began);
  await once(socket, 'connect');
  for (const text of sent) socket.write(text);
  return { socket, received: () => received, isClosed: () => socket.closed, closed: () => closed };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !isSo(); turn += 1) await wait(10);
  expect(isSo()).toBe(true);
}

async function drip({ socket }: Client, text: string, pause: number): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return;
    socket.write(character);
    await wait(pause);
  }
}

const statusesIn = ({ received }: Client) =>
  [...received().matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

const location = async () => {
  const response = await fetch(started.url + LANTERNS, { headers: { Authorization: 'Basic t' } });
  return ((await response.json()) as { location: string }).location;
};

describe('A client is cut off with a 408 problem document', () => {
  test.each([
    ['that stops within its header', `GET ${LANTERNS} HTTP/1.1\r\nHost: a`],
    ['that sends nothing at all', ''],
    ['that stops within its body', `${UPDATE}\r\nContent-Length: 100\r\n\r\n{"price":`],
    ['that stops before its body', `${UPDATE}\r\nContent-Length: 100\r\n\r\n`],
    ['that stops within its chunks', `${UPDATE}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"pri\r\n`],
  ])('%s', async (_name, sent) => {
    const slow = await client(sent);
    expect(await slow.closed()).toBeLessThan(2000);
    expect(statusesIn(slow)).toEqual([408]);
    expect(slow.received()).toContain('Content-Type: application/problem+json');
    expect(slow.received()).toMatch(/"detail":"The request did not arrive in time\."/);
  });

  test.each([
    ['header', `GET ${LANTERNS} HTTP/1.1\r\n`, 'X-Slow: '],
    ['body', `${UPDATE}\r\nContent-Length: 1000\r\n\r\n`, '{"location": "'],
  ])('that never stops sending its %s, a byte at a time', async (_name, sent, begun) => {
    const slow = await client(sent);
    await drip(slow, begun + 'x'.repeat(100), 20);
    expect(await slow.closed()).toBeLessThan(2000);
    expect(statusesIn(slow)).toEqual([408]);
  });

  test('that does so in a request after others', async () => {
    const slow = await client(READ);
    await until(() => statusesIn(slow).length === 1);
    slow.socket.write(`${UPDATE}\r\nContent-Length: 100\r\n\r\n{`);
    await slow.closed();
    expect(statusesIn(slow)).toEqual([200, 408]);
  });

  test('after the requests that it sent before are answered', async () => {
    const delayed = READ.replace('\r\n\r\n', '\r\nPrefer: wait=1\r\n\r\n');
    const slow = await client(`${delayed}GET ${LANTERNS} HTTP/1.1\r\n`);
    await slow.closed();
    expect(statusesIn(slow)).toEqual([200, 408]);
  });
});

test('What a client sends after it was cut off changes nothing', async () => {
  const before = await location();
  const slow = await client(`${UPDATE}\r\nContent-Length: 22\r\n\r\n{"location": `);
  slow.socket.once('data', () => slow.socket.write('"Attic"}\n')); // before it sees that the mock has closed its end
  await slow.closed();
  expect(await location()).toBe(before);
});

test('A client that was answered before its body came gets no second answer', async () => {
  const refused = UPDATE.replace('Authorization: Basic t', 'X-Other: t');
  const slow = await client(`${refused}\r\nContent-Length: 100\r\n\r\n{`);
  await slow.closed();
  expect(statusesIn(slow)).toEqual([401]);
});

describe('A client is served', () => {
  test('that sends a byte at a time, within the limits', async () => {
    await started.close();
    started = await startLimited({}, { ...LIMITS, headerTime: 20_000, requestTime: 30_000 }); // a busy machine makes the drip slower
    const slow = await client();
    await drip(slow, READ, 1);
    await until(() => statusesIn(slow).length === 1);
    expect(statusesIn(slow)).toEqual([200]);
  });

  test('whose connection was idle for longer than a request may take', async () => {
    const idle = await client(READ);
    await until(() => statusesIn(idle).length === 1);
    await wait(LIMITS.requestTime + 300);
    idle.socket.write(READ);
    await until(() => statusesIn(idle).length === 2);
    expect(statusesIn(idle)).toEqual([200, 200]);
  });

  test.each([
    ['an answer delayed', READ.replace('\r\n\r\n', '\r\nPrefer: wait=1.2\r\n\r\n')],
    [
      'an answer delayed while most of its body is not read yet',
      `${UPDATE}\r\nPrefer: wait=1.2\r\nContent-Length: ${LONG.length}\r\n\r\n${LONG}`,
    ],
    ['a pipeline that lasts longer', READ.replace('\r\n\r\n', '\r\nPrefer: wait=0.5\r\n\r\n').repeat(3)],
  ])('that has %s beyond the limits', async (_name, sent) => {
    const patient = await client(sent);
    const requests = sent.match(/HTTP\/1\.1\r\n/g)?.length ?? 0;
    await until(() => statusesIn(patient).length === requests);
    expect(statusesIn(patient)).toEqual(Array(requests).fill(200));
    expect(patient.isClosed()).toBe(false);
  });

  test('while others are slow', async () => {
    const slow = await Promise.all(Array.from({ length: 15 }, () => client(`GET ${LANTERNS} HTTP/1.1\r\n`)));
    const statuses: number[][] = [];
    while (!slow.every((one) => one.isClosed())) {
      const quick = await client(READ);
      await until(() => statusesIn(quick).length === 1);
      statuses.push(statusesIn(quick));
      quick.socket.destroy();
    }
    expect(statuses.length).toBeGreaterThan(3);
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
    expect(slow.flatMap(statusesIn)).toEqual(Array(15).fill(408));
  });
});

test('A connection says how long it is kept, which is longer than clients keep theirs', async () => {
  const one = await client(READ);
  await until(() => statusesIn(one).length === 1);
  expect(one.received()).toContain('\r\nKeep-Alive: timeout=72\r\n');
});

test('A connection beyond the limit is closed at once, and there is room again when another ends', async () => {
  const [first] = await Promise.all(Array.from({ length: LIMITS.connections }, () => client(READ)));
  const refused = await client();
  expect(await refused.closed()).toBeLessThan(1000);
  expect(refused.received()).toBe('');
  first?.socket.destroy();
  await wait(50);
  const next = await client(READ);
  await until(() => statusesIn(next).length === 1);
  expect(statusesIn(next)).toEqual([200]);
});

describe('A request is refused', () => {
  test.each([
    ['with 431 where its header is larger than is read', READ.replace('Host', `X: ${'x'.repeat(17_000)}\r\nHost`), 431],
    ['with 414 where its target is longer than is read', READ.replace(LANTERNS, `/${'x'.repeat(9000)}`), 414],
  ])('%s', async (_name, sent, status) => {
    const refused = await client(sent);
    await refused.closed();
    expect(statusesIn(refused)).toEqual([status]);
    expect(refused.received()).toContain('Content-Type: application/problem+json');
  });

  test('only beyond the limit', async () => {
    const target = `${LANTERNS}#`.padEnd(8000, 'x');
    const header = `X: ${'x'.repeat(8000)}\r\nHost`;
    const long = await client(READ.replace(LANTERNS, target).replace('Host', header));
    await until(() => statusesIn(long).length === 1);
    expect(statusesIn(long)).toEqual([200]);
  });
});

test('A connection that was refused is closed by the mock, even if its client keeps its own end open', async () => {
  const port = Number(new URL(started.url).port);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write('no HTTP\r\n\r\n'));
  sockets.push(socket);
  const reset = once(socket.resume(), 'error');
  await once(socket, 'end');
  await wait(LIMITS.partingTime + 200);
  const probe = setInterval(() => socket.write('x'), 20); // what is sent to a connection that is no more comes back as a reset
  await reset.catch(() => undefined);
  clearInterval(probe);
  expect(socket.destroyed).toBe(true);
});

test.each([
  ['body', `${UPDATE}\r\nContent-Length: 100\r\n\r\n{`],
  ['header', `GET ${LANTERNS} HTTP/1.1\r\n`],
])('A client that is slow with its %s does not keep the mock from closing', async (_name, sent) => {
  const other = await startLimited({}, { ...LIMITS, requestTime: 60_000, headerTime: 60_000 });
  const socket = connect(Number(new URL(other.url).port), '127.0.0.1', () => socket.write(sent));
  sockets.push(socket);
  socket.on('error', () => undefined);
  await wait(100);
  const began = performance.now();
  await other.close();
  expect(performance.now() - began).toBeLessThan(2000);
});
