import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { packageFolder } from '../../spec';
import { CREDENTIAL, fileOf, libraryDocument } from '../test-document';

/** How often the mock is killed; more by hand: CRASHES=100 npx jest dist/mock/persistence/crash */
const CRASHES = Number(process.env.CRASHES ?? 8);
const CLIENTS = 6;

jest.setTimeout(10_000 + CRASHES * 5_000);

const FOLDER = dirname(fileOf('document.json', JSON.stringify(libraryDocument())));
const STATE = join(FOLDER, 'state.json');

let running: ChildProcess | undefined;
afterAll(() => void running?.kill('SIGKILL'));

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts `docent mock` on the file; returns where it answers. */
async function start(): Promise<{ child: ChildProcess; url: string; warnings: () => string }> {
  const docent = join(packageFolder, 'dist', 'bin', 'docent.js');
  const options = ['--spec', join(FOLDER, 'document.json'), '--port', '0', '--state', STATE];
  const child = spawn(process.execPath, [docent, 'mock', ...options]);
  running = child;
  let warnings = '';
  child.stderr.on('data', (text) => {
    warnings += text;
  });
  const printed = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [warnings])]);
  return { child, url: /http:\/\/\S+/.exec(String(printed))?.[0] ?? String(printed), warnings: () => warnings };
}

/** One caller, who counts up the year of a book in a session. */
interface Client {
  path: string;
  sent: number;
  acknowledged: number;
}

/** Patches until the mock is gone; returns the statuses of refusals. */
async function write(url: string, client: Client): Promise<number[]> {
  const headers = { ...CREDENTIAL, 'Content-Type': 'application/json' };
  try {
    for (;;) {
      client.sent += 1;
      const body = JSON.stringify({ year: client.sent, note: 'x'.repeat(client.sent % 3000) });
      const { status } = await fetch(url + client.path, { method: 'PATCH', headers, body });
      if (status !== 200) return [status];
      client.acknowledged = client.sent;
    }
  } catch {
    return []; // it was killed
  }
}

/** Where what is read does not fit what was answered; what was sent last and not answered may have been made or not. */
async function lost(url: string, clients: readonly Client[]): Promise<string[]> {
  const faults = clients.map(async (client) => {
    const { path, sent, acknowledged } = client;
    if (sent === 0) return [];
    const { year = 0, note = '' } = (await (await fetch(url + path, { headers: CREDENTIAL })).json()) as {
      year?: number;
      note?: string;
    };
    const isWhole = acknowledged === 0 || (year <= sent && note.length === year % 3000);
    client.acknowledged = acknowledged === 0 ? 0 : year;
    return year >= acknowledged && isWhole ? [] : [`${path} is ${year}; ${acknowledged} was answered, ${sent} sent`];
  });
  return (await Promise.all(faults)).flat();
}

test(`killed ${CRASHES} times at any moment, the mock has every change that was answered`, async () => {
  const clients = Array.from({ length: CLIENTS }, (_, index): Client => {
    const session = index < 3 ? '' : `/_docent/session/s${index}`;
    return { path: `${session}/books/${'abc'[index % 3]}`, sent: 0, acknowledged: 0 };
  });
  let cutShort = 0;
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const { child, url, warnings } = await start();
    expect([crash, await lost(url, clients)]).toEqual([crash, []]);
    const before = clients.map(({ acknowledged }) => acknowledged);
    const writing = Promise.all(clients.map((client) => write(url, client)));
    while (clients.every(({ acknowledged }, index) => acknowledged === before[index])) await pause(2);
    await pause(Math.random() * 400);
    child.kill('SIGKILL');
    expect((await writing).flat()).toEqual([]);
    if (warnings() !== '') cutShort += 1;
  }
  const { child, url } = await start();
  expect(await lost(url, clients)).toEqual([]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(readdirSync(FOLDER).sort()).toEqual(['document.json', 'state.json']);
  const writes = clients.reduce((sum, { sent }) => sum + sent, 0);
  expect(JSON.parse(readFileSync(STATE, 'utf8')).sessions).toHaveLength(4);
  if (process.env.CRASHES)
    process.stdout.write(`${CRASHES} kills, ${writes} writes, ${cutShort} cut short in the log\n`);
});
