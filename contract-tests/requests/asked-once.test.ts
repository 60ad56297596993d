import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, readService } from '../../spec';
import { examine, type Outcome } from '../examine';
import { planChecks } from '../plan';
import { type HonestServer, startHonestServer } from '../sabotage/honest-server';
import type { HoursEntry } from '../sabotage/museum-data';
import { HONEST } from '../sabotage/ways';
import { createTarget, type Target } from '../target/target';
import { SchemaOracle } from '../values/oracle';
import { AskedOnce } from './asked-once';

const service = readService({ spec: DEFAULT_DOCUMENT });
const oracle = new SchemaOracle(service);

let server: HonestServer;
let asked = 0;
/** How the server spoils what it shows of the next answers, the first of them first. */
let spoiled: ((page: HoursEntry[]) => unknown)[] = [];

beforeAll(async () => {
  server = await startHonestServer({
    showHours(page, query) {
      asked += 1;
      const spoil = spoiled.shift();
      return spoil === undefined ? HONEST.showHours(page, query) : spoil(page);
    },
  });
});

afterAll(() => server.close());

function openTarget(): Target {
  const { url, token } = server;
  return createTarget({ server: url, token, identifiersFor: () => [], mayWrite: false, now: () => new Date() });
}

/** What comes of a rule, and how many answers the server gave for it. */
async function judged(rule: string, target: Target): Promise<{ outcome: Outcome; answers: number }> {
  const before = asked;
  const [check] = planChecks(service, [rule]);
  if (check === undefined) throw new Error('the plan has no such check');
  const outcome = await examine(check, { service, target, oracle, strict: false });
  return { outcome, answers: asked - before };
}

test('what several rules judge is asked for by the first of them', async () => {
  const target = openTarget();
  const first = await judged('json-body', target);
  const second = await judged('body-shape', target);
  expect([first, second]).toMatchObject([{ outcome: { verdict: 'passed' } }, { outcome: { verdict: 'passed' } }]);
  expect(first.answers).toBeGreaterThan(0);
  expect(second.answers).toBe(0);
});

test('each of them judges it, and asks anew where it is made again', async () => {
  const target = openTarget();
  spoiled = [(page) => ({ hours: page })];
  expect((await judged('json-body', target)).outcome.verdict).toBe('passed');
  expect((await judged('body-shape', target)).outcome).toMatchObject({ verdict: 'violated', flaky: true });
});

test('lists from a bound on are read once for both rules of bounds', async () => {
  const target = openTarget();
  const { answers } = await judged('lower-bound-inclusive', openTarget());
  await judged('lower-bound', target);
  expect((await judged('lower-bound-inclusive', target)).answers).toBeLessThan(answers / 3);
});

test('what fails is the affair of whoever asked, and is not kept', async () => {
  const once = new AskedOnce();
  await expect(once.of('list', () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  await expect(once.of('list', async () => 'an answer')).resolves.toBe('an answer');
});
