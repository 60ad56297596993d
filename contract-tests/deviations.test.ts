import { describe, expect, test } from '@jest/globals';
import { type Deviation, judgeDeviations, MOCK_TARGET } from './deviations';
import type { Outcome } from './examine';
import { exitStatusOf, summarize } from './summary';
import { sampleOutcome, sampleRun, sampleViolation } from './test-support/sample-run';

const TODAY = '2027-03-01';
const DEVIATION: Deviation = {
  rule: 'page-size',
  operation: 'listAnimals',
  target: 'zoo.test',
  reason: 'The cache is to be replaced.',
  owner: 'Team Fish',
  expires: '2027-03-31',
  place: 'deviations.yaml:2',
};

function judged(deviation: Partial<Deviation>, outcome: Outcome, target = 'https://zoo.test/api') {
  return judgeDeviations([{ ...DEVIATION, ...deviation }], [outcome], target, TODAY);
}

describe('a deviation', () => {
  test.each<[string, Partial<Deviation>, Outcome, string, string]>([
    ['accepts the finding that it names', {}, sampleViolation(), 'accepted', 'accepted'],
    ['accepts a warning', {}, sampleViolation({ verdict: 'warned' }), 'accepted', 'accepted'],
    ['holds on the day of its expiry', { expires: TODAY }, sampleViolation(), 'accepted', 'accepted'],
    ['has expired on the day after', { expires: '2027-02-28' }, sampleViolation(), 'expired', 'violated'],
    ['is to be removed once the check passes', {}, sampleOutcome(), 'no longer occurs', 'passed'],
    ['accepts what was observed as it says', { observed: '31' }, sampleViolation(), 'accepted', 'accepted'],
    ['accepts nothing else', { observed: '32 entries' }, sampleViolation(), 'changed', 'violated'],
    ['accepts nothing that was left changed', {}, sampleViolation({ notRestored: 'x' }), 'changed', 'violated'],
    [
      'is not judged by what was not exercised',
      {},
      sampleOutcome({ verdict: 'not exercised' }),
      'not judged',
      'not exercised',
    ],
    ['is not judged where its check was not made', {}, sampleOutcome({ rule: 'order' }), 'not judged', 'passed'],
  ])('%s', (_, deviation, outcome, state, verdict) => {
    const { deviations, outcomes } = judged(deviation, outcome);
    expect(deviations.map((each) => each.state)).toEqual([state]);
    expect(outcomes.map((each) => each.verdict)).toEqual([verdict]);
  });

  test.each([
    ['zoo.test', 'https://zoo.test/api', true],
    ['Zoo.Test', 'https://zoo.test/api', true],
    ['zoo.test:8443', 'https://zoo.test:8443', true],
    ['zoo.test', 'https://zoo.test:8443', true],
    ['https://zoo.test/api/', 'https://zoo.test/api', true],
    ['https://zoo.test', 'https://zoo.test/api', false],
    ['zoo.test', 'https://other.test', false],
    ['mock', MOCK_TARGET, true],
    ['zoo.test', MOCK_TARGET, false],
  ])('for %s concerns %s: %s', (named, target, expected) => {
    expect(judged({ target: named }, sampleViolation(), target).deviations).toHaveLength(expected ? 1 : 0);
  });
});

describe('a run with deviations', () => {
  test.each<[string, Partial<Deviation>, Outcome, number]>([
    ['succeeds with an accepted finding', {}, sampleViolation(), 0],
    ['fails with an expired one', { expires: '2027-02-28' }, sampleViolation(), 1],
    ['fails with one that no longer occurs', {}, sampleOutcome(), 1],
    ['succeeds with one that was not judged', {}, sampleOutcome({ rule: 'order' }), 0],
    ['fails with a finding on another target', { target: 'other.test' }, sampleViolation(), 1],
  ])('%s', (_, deviation, outcome, status) => {
    const facts = sampleRun([]);
    const run = summarize(facts, [], [outcome], [{ ...DEVIATION, ...deviation }]);
    expect(exitStatusOf(run)).toBe(status);
  });

  test('says what to do', () => {
    expect(judged({ expires: '2027-02-28' }, sampleViolation()).deviations[0]?.fault).toBe(
      'It expired on 2027-02-28. Have it mended, or agree on a new date with Team Fish (deviations.yaml:2).',
    );
    expect(judged({}, sampleOutcome()).deviations[0]?.fault).toBe(
      'It no longer occurs. Remove it from deviations.yaml:2.',
    );
  });
});
