import type { Outcome } from '../examine';
import { type RunFacts, type Summary, summarize } from '../summary';

/** For tests: an outcome that passed, but for what is given. */
export function sampleOutcome(changed: Partial<Outcome> = {}): Outcome {
  return {
    operation: 'listAnimals',
    rule: 'page-size',
    source: 'documented',
    statement: 'A page holds at most 30 entries.',
    documentation: 'Zoo interface, Lists, zoo.yaml:12',
    verdict: 'passed',
    ...changed,
  };
}

/** For tests: an outcome that was violated. */
export function sampleViolation(changed: Partial<Outcome> = {}): Outcome {
  return sampleOutcome({
    verdict: 'violated',
    finding: {
      expected: 'at most 30 entries',
      observed: '31 entries',
      answer: '200 application/json [1, 2]',
      curl: 'curl -i "http://zoo.test/animals" -H "Authorization: Basic $AUTH_TOKEN"',
      exchange: {
        request: 'GET http://zoo.test/animals',
        response: '200 OK\ncontent-type: application/json\n\n[1, 2]',
      },
    },
    ...changed,
  });
}

/** For tests: a run on a server that could be written to, and showed every field. */
export const SAMPLE_FACTS: RunFacts = {
  service: 'Zoo',
  documents: ['zoo.yaml'],
  target: 'http://zoo.test',
  version: '1.2.3',
  started: '2027-03-01T09:30:00.000Z',
  seconds: 2.5,
  strict: false,
  mayWrite: true,
  unseenFields: [],
};

/** For tests: a run of these outcomes, all of them planned. */
export function sampleRun(outcomes: Outcome[], changed: Partial<Summary> = {}): Summary {
  const run = summarize(SAMPLE_FACTS, [], outcomes);
  return { ...run, planned: outcomes.length, ...changed };
}

/** What a hostile server may send: it ends any element, runs scripts, commands terminals and turns the writing round. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</pre></style>]]>',
  '&lt;b&gt;',
  '\u202eright to left\u202c مرحبا 🏛️',
  '\u0000\u0007\u001b[2J\ud800\udc00\ud800 \uffff',
  '\n::error::pwned\n::set-output name=x::y',
  '`rm` | [a](http://evil.test) ```',
  'x'.repeat(10_000),
].join(' ');

/** For tests: a run in which the server had its way with every text that can come from it. */
export function hostileRun(): Summary {
  const finding = {
    expected: HOSTILE,
    observed: HOSTILE,
    answer: HOSTILE,
    curl: HOSTILE.slice(0, 400),
    exchange: { request: HOSTILE, response: HOSTILE },
  };
  const retry = { method: 'GET', path: HOSTILE, why: HOSTILE, waited: 5 };
  const everything = { finding, reason: HOSTILE, notes: [HOSTILE], notRestored: HOSTILE, retries: [retry] };
  const outcomes = (['violated', 'warned', 'recorded', 'not exercised'] as const).map((verdict, index) =>
    sampleOutcome({ ...everything, verdict, rule: `rule-${index}` }),
  );
  return sampleRun(outcomes, { unseenFields: [{ operation: 'listAnimals', field: HOSTILE }] });
}
