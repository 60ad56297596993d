import { describe, expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, readService } from '../spec';
import { type ExamineOptions, examine, type Outcome } from './examine';
import { Busy, NotExercised, NotRestored, Violation } from './findings';
import { planChecks } from './plan';
import { startHonestServer } from './sabotage/honest-server';
import type { HoursEntry } from './sabotage/museum-data';
import { HONEST } from './sabotage/ways';
import { createTarget } from './target/target';
import { SchemaOracle } from './values/oracle';

const service = readService({ spec: DEFAULT_DOCUMENT });
const oracle = new SchemaOracle(service);

/** What comes of a documented check that throws these, one after the other, and then holds. */
async function outcomeOf(...thrown: unknown[]): Promise<Outcome> {
  const [check] = planChecks(service, ['getMuseumHours', 'pages-join']);
  if (check === undefined) throw new Error('the plan has no such check');
  const rule = {
    ...check.rule,
    check: async () => {
      if (thrown.length > 0) throw thrown.shift();
    },
  };
  const [identifiersFor, now] = [() => [], () => new Date()];
  const target = createTarget({ server: 'http://127.0.0.1:1', token: '', identifiersFor, mayWrite: false, now });
  return examine({ ...check, rule }, { service, target, oracle, strict: false });
}

describe('what fails is checked once more:', () => {
  test('it is flaky where it then holds, and has failed all the same', async () => {
    expect(await outcomeOf(new Violation('one', 'two'))).toMatchObject({ verdict: 'violated', flaky: true });
  });

  test('it is not where it fails again', async () => {
    expect(await outcomeOf(new Violation('one', 'two'), new Violation('one', 'three'))).not.toHaveProperty('flaky');
  });

  test('what was not exercised or not put back is left at that', async () => {
    expect(await outcomeOf(new NotExercised('nothing there'))).toMatchObject({ verdict: 'not exercised' });
    const outcome = await outcomeOf(new NotRestored('still changed', { cause: new Violation('one', 'two') }));
    expect(outcome).toMatchObject({ verdict: 'violated', notRestored: 'still changed' });
    expect(outcome).not.toHaveProperty('flaky');
  });

  test('what could not be put back the second time is told', async () => {
    const outcome = await outcomeOf(new Violation('one', 'two'), new NotRestored('still changed'));
    expect(outcome).toMatchObject({ verdict: 'violated', notRestored: 'still changed' });
  });
});

test('a request that had to be sent again is told with the check that sent it', async () => {
  let isFirst = true;
  const server = await startHonestServer({
    send(answer, asked, response) {
      if (!isFirst) return HONEST.send(answer, asked, response);
      isFirst = false;
      response.writeHead(429, { 'retry-after': '0' }).end();
    },
  });
  const { url, token, eventIds } = server;
  const [identifiersFor, now] = [() => eventIds, () => new Date()];
  const target = createTarget({ server: url, token, identifiersFor, mayWrite: false, now });
  const [check] = planChecks(service, ['getMuseumHours', 'body-shape']);
  if (check === undefined) throw new Error('the plan has no such check');
  const outcome = await examine(check, { service, target, oracle, strict: false });
  await server.close();
  const why = '429 with Retry-After';
  expect(outcome).toMatchObject({
    verdict: 'passed',
    retries: [{ method: 'GET', path: '/museum-hours', why, waited: 0 }],
  });
});

test('a check that meets a target which is too busy says so, and any other does not', async () => {
  const outcome = await outcomeOf(new Busy('it was too busy'));
  expect(outcome).toMatchObject({ verdict: 'not exercised', busy: true });
  expect(await outcomeOf(new NotExercised('nothing there'))).not.toHaveProperty('busy');
});

