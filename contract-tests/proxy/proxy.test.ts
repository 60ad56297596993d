import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { packageFolder } from '../../spec';

const SECRET = 'c2VjcmV0OnNlY3JldA==';
const AUTHORIZATION = { authorization: `Basic ${SECRET}` };
const SCRATCH = mkdtempSync(join(tmpdir(), 'docent-test-'));
afterAll(() => rmSync(SCRATCH, { recursive: true, force: true }));

interface Ended {
  status: number | null;
  output: string;
}

/** `docent proxy` as a process of its own. */
class Command {
  output = '';
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;

  constructor(args: string[], environment: Record<string, string> = {}) {
    const { PATH = '' } = process.env;
    this.#child = spawn(process.execPath, [join(packageFolder, 'dist/bin/docent.js'), 'proxy', ...args], {
      env: { PATH, TMPDIR: SCRATCH, ...environment },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => (this.output += chunk));
    this.#closed = once(this.#child, 'close');
  }

  async address(): Promise<string> {
    const [, address = ''] = await this.line(/to (http:\S+) instead/);
    return address;
  }

  /** Waits for a line that it prints. */
  async line(pattern: RegExp): Promise<string[]> {
    for (;;) {
      const found = pattern.exec(this.output);
      if (found) return found;
      if (this.#child.exitCode !== null) throw new Error(`It ended, having printed: ${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async end(signal: NodeJS.Signals | undefined = 'SIGTERM'): Promise<Ended> {
    this.#child.kill(signal);
    return this.ended();
  }

  async ended(): Promise<Ended> {
    await this.#closed;
    return { status: this.#child.exitCode, output: this.output };
  }

  /** The processes that it has started, on systems that show them. */
  children(): number[] {
    const { pid } = this.#child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  }
}

async function listen(answer: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on TCP, so it has one
  return { server, url: `http://127.0.0.1:${port}` };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const HOURS = '[ {"date": "2027-03-01", "timeOpen": "10:00", "timeClose": "18:00", "rooms": 10.0} ]';
const EVENT = '/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';

describe('docent proxy', () => {
  let answer: RequestListener;
  let upstream: { server: Server; url: string };
  let proxy: Command;
  let url: string;

  beforeAll(async () => {
    upstream = await listen((request, response) => answer(request, response));
  });
  afterAll(() => void upstream.server.close());
  beforeEach(async () => {
    proxy = new Command([`${upstream.url}/api/`, '--port', '0']);
    url = await proxy.address();
  });
  afterEach(() => proxy.end());

  test('hands a request on and the answer back, byte by byte, and ends with 0', async () => {
    let seen = {};
    answer = async (request, response) => {
      const { method, url, headers } = request;
      seen = { method, url, authorization: headers.authorization, body: await bodyOf(request) };
      response
        .writeHead(200, 'Fine', { 'Content-Type': 'application/json', 'Set-Cookie': ['a=1', 'b=2'] })
        .end('{"price":10.0}');
    };
    const response = await fetch(`${url}${EVENT}?a=%2F`, { method: 'PATCH', headers: AUTHORIZATION, body: '{"name":' });
    expect(seen).toEqual({ method: 'PATCH', url: `/api${EVENT}?a=%2F`, ...AUTHORIZATION, body: '{"name":' });
    expect([response.status, response.statusText, await response.text()]).toEqual([200, 'Fine', '{"price":10.0}']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.has('sl-violations')).toBe(false);
    const { status, output } = await proxy.end();
    expect(output).toContain('1 request, 0 violations.');
    expect(status).toBe(0);
  });

  test('shows each violation as it happens, without the credential, and ends with 1', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[{"date":"soon","timeOpen":"10:00"}]');
    };
    await fetch(`${url}/museum-hours?token=${SECRET}`, { headers: AUTHORIZATION });
    await proxy.line(/violation {2}GET \/museum-hours 200 {2}.*required property 'timeClose'/);
    await proxy.line(/violation {2}GET \/museum-hours 200 {2}.*0\.date must match format "date"/);
    const { status, output } = await proxy.end('SIGINT');
    expect(output).toContain('1 request, 2 violations.');
    expect(output).not.toMatch(/c2VjcmV0|secret/);
    expect(status).toBe(1);
  });

  test('judges an answer that is compressed, and one of a path with a query', async () => {
    answer = (_, response) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
      response.writeHead(200, headers).end(gzipSync('{"price":"free"}'));
    };
    expect(await (await fetch(`${url}${EVENT}?a=1`)).json()).toEqual({ price: 'free' });
    await proxy.line(/violation {2}GET \/special-events\/8c1f6b52-\S+ 200 {2}.*price must be number/);
  });

  test.each([
    ['an error, whose status and body are only assumed', 401, 'text/html', '<p>', /note .*says nothing of this status/],
    ['a success of another status', 203, 'application/json', HOURS, undefined],
  ])(
    'does not count %s',
    async (_what, code, type, body, note) => {
      answer = (_, response) => void response.writeHead(code, { 'Content-Type': type }).end(body);
      for (let count = 0; count < 2; count += 1) await fetch(`${url}/museum-hours`);
      const { status, output } = await proxy.end();
      expect(output.match(/^note/gm)?.length ?? 0).toBe(note ? 1 : 0);
      expect(output).toMatch(note ?? /instead/);
      expect(output).toContain('2 requests, 0 violations.');
      expect(status).toBe(0);
    },
    60_000,
  );

  test('lets an answer through that never ends, as it streams in', async () => {
    answer = (_, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    const { body } = await fetch(`${url}/events`);
    const reader = body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? '').toString()).toBe('data: 1\n\n');
    expect(await proxy.end()).toMatchObject({ status: 0 });
  });

  test('says so where the server gives no answer, and ends with 2', async () => {
    answer = (request) => void request.socket.destroy();
    expect((await fetch(`${url}/museum-hours`)).status).toBe(502);
    const { status, output } = await proxy.end();
    expect(output).toContain('unjudged   GET /museum-hours  the server gave no answer: ECONNRESET');
    expect(status).toBe(2);
  });

  test('leaves no process and no file behind when it is told to stop', async () => {
    const prisms = process.platform === 'linux' ? proxy.children() : [];
    expect(prisms).toHaveLength(process.platform === 'linux' ? 1 : 0);
    await proxy.end();
    for (const pid of prisms) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(readdirSync(SCRATCH).filter((name) => name.startsWith('docent-proxy-'))).toEqual([]);
  });
});

