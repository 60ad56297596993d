import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type Change, startHonestServer } from './sabotage/honest-server';
import { HONEST } from './sabotage/ways';
import { type Ended, startDocent } from './test-support/docent-process';

const REPORTS = mkdtempSync(join(tmpdir(), 'docent-reports-'));
afterAll(() => rmSync(REPORTS, { recursive: true, force: true }));

function verify(args: string[], environment: Record<string, string> = {}): Promise<Ended> {
  return startDocent(['verify', ...args], { REPORT_DIR: REPORTS, DOCENT_HOME: REPORTS, ...environment }).ended;
}

async function verifyServer(
  change: Change,
  args: string[] = [],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const server = await startHonestServer(change);
  try {
    return await verify([server.url, ...args], {
      AUTH_TOKEN: server.token,
      EVENT_ID: server.eventIds.join(','),
      ...environment,
    });
  } finally {
    await server.close();
  }
}

describe('docent verify', () => {
  test('ends with 0 for the mock, having checked all that was planned', async () => {
    const { status, output } = await verify([]);
    expect(output).toMatch(/ (\d+) of \1 checks/);
    expect(status).toBe(0);
  });

  test('ends with 0 for a correct server, below a base path', async () => {
    const { status, output } = await verifyServer({ basePath: '/api/v1' });
    expect(output).toContain('It conforms');
    expect(status).toBe(0);
  });

  test('ends with 1 for a defect, showing how to see it without the credential', async () => {
    const { status, output } = await verifyServer({ merge: (event, patch) => ({ ...event, price: 0, ...patch }) });
    expect(status).toBe(1);
    expect(output).toContain('unsent-fields-kept (observed)');
    expect(output).toContain('-H "Authorization: Basic $AUTH_TOKEN"');
    expect(output).not.toContain('bXVzZXVtOmRvY2VudA');
    expect(output).not.toMatch(/\n\s+at /);
  });

  test('writes every outcome to contract.json, without a credential that the server sends back', async () => {
    const serialize = (value: unknown) =>
      JSON.stringify(
        Array.isArray(value) ? value : { ...(value as object), echo: 'museum:docent bXVzZXVtOmRvY2VudA==', price: 'x' },
      );
    await verifyServer({ serialize }, ['--only', 'fields-conform']);
    const text = readFileSync(join(REPORTS, 'contract.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ planned: 3, executed: 3, counts: { violated: 2 } });
    expect(text).toContain('[credential]');
    expect(text).not.toMatch(/museum:docent|bXVzZXVtOmRvY2VudA/);
  });

  test('ends with 1 for what is only expected in a strict run', async () => {
    const change: Change = { refuse: (refusal) => ({ ...HONEST.refuse(refusal), headers: {} }) };
    expect(await verifyServer(change, ['--only', 'authenticate-challenge'])).toMatchObject({ status: 0 });
    expect(await verifyServer(change, ['--only', 'authenticate-challenge', '--strict'])).toMatchObject({ status: 1 });
  });

  test('ends with 2 where nothing could be checked', async () => {
    const { status, output } = await verifyServer({ hours: () => [] }, ['--only', 'pages-join']);
    expect(output).toContain('because the list is too short');
    expect(status).toBe(2);
  });

  test.each([
    ['an unreachable server', ['http://127.0.0.1:1'], {}, 'http://127.0.0.1:1 cannot be reached'],
    ['an unknown rule', ['--only', 'pages'], {}, '"pages" is neither a rule nor an operation'],
    ['a document that cannot be read', ['--spec', 'nowhere.yaml'], {}, 'nowhere.yaml'],
    ['an unknown option', ['--verbose'], {}, "unknown option '--verbose'"],
  ])('ends with 2 for %s', async (_, args, environment, message) => {
    const { status, output } = await verify(args, { AUTH_TOKEN: 'x', EVENT_ID: 'y', ...environment });
    expect(output).toContain(message);
    expect(output).not.toMatch(/\n\s+at /);
    expect(status).toBe(2);
  });

  test.each([
    ['a credential that is refused', { AUTH_TOKEN: 'd3Jvbmc=' }, 'The credential is refused by'],
    ['an unknown identifier', { EVENT_ID: '00000000-0000-4000-8000-000000000000' }, 'has no eventId "00000000-'],
  ])('ends with 2 for %s', async (_, environment, message) => {
    const { status, output } = await verifyServer({}, [], environment);
    expect(output).toContain(message);
    expect(status).toBe(2);
  });

  test('lists what it would check, why and at what cost, without a server or a credential', async () => {
    const { status, output } = await verify(['http://127.0.0.1:1', '--list', '--only', 'pages-join']);
    expect(output).toContain('getMuseumHours · pages-join (documented)');
    expect(output).toMatch(/stated in Museum Information Service Interface, .*museum\.openapi\.yaml:\d+/);
    expect(output).toContain('1 check of http://127.0.0.1:1, which may be written to.');
    expect(output).toMatch(/At most \d+ requests, 8 at once/);
    expect(status).toBe(0);
  });

  test.each(['success-status', 'authenticate-challenge', 'unknown-path'])(
    'lists the place alone of what the documentation does not say, as of %s',
    async (rule) => {
      const { output } = await verify(['--list', '--only', rule]);
      expect(output).toMatch(/\n {2}stated in \S*museum\.openapi\.yaml:\d+\n/);
    },
  );

  test('ends with 2 where its reports could not be written, before anything is sent', async () => {
    const { status, output } = await verify(['--only', 'order'], { REPORT_DIR: __filename });
    expect(output).toBe(
      `Failed to write the reports:\n  ${__filename}  It cannot be written to (EEXIST). Name another folder in REPORT_DIR.\n`,
    );
    expect(status).toBe(2);
  });

  test('says what it has found even where a report cannot be written in the end', async () => {
    const reports = mkdtempSync(join(tmpdir(), 'docent-'));
    mkdirSync(join(reports, 'contract.html'));
    const { status, output } = await verify(['--only', 'order'], { REPORT_DIR: reports });
    expect(output).toContain('It conforms.');
    expect(output).toMatch(/contract\.html {2}It cannot be written to \(EISDIR\)\./);
    expect(status).toBe(2);
    rmSync(reports, { recursive: true });
  });

  test.each([
    ['read_only', '--read-only'],
    ['list', '--list'],
    ['only', '--only'],
  ])(
    'ends with 2 where npm has kept %s for itself, as it does of what stands before two dashes',
    async (name, option) => {
      const { status, output } = await verify([], { npm_lifecycle_event: 'contract', [`npm_config_${name}`]: 'true' });
      expect(output).toBe(
        `Failed to read the command line:\n  ${option}  npm has kept it for itself. Write it behind two dashes: npm run contract -- …\n`,
      );
      expect(status).toBe(2);
    },
  );

  test('reports a faulty file of deviations with all else that is wrong', async () => {
    const { output } = await verify(['--only', 'nothing', '--deviations', 'nowhere.yaml']);
    expect(output).toMatch(/\n {2}--only .*\n {2}nowhere\.yaml {2}There is no such file\./);
  });

  test('ends with 1 for a documented rule that is flaky, and says that it is', async () => {
    let lists = 0; // the first answers the question whether the server is there
    const showHours = (page: unknown[]) => {
      lists += 1;
      return lists === 2 ? { hours: page } : page;
    };
    const { status, output } = await verifyServer({ showHours }, ['--only', 'body-shape', '--only', 'getMuseumHours']);
    expect(output).toContain('flaky: it passed when made again');
    expect(status).toBe(1);
  });

  test('ends with 2 for a server that redirects', async () => {
    const server = createServer((_, response) => response.writeHead(302, { location: '/login' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { status, output } = await verify([`http://127.0.0.1:${port}`], { AUTH_TOKEN: 'x', EVENT_ID: 'y' });
    server.close();
    expect(output).toContain('It redirects to /login (302)');
    expect(status).toBe(2);
  });
});
