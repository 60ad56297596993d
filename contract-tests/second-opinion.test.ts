import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type StartedMock, startMock } from '../mock';
import { DEFAULT_DOCUMENT, type Operation, readService } from '../spec';
import { examine, type Outcome } from './examine';
import { planChecks } from './plan';
import { type Prism, startPrism } from './proxy/prism';
import type { Exchange } from './target/exchange';
import { createTarget, type Target } from './target/target';
import { SchemaOracle } from './values/oracle';

const service = readService({ spec: DEFAULT_DOCUMENT });
const oracle = new SchemaOracle(service);
const CHECKS = planChecks(service);
/** Prism wants a user name and a password in it, divided by one colon. */
const TOKEN = Buffer.from('docent:contract').toString('base64');

interface Run {
  outcomes: Outcome[];
  exchanges: Exchange[];
}

async function runSuite(server: string, identifiersFor: (operation: Operation) => string[]): Promise<Run> {
  const now = () => new Date();
  const plain = createTarget({ server, token: TOKEN, identifiersFor, mayWrite: true, now, timeout: 5_000 });
  const exchanges: Exchange[] = [];
  const send: Target['send'] = async (request) => {
    const exchange = await plain.send(request);
    exchanges.push(exchange);
    return exchange;
  };
  const target = { ...plain, send };
  const outcomes: Outcome[] = [];
  for (const check of CHECKS) outcomes.push(await examine(check, { service, target, oracle, strict: false }));
  return { outcomes, exchanges };
}

const nameOf = ({ operation, rule }: Outcome) => `${operation} ${rule}`;

const withVerdict = ({ outcomes }: Run, ...verdicts: string[]) =>
  outcomes.filter(({ verdict }) => verdicts.includes(verdict)).map(nameOf);

interface SlViolation {
  location: string[];
  message: string;
}

/** What Prism complains of in an answer, each with the request that it answers. */
function complaintsIn({ request, response }: Exchange): (SlViolation & { asked: string; status: number })[] {
  const complaints = JSON.parse(response.headers['sl-violations'] ?? '[]') as SlViolation[]; // as Prism writes the header
  const asked = `${request.method} ${request.path}`;
  return complaints.map((complaint) => ({ ...complaint, asked, status: response.status }));
}

describe('The suite run through Prism before the mock', () => {
  let mock: StartedMock | undefined;
  let prism: Prism | undefined;
  let run: Run;

  beforeAll(async () => {
    mock = await startMock({ tokens: [TOKEN] });
    const { identifiers } = mock.mock;
    prism = await startPrism(['proxy', '--validate-request=false', DEFAULT_DOCUMENT, mock.url]);
    run = await runSuite(prism.url, ({ meaning }) => identifiers(meaning.resource));
  });

  afterAll(async () => {
    await prism?.stop();
    await mock?.close();
  });

  test('exercises every check, and none is violated', () => {
    expect(run.outcomes).toHaveLength(CHECKS.length);
    expect(withVerdict(run, 'violated', 'warned', 'not exercised')).toEqual([]);
  });

  test('shows no violation in any answer to a request that the document allows', () => {
    const succeeded = run.exchanges.filter(({ response }) => response.status < 300);
    expect(succeeded.length).toBeGreaterThan(100);
    expect(succeeded.flatMap(complaintsIn)).toEqual([]);
  });

  test('shows no violation by an answer at all, refusals included', () => {
    const complaints = run.exchanges.flatMap(complaintsIn);
    expect(complaints.filter(({ location }) => location[0] === 'response')).toEqual([]);
  });

  test('shows what it finds wrong with requests only where a credential, a path or a method is', () => {
    const refusals: Record<string, number[]> = {
      'Invalid security scheme used': [401],
      'Selected route not found': [404, 405],
    };
    const complaints = run.exchanges.flatMap(complaintsIn);
    expect(complaints.length).toBeGreaterThan(0);
    expect(complaints.filter(({ message, status }) => !refusals[message]?.includes(status))).toEqual([]);
  });
});

/** Each check that Prism's own mock fails, and what it does wrong. It answers every request with the document's example. */
const FAILS: Record<string, string> = {
  'getMuseumHours order': 'every page is the same two days, so that page 2 begins before page 1 ends',
  'getMuseumHours page-size': 'it sends two days where limit=1 was asked for',
  'getMuseumHours page-size-maximum': 'a page of 30 is not the two pages of 15, which repeat one another',
  'getMuseumHours pages-join': 'page 2 is page 1 again',
  'getMuseumHours parameters-together': 'whatever is asked for together, it sends the same two days',
  'getMuseumHours lower-bound': 'it sends days before the startDate that was asked for',
  'getSpecialEvent identifier-matches': 'it answers every eventId with the one event of the example',
  'updateSpecialEvent identifier-kept': 'it answers an update of any event with the event of the example',
  'updateSpecialEvent sent-fields-returned': 'it answers an update with the example, not with what was sent',
  'updateSpecialEvent sent-fields-stored': 'a read after an update is the example still',
  'updateSpecialEvent arrays-replaced': 'the dates that were sent are neither returned nor stored',
  'updateSpecialEvent field-combinations': 'fields that are sent together are answered with those of the example',
  'updateSpecialEvent updates-at-once': 'of updates at once none is stored',
  'updateSpecialEvent update-sequences': 'a read after an update is still the example',
};

/** What cannot be told of two days that are the same from every date, and of a single event: the other is answered with the same one. */
const NOT_EXERCISED = [
  'getMuseumHours page-size-default',
  'getMuseumHours lower-bound-default',
  'updateSpecialEvent other-entries-untouched',
];

describe("Prism's own mock, which keeps no state,", () => {
  const EVENT = '8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901'; // the one of the document's example
  const ANOTHER = '5a0a1c7e-0b7e-4f6b-8a57-0f6a0e1b2c3d';
  let prism: Prism | undefined;
  let run: Run;

  beforeAll(async () => {
    prism = await startPrism(['mock', DEFAULT_DOCUMENT]);
    run = await runSuite(prism.url, ({ meaning }) => (meaning.action === 'list' ? [] : [EVENT, ANOTHER]));
  });

  afterAll(() => prism?.stop());

  test.each(Object.entries(FAILS))('fails %s: %s', (check) => {
    expect(withVerdict(run, 'violated')).toContain(check);
  });

  test('fails no other check', () => {
    expect(withVerdict(run, 'violated', 'warned').filter((check) => !(check in FAILS))).toEqual([]);
  });

  test('gives every other check its chance, save those that need a longer list, or a second event', () => {
    expect(run.outcomes).toHaveLength(CHECKS.length);
    expect(withVerdict(run, 'not exercised')).toEqual(NOT_EXERCISED);
  });
});
