import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { packageFolder } from '../spec';
import { type Change, startHonestServer } from './sabotage/honest-server';
import { xmlFaults } from './test-support/xml-faults';

const FOLDER = mkdtempSync(join(tmpdir(), 'docent-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const TOKEN = 'bXVzZXVtOmRvY2VudA';
const CREDENTIAL_IN_ANY_FORM = /bXVzZXVtOmRvY2VudA|museum:docent|museum%3Adocent/i;

/** A server that sends the credential back, between markup, and more entries than a page may hold. */
const TELLTALE: Change = {
  cut: (entries, { page, limit }) => entries.slice((page - 1) * limit, page * limit + 1),
  serialize: (value) => JSON.stringify(value).replace('"date"', `"<script>": "museum:docent ${TOKEN}==", "date"`),
};

async function verify(args: string[], environment: Record<string, string> = {}) {
  const server = await startHonestServer(TELLTALE);
  const { PATH = '' } = process.env;
  const child = spawn(
    process.execPath,
    [join(packageFolder, 'dist', 'bin', 'docent.js'), 'verify', server.url, '--only', 'page-size', ...args],
    {
      env: {
        ...{ PATH, REPORT_DIR: FOLDER, AUTH_TOKEN: server.token, EVENT_ID: server.eventIds.join(',') },
        ...environment,
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  await server.close();
  return { status, output };
}

describe('a run in CI', () => {
  const jobSummary = join(FOLDER, 'summary.md');
  let run = { status: undefined as unknown, output: '' };
  beforeAll(async () => {
    run = await verify([], { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: jobSummary });
  });

  const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

  test.each(['contract.html', 'contract.json', 'contract.md', 'junit.xml', 'summary.md'])(
    'writes %s, with the finding and without the credential',
    (name) => {
      expect(text(name)).toContain('2 entries');
      expect(text(name)).not.toMatch(CREDENTIAL_IN_ANY_FORM);
    },
  );

  test('says where the credential stood', () => {
    expect(text('contract.html')).toContain('[credential]');
  });

  test('writes a page and JUnit that are well-formed', () => {
    expect([...xmlFaults(text('contract.html'), ['meta']), ...xmlFaults(text('junit.xml'))]).toEqual([]);
  });

  test('names the files, annotates the finding and fails', () => {
    expect(run.output).toMatch(/Reports: .*contract\.html, .*contract\.json, .*contract\.md, .*junit\.xml/);
    expect(run.output).toMatch(/^::error file=.*museum\.openapi\.yaml,line=\d+,title=getMuseumHours%3A page-size::/m);
    expect(run.status).toBe(1);
  });

  test('lets nothing that the target sent be a command', () => {
    const [, end = ''] = /^::stop-commands::(\S+)$/m.exec(run.output) ?? [];
    expect(run.output).toContain(`\n::${end}::\n`);
  });
});

describe('a run with deviations', () => {
  const file = join(FOLDER, 'deviations.yaml');
  const written = (expires: string) =>
    `deviations:
  - rule: page-size
    operation: getMuseumHours
    target: 127.0.0.1
    reason: The cache adds an entry.
    owner: Team Doors
    expires: ${expires}
`;

  test.each([
    ['succeeds while the finding is accepted', '2999-12-31', 0, 'save for 1 accepted deviation'],
    ['fails once it has expired', '2020-01-31', 1, 'It expired on 2020-01-31. Have it mended'],
    ['is not started with a bad date', 'soon', 2, 'deviations.yaml:7  "soon" is no date'],
  ])(
    '%s',
    async (_, expires, status, message) => {
      writeFileSync(file, written(expires));
      const run = await verify(['--deviations', file]);
      expect(run.output).toContain(message);
      expect(run.status).toBe(status);
    },
    60_000,
  );
});
