import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { packageFolder } from '../../spec';
import type { Outcome } from '../examine';
import { type HonestServer, startHonestServer } from '../sabotage/honest-server';
import { eventsFrom } from '../sabotage/museum-data';
import { HONEST, Refusal, type Ways } from '../sabotage/ways';
import { type Docent, startDocent, startNode } from '../test-support/docent-process';

const HOME = mkdtempSync(join(tmpdir(), 'docent-home-'));
const servers: HonestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => rmSync(HOME, { recursive: true, force: true }));

interface Guarded extends HonestServer {
  /** Every event as it is now. */
  events(): unknown[];
  /** Is called with each update that the server has made, by its number. */
  onUpdate: (count: number) => void;
  refuseUpdates: boolean;
}

async function startServer(ways: Partial<Ways> = {}): Promise<Guarded> {
  let updates = 0;
  const server: HonestServer = await startHonestServer({
    ...ways,
    update: (store, eventId, patch, asked) => {
      if (guarded.refuseUpdates) throw new Refusal('invalid body');
      const updated = HONEST.update(store, eventId, patch, asked);
      updates += 1;
      guarded.onUpdate(updates);
      return updated;
    },
  });
  const events = () => server.eventIds.map(server.event);
  const guarded: Guarded = { ...server, events, onUpdate: () => {}, refuseUpdates: false };
  servers.push(server);
  return guarded;
}

function start(server: HonestServer, command: 'verify' | 'restore', ...args: string[]): Docent {
  return startDocent([command, server.url, ...args], environmentOf(server));
}

