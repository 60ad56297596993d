import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { Response } from 'express';
import { deliverBy, slow } from './delivery';
import { hasten, pause } from './pause';

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.close();
});

/** The response to a request, before it is answered. */
async function begun(): Promise<Response> {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on TCP, so it has one
  client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  const [, response] = await once(server, 'request');
  return Object.assign(response, { locals: {} }); // as Express has it
}

async function timed(response: Response, milliseconds: number): Promise<number> {
  const started = performance.now();
  await pause(response, milliseconds);
  return performance.now() - started;
}

test('A pause lasts as long as it says', async () => {
  const took = await timed(await begun(), 100);
  expect([took > 95, took < 1000]).toEqual([true, true]);
});

test('A pause ends when the client leaves, and there is none afterwards', async () => {
  const response = await begun();
  const took = timed(response, 60_000);
  client.destroy();
  expect(await took).toBeLessThan(5000);
  expect(await timed(response, 60_000)).toBeLessThan(5000);
});

test('A pause ends when it is hastened, and there is none afterwards', async () => {
  const response = await begun();
  const took = timed(response, 60_000);
  hasten(response);
  expect(await took).toBeLessThan(5000);
  expect(await timed(response, 60_000)).toBeLessThan(5000);
});

test('A slow body is written no further once the client has left', async () => {
  const response = await begun();
  let written = 0;
  const write = response.write.bind(response);
  response.write = ((bytes: Buffer) => {
    written += bytes.length;
    return write(bytes);
  }) as Response['write'];
  deliverBy(response, slow(50));
  response.end('x'.repeat(1000));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(written).toBeGreaterThan(0);
  client.destroy();
  await once(response, 'close');
  const until = written;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(written).toBe(until);
});
