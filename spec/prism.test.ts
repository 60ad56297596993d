import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, packageFolder } from '.';

// Prism is a second reader of the document: it serves it as it is, without the extension.
const PRISM = join(packageFolder, 'node_modules/@stoplight/prism-cli/dist/index.js');
const AUTHORIZATION = `Basic ${Buffer.from('docent:docent').toString('base64')}`;
const EVENT = '8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';

let prism: ChildProcess;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  prism = spawn(process.execPath, [PRISM, 'mock', '--port', String(port), DEFAULT_DOCUMENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) => {
    let printed = '';
    prism.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      if (printed.includes('is listening')) resolve();
    });
  });
  url = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  if (prism.kill()) await once(prism, 'exit');
});

test.each([
  ['the museum hours', 'GET', '/museum-hours', undefined],
  ['a special event', 'GET', `/special-events/${EVENT}`, undefined],
  ['an updated special event', 'PATCH', `/special-events/${EVENT}`, { name: 'Another name' }],
])('Prism serves %s without a complaint', async (_what, method, path, body) => {
  const response = await call(method, path, { Authorization: AUTHORIZATION }, body);
  expect(response.status).toBe(200);
  expect(response.headers.get('sl-violations')).toBeNull();
});

test.each([
  ['a missing credential', {}, '/museum-hours', 401],
  ['a limit beyond the maximum', { Authorization: AUTHORIZATION }, '/museum-hours?limit=31', 400],
])('Prism refuses %s as the document says', async (_what, headers, path, status) => {
  const response = await call('GET', path, headers);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
});

function call(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Response> {
  if (body === undefined) return fetch(url + path, { method, headers });
  return fetch(url + path, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A port that was free a moment ago; Prism has no option that takes any. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on TCP, so it has one
  server.close();
  await once(server, 'close');
  return port;
}