test.each([3, 12])('a server that is gone after %d updates has broken no statement', async (most) => {
  let updates = 0;
  const server = await startHonestServer({
    async send(answer, asked, response) {
      if (asked.operation === 'update') updates += 1;
      if (updates <= most) return HONEST.send(answer, asked, response);
      await server.close();
    },
  });
  const { url, token, eventIds } = server;
  const [identifiersFor, now] = [() => eventIds, () => new Date()];
  const target = createTarget({ server: url, token, identifiersFor, mayWrite: true, now });
  const [check] = planChecks(service, ['sent-fields-returned']);
  if (check === undefined) throw new Error('the plan has no such check');
  await expect(examine(check, { service, target, oracle, strict: false })).rejects.toThrow('stopped answering');
});

describe('a list that changes while it is checked', () => {
  /** What comes of the rule that joins pages, of a server that leaves a day of the next week out of the answer to some requests. */
  function joined(isLeftOut: (asked: number) => boolean): Promise<Outcome> {
    return joinedOf((entries, asked) => (isLeftOut(asked) ? entries.filter((_, index) => index !== 47) : entries));
  }

  async function joinedOf(
    entriesNow: (entries: HoursEntry[], asked: number) => HoursEntry[],
    pause: ExamineOptions['pause'] = async () => {},
  ): Promise<Outcome> {
    let asked = 0;
    const server = await startHonestServer({
      select(entries, query) {
        asked += 1;
        return HONEST.select(entriesNow(entries, asked), query);
      },
    });
    const { url, token } = server;
    const [identifiersFor, now] = [() => [], () => new Date()];
    const target = createTarget({ server: url, token, identifiersFor, mayWrite: false, now });
    const [check] = planChecks(service, ['pages-join']);
    if (check === undefined) throw new Error('the plan has no such check');
    const outcome = await examine(check, { service, target, oracle, strict: false, pause });
    await server.close();
    return outcome;
  }

  test('is checked again, where it has changed for good', async () => {
    const outcome = await joined((asked) => asked > 95);
    expect(outcome).toMatchObject({
      verdict: 'passed',
      notes: [expect.stringMatching('changed while it was checked')],
    });
  });

  test('is not judged, where it goes on changing whatever is asked', async () => {
    let pauses = 0;
    const outcome = await joinedOf(
      (entries, asked) => entries.toSpliced(47, Math.floor(asked / 60) + pauses),
      async () => {
        pauses += 1;
      },
    );
    expect(outcome).toMatchObject({
      verdict: 'not exercised',
      reason: 'what is listed changed, each time that it was checked',
    });
  });

  test('has failed, where it changes with what is asked', async () => {
    const outcome = await joinedOf((entries, asked) => entries.toSpliced(47, Math.floor(asked / 90)));
    expect(outcome).toMatchObject({ verdict: 'violated' });
  });

  test('has failed, where it is now this and now that', async () => {
    expect(await joined((asked) => asked % 7 === 0)).toMatchObject({ verdict: 'violated' });
  });
});

describe('a fault in nothing but the first reading of a list is seen', () => {
  test.each([
    ['fields-conform', (page: unknown[]) => page.map((entry) => ({ ...(entry as object), timeOpen: 9 })), 'timeOpen'],
    // The first check that compares answers reads the list before: what is wrong there is its own finding.
    ['order', (page: unknown[]) => ({ hours: page }), 'hours'],
  ])('by %s', async (rule, shown, observed) => {
    let isFirst = true;
    const server = await startHonestServer({
      showHours(page) {
        const wrong = isFirst ? shown(page) : page;
        isFirst = false;
        return wrong;
      },
    });
    const { url, token } = server;
    const [identifiersFor, now] = [() => [], () => new Date()];
    const target = createTarget({ server: url, token, identifiersFor, mayWrite: false, now });
    const [check] = planChecks(service, ['getMuseumHours', rule]);
    if (check === undefined) throw new Error('the plan has no such check');
    const outcome = await examine(check, { service, target, oracle, strict: false });
    await server.close();
    const finding = { observed: expect.stringContaining(observed) };
    expect(outcome).toMatchObject({ verdict: 'violated', finding, flaky: true });
  });
});
