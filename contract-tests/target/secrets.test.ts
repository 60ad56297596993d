import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type Change, startHonestServer } from '../sabotage/honest-server';
import { HONEST } from '../sabotage/ways';
import { startDocent } from '../test-support/docent-process';

const FOLDER = mkdtempSync(join(tmpdir(), 'docent-secrets-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Accepts any token, and sends it back in whatever it says. */
function echoing(token: string): Change {
  const decoded = Buffer.from(token, 'base64').toString('utf8');
  const everyForm = [token, encodeURIComponent(token), Buffer.from(token).toString('base64'), decoded, `"${token}"`];
  const echo = everyForm.join(' ');
  return {
    isAuthorised: ({ headers }) => headers.authorization === `Basic ${token}`,
    serialize: (value) => {
      if (Array.isArray(value)) return JSON.stringify(value.map((entry) => ({ ...entry, date: echo })));
      return JSON.stringify({ ...(value as object), price: echo, echo });
    },
    refuse: (refusal) => ({ ...HONEST.refuse(refusal), body: `<p>${echo}</p>` }),
    send: (answer, asked, response) => {
      const headers = { ...answer.headers, 'x-echo': encodeURIComponent(token), 'content-type': `text/${token}` };
      return HONEST.send({ ...answer, headers }, asked, response);
    },
  };
}

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

describe('of a server that sends the credential back everywhere, no output and no file shows', () => {
  test.each(['bXVzZXVtOnMzY3JldC1wdw==', 'a+b/c=%22"\\d&<e>', "'~!*()$HOME`id`"])(
    'the token %s',
    async (token) => {
      const server = await startHonestServer(echoing(token));
      const { ended } = startDocent(['verify', server.url, '--header', 'X-Api-Key: k3y-0f-mine'], {
        AUTH_TOKEN: token,
        EVENT_ID: server.eventIds.join(','),
        REPORT_DIR: join(FOLDER, 'reports'),
        DOCENT_HOME: join(FOLDER, 'home'),
      });
      const { status, output } = await ended;
      await server.close();
      expect(status).toBe(1);
      const texts = [output, ...textsIn(FOLDER)].join('\n');
      expect(texts).toContain('[credential]');
      const forms = [token, encodeURIComponent(token), Buffer.from(token).toString('base64').replace(/=+$/, '')];
      const secrets = [...forms, JSON.stringify(token).slice(1, -1), 's3cret-pw', 'k3y-0f-mine'];
      expect(secrets.filter((secret) => texts.includes(secret))).toEqual([]);
    },
    60_000,
  );
});
