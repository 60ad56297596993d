import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A call that the mock teaches as it starts. */
const CALL =
  /curl (?:-X (?<method>\w+) )?'(?<url>[^']+)' -H 'Authorization: (?<credential>[^']+)'(?:.* -d '(?<body>[^']+)')?$/;

/**
 * A step of the build: starts the mock and asks what it teaches to ask, so that Node keeps what it has compiled of the bundle, and
 * a user's first start is as quick as the next.
 */
async function warmMock(): Promise<void> {
  const args = [join(__dirname, 'docent.js'), 'mock', '--port', '0', '--quiet', '--no-watch'];
  const mock = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(mock, 'exit');
  for await (const line of createInterface({ input: mock.stdout })) {
    const { method = 'GET', url, credential = '', body } = CALL.exec(line)?.groups ?? {};
    if (url === undefined) continue;
    const headers = { Authorization: credential, ...(body && { 'Content-Type': 'application/json' }) };
    await fetch(url, { method, headers, ...(body && { body }) });
    if (method !== 'GET') mock.kill(); // the last
  }
  const [status] = await ended;
  if (status !== 0) process.exitCode = 1;
}

void warmMock();