describe('docent proxy ends with 2', () => {
  test('where Prism is not installed', async () => {
    const hide = join(SCRATCH, 'hide.js');
    writeFileSync(
      hide,
      `const Module = require('node:module');
       const resolve = Module._resolveFilename;
       Module._resolveFilename = function (name, ...rest) {
         return resolve.call(this, name.startsWith('@stoplight/') ? 'no-such-package' : name, ...rest);
       };`,
    );
    const run = new Command(['http://127.0.0.1:1', '--port', '0'], { NODE_OPTIONS: `--require ${hide}` });
    const { status, output } = await run.ended();
    expect(output).toContain(
      '@stoplight/prism-cli  It is not installed. Run "npm install --save-dev @stoplight/prism-cli',
    );
    expect(output).not.toMatch(/\n\s+at /);
    expect(status).toBe(2);
  });

  test.each([
    ['for what is no base URL', ['nowhere'], 'Write it as https://host/path, without a query.'],
    ['for a URL with a credential', ['http://me:secret@127.0.0.1'], 'Leave the credential to the application.'],
    ['for a document that cannot be read', ['http://127.0.0.1:1', '--spec', 'nowhere.yaml'], 'nowhere.yaml'],
  ])(
    '%s',
    async (_what, args, message) => {
      const { status, output } = await new Command(args).ended();
      expect(output).toContain(message);
      expect(output).not.toMatch(/\n\s+at /);
      expect(status).toBe(2);
    },
    60_000,
  );
});