function environmentOf({ token, eventIds }: HonestServer): Record<string, string> {
  return {
    AUTH_TOKEN: token,
    EVENT_ID: eventIds.join(','),
    REPORT_DIR: join(HOME, 'reports'),
    DOCENT_HOME: HOME,
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(join(HOME, folder));
}

const report = () => JSON.parse(readFileSync(join(HOME, 'reports', 'contract.json'), 'utf8'));

/** Starts a run and kills it amid its updates, when one of the events is not as it was. */
async function killedRun(server: Guarded): Promise<void> {
  const before = server.events();
  const killed = new Promise<void>((resolve) => {
    server.onUpdate = (count) => {
      if (count < 3 || isDeepStrictEqual(server.events(), before)) return;
      run.process.kill('SIGKILL');
      resolve();
    };
  });
  const run = start(server, 'verify', '--only', 'sent-fields-stored');
  await killed;
  await run.ended;
}

describe('a run against a server', () => {
  test('leaves everything as it was, and nothing in its folder', async () => {
    const server = await startServer();
    const before = server.events();
    const { status } = await start(server, 'verify', '--only', 'sent-fields-stored').ended;
    expect(status).toBe(0);
    expect(server.events()).toEqual(before);
    expect([...filesIn('journal'), ...filesIn('locks')]).toEqual([]);
  });

  test('has on disk how an entry was before it is written to, also where its dates have passed', async () => {
    const over = (today: string) => eventsFrom(today).map((event) => ({ ...event, dates: ['2020-02-01'] }));
    const server = await startServer({ events: over });
    const kept: number[] = [];
    server.onUpdate = () => void kept.push(filesIn('journal').length);
    await start(server, 'verify', '--only', 'sent-fields-stored').ended;
    expect(kept[0]).toBe(1);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'puts back what it has changed on %s, and ends with 2',
    async (signal) => {
      const server = await startServer();
      const before = server.events();
      let asked = 0;
      server.onUpdate = (count) => {
        asked = count;
        if (count === 3) run.process.kill(signal);
      };
      const run = start(server, 'verify', '--only', 'sent-fields-stored', '--only', 'unsent-fields-kept');
      const { status, output } = await run.ended;
      expect(status).toBe(2);
      expect(output).toContain('Interrupted');
      expect(output).toContain('The run ended early. The run was interrupted. Of ');
      expect(report()).toMatchObject({ exitStatus: 2, ended: 'The run was interrupted', missing: expect.any(Array) });
      expect(server.events()).toEqual(before);
      expect(asked).toBeLessThan(10);
      expect([...filesIn('journal'), ...filesIn('locks')]).toEqual([]);
    },
  );

  test('that is left alone by its target says so, with 2, and accuses nobody', async () => {
    const server = await startServer();
    server.onUpdate = (count) => {
      if (count === 3) void server.close();
    };
    const { status, output } = await start(server, 'verify', '--only', 'updateSpecialEvent').ended;
    expect(status).toBe(2);
    expect(output).toMatch(/The run ended early\. The target stopped answering: .*ECONN/);
    expect(output).toContain(' restore tries again');
    for (const file of filesIn('journal')) rmSync(join(HOME, 'journal', file));
    const accused = report().outcomes.filter(
      ({ verdict, notRestored }: Outcome) => verdict === 'violated' && !notRestored,
    );
    expect(accused).toEqual([]);
    expect(report().missing.length).toBeGreaterThan(10);
  });

  test('puts back what it has changed where an error is caught by nobody, and ends with 2', async () => {
    const server = await startServer();
    const before = server.events();
    const preload = join(HOME, 'throw.cjs');
    writeFileSync(
      preload,
      `let updates = 0;
      require('node:diagnostics_channel').subscribe('http.client.request.start', ({ request }) => {
        if (request.method === 'PATCH' && ++updates === 3) setImmediate(() => { throw new Error('out of nowhere'); });
      });`,
    );
    const environment = { ...environmentOf(server), NODE_OPTIONS: `--require ${preload}` };
    const run = startDocent(['verify', server.url, '--only', 'sent-fields-stored'], environment);
    const { status, output } = await run.ended;
    expect([status, output]).toEqual([2, expect.stringContaining('out of nowhere')]);
    expect(server.events()).toEqual(before);
    expect([...filesIn('journal'), ...filesIn('locks')]).toEqual([]);
  });

  test('goes on to its end where nobody reads what it says', async () => {
    const server = await startServer();
    const before = server.events();
    const run = start(server, 'verify', '--only', 'sent-fields-stored');
    run.process.stdout?.destroy();
    run.process.stderr?.destroy();
    server.onUpdate = (count) => count === 3 && run.process.kill('SIGINT');
    expect((await run.ended).status).toBe(2);
    expect(server.events()).toEqual(before);
    expect([...filesIn('journal'), ...filesIn('locks')]).toEqual([]);
    const other = start(await startServer(), 'verify', '--only', 'sent-fields-stored');
    other.process.stdout?.destroy();
    expect((await other.ended).status).toBe(0);
  });

  test('that is killed leaves a journal without the credential, which docent restore works off', async () => {
    const server = await startServer();
    const before = server.events();
    await killedRun(server);
    expect(server.events()).not.toEqual(before);
    const [file = ''] = filesIn('journal');
    const text = readFileSync(join(HOME, 'journal', file), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ target: server.url, operation: 'updateSpecialEvent' });
    expect(text).not.toMatch(/museum:docent|bXVzZXVtOmRvY2VudA/);
    const { status, output } = await start(server, 'restore').ended;
    expect(output).toContain('is as it was');
    expect(status).toBe(0);
    expect(server.events()).toEqual(before);
    expect(filesIn('journal')).toEqual([]);
    expect(await start(server, 'restore').ended).toMatchObject({ status: 0 });
  });

  test('puts back first what one that was killed has left', async () => {
    const server = await startServer();
    const before = server.events();
    await killedRun(server);
    server.onUpdate = () => {};
    const { status, output } = await start(server, 'verify', '--only', 'credential-required').ended;
    expect(output).toContain('An earlier run ended before it had put back');
    expect(status).toBe(0);
    expect(server.events()).toEqual(before);
    expect(filesIn('journal')).toEqual([]);
  });

  test('is refused while another one is at work on the same entry', async () => {
    const server = await startServer();
    const before = server.events();
    const second = new Promise<Docent>((resolve) => {
      server.onUpdate = (count) => {
        if (count === 2) resolve(start(server, 'verify', '--only', 'sent-fields-stored'));
      };
    });
    // All rules of the operation, so that the second one starts while the first is at work.
    const first = start(server, 'verify', '--only', 'updateSpecialEvent');
    const { status, output } = await (await second).ended;
    expect(output).toMatch(/is being checked by another run \(process \d+ on /);
    expect(output.trim().split('\n')).toHaveLength(2);
    expect(status).toBe(2);
    expect(await first.ended).toMatchObject({ status: 0 });
    expect(server.events()).toEqual(before);
  });

  test('keeps away the suite that Jest itself runs, which keeps away others likewise', async () => {
    const server = await startServer();
    const locks = filesIn('locks'); // of runs that were killed
    const jest = [join(packageFolder, 'node_modules/jest/bin/jest.js'), '--rootDir', packageFolder];
    const environment = { ...environmentOf(server), BASE_URL: server.url };
    const second = new Promise<Docent>((resolve) => {
      server.onUpdate = (count) => {
        if (count === 2) resolve(start(server, 'verify', '--only', 'sent-fields-stored'));
      };
    });
    const first = startNode([...jest, 'contract-tests/contract.test'], environment);
    expect((await (await second).ended).output).toMatch(/is being checked by another run/);
    expect(await first.ended).toMatchObject({ status: 0 });
    expect(filesIn('locks')).toEqual(locks);
  });

  test('writes nothing with --read-only, even to this machine', async () => {
    const server = await startServer();
    let updates = 0;
    server.onUpdate = (count) => {
      updates = count;
    };
    const { status, output } = await start(server, 'verify', '--read-only').ended;
    expect(output).toContain('because it would write');
    expect({ status, updates }).toEqual({ status: 0, updates: 0 });
  });
});

describe('docent restore', () => {
  test('ends with 2 for a server on which nothing is left, where something is on another', async () => {
    const server = await startServer();
    await killedRun(server);
    const { status, output } = await start({ ...server, url: 'http://127.0.0.1:1' }, 'restore').ended;
    expect(output).toBe(
      `Nothing is left to be put back on http://127.0.0.1:1.\nSomething is on ${server.url}. Name that one.\n`,
    );
    expect(status).toBe(2);
    server.onUpdate = () => {};
    expect(await start(server, 'restore').ended).toMatchObject({ status: 0 });
  });

  test('ends with 2 and keeps the journal where the server does not let it, and with 0 when it does again', async () => {
    const server = await startServer();
    const before = server.events();
    await killedRun(server);
    server.refuseUpdates = true;
    const { status, output } = await start(server, 'restore').ended;
    expect(output).toContain('could not be put back (the target answered 400)');
    expect(status).toBe(2);
    expect(filesIn('journal')).toHaveLength(1);
    server.refuseUpdates = false;
    expect(await start(server, 'restore').ended).toMatchObject({ status: 0 });
    expect(server.events()).toEqual(before);
  });

  test.each([
    [['foo'], 'url  "foo" is no base URL. '],
    [['http://127.0.0.1:1', '--timeout', 'x'], '--timeout  "x" is not a number above 0.'],
  ])('says what is wrong with %j even where nothing is left', async (args, message) => {
    const { status, output } = await startDocent(['restore', ...args], { DOCENT_HOME: join(HOME, 'empty') }).ended;
    expect(output).toContain(`Failed to restore:\n  ${message}`);
    expect(status).toBe(2);
  });

  /** Restores what runs by another document have left on servers. */
  async function restoreLeftOn(...targets: string[]) {
    const kept = { operation: 'a', identifier: 'b', before: {}, pid: 1, host: 'c', at: '2027-01-01T00:00:00Z' };
    const home = mkdtempSync(join(tmpdir(), 'docent-home-'));
    const journal = join(home, 'journal');
    mkdirSync(journal, { recursive: true });
    for (const [index, target] of targets.entries())
      writeFileSync(join(journal, `${index}.json`), JSON.stringify({ ...kept, target }));
    const ended = await startDocent(['restore'], { DOCENT_HOME: home, AUTH_TOKEN: 'dGVzdA==' }).ended;
    rmSync(home, { recursive: true });
    return ended;
  }

  test('asks which server is meant where there are several', async () => {
    const { status, output } = await restoreLeftOn('http://one.example', 'http://two.example');
    expect(output).toContain('http://one.example and on http://two.example. Name the one');
    expect(status).toBe(2);
  });

  test('asks for the document where the one that it has knows nothing of the update', async () => {
    const { status, output } = await restoreLeftOn('http://127.0.0.1:1');
    expect(output).toContain(
      'b was changed by a, which the document does not have. Name the one of that run with --spec.',
    );
    expect(status).toBe(2);
  });
});
