import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { packageFolder } from '../spec';
import { changed, fileOf, libraryDocument } from './test-document';

const DOCENT = join(packageFolder, 'dist', 'bin', 'docent.js');
const { AUTH_TOKEN: _token, ...ENVIRONMENT } = process.env;
const run = promisify(execFile);

let running: ChildProcess | undefined;
afterEach(async () => {
  if (running?.exitCode === null && running.kill()) await once(running, 'exit');
  running = undefined;
});

/** Starts `docent mock` on a free port; returns what it prints until it has printed everything. */
async function start(options: string[], { env = {}, cwd = packageFolder } = {}) {
  const child = spawn(process.execPath, [DOCENT, 'mock', '--port', '0', ...options], {
    cwd,
    env: { ...ENVIRONMENT, ...env },
  });
  running = child;
  const [printed] = await once(child.stdout, 'data');
  const output = String(printed);
  return {
    child,
    output,
    url: /http:\/\/\S+/.exec(output)?.[0] ?? '',
    curls: output.split('\n').filter((line) => /^ +curl /.test(line)),
  };
}

/** Runs `docent mock` where it cannot start; returns its exit status and what it says. */
function failing(...options: string[]): Promise<{ code: number; stderr: string }> {
  return failingWith({}, options);
}

async function failingWith(env: Record<string, string>, options: string[]): Promise<{ code: number; stderr: string }> {
  try {
    await run(process.execPath, [DOCENT, 'mock', ...options], {
      cwd: packageFolder,
      env: { ...ENVIRONMENT, ...env },
      timeout: 20_000,
    });
  } catch (error) {
    return error as { code: number; stderr: string }; // execFile rejects with these
  }
  throw new Error(`docent mock ${options.join(' ')} has not failed.`);
}

async function statusesOf(curls: string[]): Promise<string[]> {
  const outputs = await Promise.all(
    curls.map((curl) => run('sh', ['-c', `${curl} -s -o /dev/null -w '%{http_code}'`])),
  );
  return outputs.map(({ stdout }) => stdout);
}

async function statusWith(url: string, authorization: string): Promise<number> {
  return (await fetch(`${url}/museum-hours`, { headers: { authorization } })).status;
}

