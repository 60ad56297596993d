import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { pollUntilGood } from './first-answer';
import { startServer } from './server-process';

const NEVER_READY = { title: 'a server', url: /^listening at (http:\S+)$/m };

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

async function serve(statuses: readonly number[]): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  server = createServer((_request, response) => {
    response.statusCode = statuses[Math.min(asked, statuses.length - 1)] ?? 500;
    asked += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  return { url: `http://127.0.0.1:${port}/`, asked: () => asked };
}

test('The first good answer is the first with a status of 2xx', async () => {
  const { url, asked } = await serve([503, 404, 200]);
  await pollUntilGood(url, {}, performance.now() + 10_000);
  expect(asked()).toBe(3);
});

test('A server that never answers well is given up, with what it answered', async () => {
  const { url } = await serve([401]);
  await expect(pollUntilGood(url, {}, performance.now() + 100)).rejects.toThrow(
    `Failed to get a good answer from ${url}: the last was the status 401. 2xx would be right.`,
  );
});

test('A server that ends before it listens is told with what it printed', async () => {
  const args = ['--eval', 'console.error("no such document")'];
  await expect(startServer({ ...NEVER_READY, args }, {})).rejects.toThrow(
    'Failed to start a server: It has ended. It printed: no such document',
  );
});

test('A server that was stopped has ended', async () => {
  const { url } = await serve([200]);
  const program = `console.log('listening at ${url.slice(0, -1)}'); setInterval(() => {}, 1000)`;
  const started = await startServer({ ...NEVER_READY, args: ['--eval', program] }, {});
  expect(started.memory()).toBeGreaterThan(10);
  await started.stop();
  expect(started.memory()).toBe(0);
});
