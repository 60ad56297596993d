import { describe, expect, test } from '@jest/globals';
import { CONDITION_NAMES, DEFAULT_DOCUMENT, readService } from '../spec';
import { DEFECTS } from './sabotage/defects';
import { type Examined, examineServer } from './sabotage/examine-server';
import type { Change } from './sabotage/honest-server';
import { gatingRules } from './sabotage/kill-matrix';
import { eventsFrom, hoursAround, localDate } from './sabotage/museum-data';
import { VARIANTS } from './sabotage/variants';
import { type Asked, HONEST, Refusal } from './sabotage/ways';
import { SchemaOracle } from './values/oracle';

const service = readService({ spec: DEFAULT_DOCUMENT });
const instruments = { service, oracle: new SchemaOracle(service) };
const GATING = gatingRules(instruments);

function run(change: Change, only: string[]): Promise<Examined> {
  return examineServer(change, instruments, only);
}

/** Servers that do what nobody forbids and nobody expects. */
const DISAPPOINTING: { rule: string; name: string; ways: Change }[] = [
  {
    rule: 'no-server-error',
    name: 'It answers wrong input with 500',
    ways: { refuse: () => ({ status: 500, headers: {}, body: '' }) },
  },
  {
    rule: 'authenticate-challenge',
    name: 'It answers 401 without a challenge',
    ways: { refuse: () => ({ status: 401, headers: {}, body: '' }) },
  },
  {
    rule: 'refused-update-changes-nothing',
    name: 'It stores what it understands before it refuses the rest',
    ways: {
      readPatch: ({ body }) => JSON.parse(body),
      update(store, eventId, patch) {
        store.set(eventId, { ...store.get(eventId), name: patch.name ?? store.get(eventId)?.name });
        if (typeof patch.price !== 'number' && patch.price !== undefined) throw new Refusal('invalid body');
        store.set(eventId, { ...store.get(eventId), ...patch });
        return store.get(eventId);
      },
    },
  },
];

describe('a server that breaks a statement violates the rule that states it', () => {
  test.concurrent.each(DEFECTS)('$rule: $name', async ({ ways, rule }) => {
    const { outcomes } = await run(ways, [rule]);
    expect(outcomes.map(({ verdict }) => verdict)).toContain('violated');
  });

  test.each(DISAPPOINTING)('$rule: $name', async ({ ways, rule }) => {
    const { outcomes } = await run(ways, [rule]);
    expect(outcomes.map(({ verdict }) => verdict)).toContain('warned');
  });
});

describe('a correct server raises no alarm and is left as it was', () => {
  test.concurrent.each([{ name: 'It does the plainest thing', ways: {} }, ...VARIANTS])('$name', async ({ ways }) => {
    const { outcomes, before, after } = await run(ways, GATING);
    expect(outcomes.filter(({ verdict }) => verdict === 'violated')).toEqual([]);
    expect(after).toHaveLength(before.length);
    for (const [index, fields] of before.entries()) expect(after[index]).toMatchObject({ ...fields });
  });

  test('and every rule is exercised by the plainest one', async () => {
    const { outcomes } = await run({}, []);
    expect(outcomes.filter(({ verdict }) => verdict === 'not exercised')).toEqual([]);
  });
});

describe('nothing is held against a server that', () => {
  const failing: Change = { refuse: () => ({ status: 500, headers: {}, body: '' }) };
  /** Closes the connection in place of refusing some requests. */
  const closing = (isClosed: (asked: Asked) => boolean): Change => ({
    send: (answer, asked, response) =>
      answer.status >= 400 && isClosed(asked) ? void response.destroy() : HONEST.send(answer, asked, response),
  });
  const times = new Set(hoursAround(localDate()).flatMap(({ timeOpen, timeClose }) => [timeOpen, timeClose]));
  const footed: Change = {
    refuse: ({ reason }) => ({
      status: reason === 'no credential' ? 401 : 400,
      headers: { 'content-type': 'text/html' },
      body: `<p>Log in.</p><footer>Open at times: ${[...times].join(', ')}</footer>`,
    }),
  };

  test.each<[string, Change, string]>([
    ['fails at a page of no size', failing, 'page-size-maximum'],
    [
      'closes the connection on a page of no size',
      closing(({ query }) => Number(query.get('limit')) <= 0),
      'page-size-maximum',
    ],
    [
      'closes the connection on what is read by an identifier that nobody has',
      closing(() => true),
      'identifier-matches',
    ],
    ['closes the connection on what is updated by one', closing(() => true), 'identifier-kept'],
    ['says to strangers when it is open', footed, 'credential-required'],
  ])('%s', async (_what, ways, rule) => {
    const { outcomes } = await run(ways, [rule]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(outcomes.map(() => 'passed'));
  });
});

test('no event keeps what was sent to nobody', async () => {
  const { eventId } = eventsFrom(localDate())[0] ?? {};
  const ways: Change = { identifier: (sent) => (/^0{8}|not/.test(sent) ? String(eventId) : sent) };
  const { outcomes, before, after } = await run(ways, ['unknown-resource', 'malformed-identifier']);
  expect(outcomes.map(({ finding }) => finding?.observed)).toEqual(outcomes.map(() => '200 application/json'));
  expect(after).toEqual(before);
});

describe('a failing sequence of updates', () => {
  test('is shown as short as it can be, with the seed that repeats it', async () => {
    const ways: Change = {
      merge: (event, patch) => ({ ...event, ...patch, ...('price' in patch && { name: 'Lost' }) }),
    };
    const { outcomes } = await run(ways, ['update-sequences']);
    const steps = outcomes[0]?.finding?.expected.split('\n') ?? [];
    expect(steps[0]).toMatch(/ after these steps:$/);
    expect(steps.at(-1)).toMatch(/^3\. PATCH \/special-events\/.* {.*"price":[\d.]+}$/);
    expect(outcomes[0]?.finding?.observed).toContain('(seed 20270301)');
  });
});

describe('what nobody has promised is recorded, whatever it is', () => {
  test.each(CONDITION_NAMES)('%s', async (condition) => {
    const { outcomes } = await run({ refuse: () => ({ status: 418, headers: {}, body: '' }) }, [condition]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(outcomes.map(() => 'recorded'));
  });
});