describe('docent mock', () => {
  test('prints its address, the identifiers that it knows and curl lines that work as pasted', async () => {
    const { output, url, curls } = await start([]);
    expect(output).toContain(`Museum Information Service, mocked at ${url}\n`);
    expect(output.match(/^ {4}[0-9a-f-]{36}$/gm)?.length).toBeGreaterThanOrEqual(8);
    expect(await statusesOf(curls)).toEqual(['200', '200', '200']);
  });

  test.each([
    ['--token', ['--token', 'one', '--token', "t'wo"], {}, ['Basic one', "Basic t'wo"]],
    ['AUTH_TOKEN', [], { AUTH_TOKEN: 'three' }, ['Basic three']],
    ['--token before AUTH_TOKEN', ['--token', 'one'], { AUTH_TOKEN: 'three' }, ['Basic one']],
  ])('accepts what %s names and nothing else, and says so in its curl lines', async (_name, options, env, accepted) => {
    const { url, curls } = await start(options, { env });
    expect(await Promise.all(accepted.map((credential) => statusWith(url, credential)))).toEqual(
      accepted.map(() => 200),
    );
    expect(await statusWith(url, 'Basic other')).toBe(401);
    expect(await statusesOf(curls)).toEqual(['200', '200', '200']);
  });

  test('accepts any credential where AUTH_TOKEN is empty', async () => {
    const { url } = await start([], { env: { AUTH_TOKEN: '' } });
    expect(await statusWith(url, 'Basic anything')).toBe(200);
  });

  test('serves another document with an overlay and fixtures on another day, from any folder', async () => {
    const document = changed(libraryDocument(), {
      'components securitySchemes login': { type: 'apiKey', in: 'query', name: 'key' },
      'paths /books get parameters 2': { name: 'X-Shop', in: 'header', required: true, schema: { enum: ["Ann's"] } },
      'components schemas Book properties title format': 'date',
      'paths /books/{isbn} patch requestBody content application/json schema properties title format': 'date',
    });
    const { output, curls } = await start(
      [
        '--spec',
        fileOf('library.json', JSON.stringify(document)),
        '--overlay',
        fileOf(
          'overlay.yaml',
          "overlay: 1.0.0\ninfo: { title: o, version: '1' }\nactions: [{ target: $.info, update: { title: Renamed } }]",
        ),
        '--fixtures',
        fileOf('books.yaml', 'books: [{ isbn: a b/c, title: !today +1 }]'),
        '--today',
        '2028-02-28',
      ],
      { cwd: tmpdir() },
    );
    expect(output).toContain('Renamed, mocked at');
    expect(output).toContain('    a b/c\n');
    expect(await statusesOf(curls)).toEqual(['200', '200', '200']);
    const { stdout } = await run('sh', ['-c', `${curls[1]} -s`]);
    expect(JSON.parse(stdout)).toMatchObject({ isbn: 'a b/c' });
  });

  test('begins with a scenario, asks for sessions, and guards its control with a token', async () => {
    const { url } = await start(['--scenario', 'one-event', '--require-session', '--control-token', 's3cret']);
    const ask = async (path: string, headers: Record<string, string>) =>
      (await fetch(url + path, { headers: { Authorization: 'Basic t', ...headers } })).status;
    const other = '/special-events/5e2a90c7-0b4f-4d18-b6d1-7c83f5a1e603';
    expect([
      await ask(other, {}),
      await ask(other, { 'X-Docent-Session': 'one' }),
      await ask('/_docent', {}),
      await ask('/_docent', { Authorization: 'Bearer s3cret' }),
    ]).toEqual([400, 404, 401, 200]);
  });

  test('begins with the fault rules of a file', async () => {
    const rules = '- operation: getMuseumHours\n  status: 429\n  times: 1\n  retryAfter: 7\n';
    const { url } = await start(['--faults', fileOf('faults.yaml', rules)]);
    const headers = { Authorization: 'Basic t' };
    const first = await fetch(`${url}/museum-hours`, { headers });
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await statusWith(url, 'Basic t')).toBe(200);
  });

  test('says what became of each change of its files, and goes on with what was good', async () => {
    const spec = fileOf('library.json', JSON.stringify(libraryDocument()));
    const { child, url } = await start(['--spec', spec, '--quiet']);
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => said.push(String(text)));
    const saved = async (document: object) => {
      const before = said.length;
      writeFileSync(spec, JSON.stringify(document));
      while (said.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
      return said.slice(before).join('');
    };
    expect(await saved(changed(libraryDocument(), { 'paths /books get operationId': 7, paths_: {} }))).toMatch(
      /^Failed to read .*library\.json:\n( .*library\.json:1 {2}.*\n){2}The mock goes on with the last version that was good\.\n$/,
    );
    expect((await fetch(`${url}/books`, { headers: { authorization: 'Basic t' } })).status).toBe(200);
    expect(await saved(libraryDocument())).toBe(`Reloaded after a change of ${spec}.\n`);
  });

  test('leaves its files alone with --no-watch', async () => {
    const spec = fileOf('library.json', JSON.stringify(libraryDocument()));
    const { child, url } = await start(['--spec', spec, '--no-watch', '--quiet']);
    const said: unknown[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => said.push(text));
    writeFileSync(spec, 'nothing');
    await new Promise((resolve) => setTimeout(resolve, 500)); // longer than it would wait for more
    expect((await fetch(`${url}/books`, { headers: { authorization: 'Basic t' } })).status).toBe(200);
    expect(said).toEqual([]);
  });

  test.each([
    [
      'a line of text',
      [],
      /^GET \/nowhere\?access_token=\[credential\] 404 [\d.]+ ms, session one, unknown-path: There is /,
    ],
    [
      'an object',
      ['--log', 'json'],
      /^\{"number":1,.*"session":"one","method":"GET","path":"\/nowhere",.*"status":404,/,
    ],
    ['nothing', ['--quiet'], /^$/],
  ])('logs of each request %s to stderr', async (_name, options, line) => {
    const { child, url } = await start(options);
    let logged = '';
    child.stderr.on('data', (bytes) => {
      logged += bytes;
    });
    await fetch(`${url}/nowhere?access_token=s3cret`, { headers: { 'X-Docent-Session': 'one' } });
    await fetch(`${url}/_docent/journal`);
    child.kill();
    await once(child, 'close');
    expect(logged).toMatch(line);
    expect(logged.split('\n').length).toBeLessThanOrEqual(2);
  });

  test('a signal that comes with its banner stops it as any other', async () => {
    for (let times = 0; times < 4; times += 1) {
      const { child } = await start([]);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with 0 on %s, once it has answered what is under way',
    async (signal) => {
      const { child, url } = await start([]);
      const idle = connect(Number(new URL(url).port), '127.0.0.1');
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      idle.on('error', () => undefined);
      let received = '';
      socket.on('data', (bytes) => {
        received += bytes;
      });
      socket.write(
        'PATCH /special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901 HTTP/1.1\r\nHost: x\r\nAuthorization: Basic t\r\n',
      );
      socket.write('Content-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n');
      await once(socket, 'data');
      const exited = once(child, 'exit');
      child.kill(signal);
      setTimeout(() => socket.write('{"price":20}'), 200);
      expect(await exited).toEqual([0, null]);
      expect(received).toMatch(/200 OK[\s\S]*"price":20/);
      idle.destroy();
    },
  );
});

type Case = [name: string, options: string[], said: RegExp];

describe('docent mock ends with 2 and one clear message', () => {
  test.each<Case>([
    ['an unknown option', ['--prot', '1'], /^error: unknown option '--prot'/],
    ['a port that is none', ['--port', 'http'], /It must be a number from 0 to 65535\./],
    ['an empty address', ['--host', ''], /argument '' is invalid\. It must be an address of this machine, such as /],
    ...['--spec', '--overlay', '--fixtures', '--faults', '--state'].map(
      (option): Case => [
        `an empty ${option}`,
        [option, ''],
        /argument '' is invalid\. It must be the path of a file\./,
      ],
    ),
    ['an empty token', ['--token', ''], /'--token <token>' argument '' is invalid\. It must be one or more visible /],
    [
      'a token beyond ASCII',
      ['--token', 'one', '--token', 'ünï'],
      /argument 'ünï' is invalid\. It must be one or more /,
    ],
    [
      'an empty control token',
      ['--control-token', ''],
      /'--control-token <token>' argument '' is invalid\. It must be /,
    ],
    ['a control token beyond ASCII', ['--control-token', 'ünï'], /argument 'ünï' is invalid\. It must be one or more /],
    ['a port beyond all', ['--port', '65536'], /It must be a number from 0 to 65535\./],
    ['a date that there is not', ['--today', '2027-02-29'], /It must be a date, YYYY-MM-DD, from year 1000 to 8999\./],
    ['a document that is missing', ['--spec', 'nowhere.yaml'], /nowhere\.yaml {2}There is no such file\./],
    ['a folder for a document', ['--spec', 'spec'], /spec {2}It is a folder; a file is needed\./],
    ['a file that is no document', ['--spec', 'package.json'], /package\.json:1 {2}It is no OpenAPI document/],
    ['an overlay that is missing', ['--overlay', 'nowhere.yaml'], /nowhere\.yaml {2}There is no such file\./],
    ['fixtures that are missing', ['--fixtures', 'nowhere.yaml'], /nowhere\.yaml {2}There is no such file\./],
    [
      'fixtures of another document',
      ['--fixtures', 'package.json'],
      /package\.json:2 {2}"name" is no resource of the document/,
    ],
    [
      'a scenario that there is not',
      ['--scenario', 'night'],
      /^ {2}\S*fixtures {2}There is no "night"\. The scenarios are closed-for-winter,/m,
    ],
    ['faults that are missing', ['--faults', 'nowhere.yaml'], /nowhere\.yaml {2}There is no such file\./],
    ['a number of sessions that is none', ['--maximum-sessions', '0'], /It must be a number from 1\./],
    ['a log of another format', ['--log', 'xml'], /Allowed choices are text, json\./],
    ['a quiet log', ['--quiet', '--log', 'json'], /'--quiet' cannot be used with option '--log <format>'/],
    [
      'a state in a folder',
      ['--state', 'spec'],
      /spec {2}It is a folder, or something else that is no file\. Give a file\./,
    ],
    [
      'a state of another program',
      ['--state', 'package.json'],
      /package\.json {2}It is no state that Docent has saved\./,
    ],
    ['an address of another machine', ['--host', '192.0.2.1'], /192\.0\.2\.1 is no address of this machine\./],
  ])('for %s', async (_name, options, message) => {
    const { code, stderr } = await failing(...options);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  test('for an AUTH_TOKEN that no header carries', async () => {
    const { code, stderr } = await failingWith({ AUTH_TOKEN: 'ünï' }, []);
    expect([code, stderr]).toEqual([
      2,
      'Failed to start the mock:\n  AUTH_TOKEN  It must be one or more visible ASCII characters, with spaces only between them.\n',
    ]);
  });

  test('for a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo; // it listens on TCP
    const { code, stderr } = await failing('--port', String(port));
    other.close();
    expect([code, stderr]).toEqual([
      2,
      `Failed to start the mock:\n  127.0.0.1:${port}  Port ${port} is in use. Give another with --port, or 0 for a free one.\n`,
    ]);
  });
});
