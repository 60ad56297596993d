import { describe, expect, test } from '@jest/globals';
import { exitStatusOf, type Goal, judge, verdictOn } from './goals';
import { Readings } from './readings';

const TWICE: Goal = { figure: 'event-throughput', of: 'docent', against: 'express', bound: { atLeast: 2 } };
const NO_MORE: Goal = { figure: 'memory', of: 'docent', against: 'express', bound: { atMost: 1.1 } };
const FOUR_SECONDS: Goal = { figure: 'contract-run', of: 'in-process', bound: { atMost: 4 } };

describe('The verdict', () => {
  test.each([
    ['at the least that is asked', TWICE, 2, 'ok'],
    ['short of it', TWICE, 1.99, 'below goal'],
    ['at half of it', TWICE, 1, 'below goal'],
    ['below half of it', TWICE, 0.99, 'FAIL'],
    ['at the most that is allowed', NO_MORE, 1.1, 'ok'],
    ['beyond it', NO_MORE, 1.11, 'below goal'],
    ['beyond twice of it', NO_MORE, 2.21, 'FAIL'],
    ['of a figure by itself, far beyond', FOUR_SECONDS, 40, 'below goal'],
  ])('%s', (_name, goal, value, verdict) => {
    expect(verdictOn(goal, value)).toBe(verdict);
  });
});

describe('A goal', () => {
  const throughputs = (rounds: [docent: number, express: number][]) => {
    const readings = new Readings();
    for (const [round, [docent, express]] of rounds.entries()) {
      readings.add(round, [
        { figure: 'event-throughput', subject: 'docent', value: docent },
        { figure: 'event-throughput', subject: 'express', value: express },
      ]);
    }
    return readings;
  };

  test('is judged by the median of the quotients, since what slows down a machine meets a whole round', () => {
    const readings = throughputs([
      [100, 40],
      [330, 110],
      [240, 160],
    ]);
    expect(judge(readings, [TWICE])).toEqual([{ goal: TWICE, value: 2.5, range: [1.5, 3], verdict: 'ok' }]);
  });

  test('of a figure by itself is judged by its median', () => {
    const readings = new Readings();
    readings.add(0, [{ figure: 'contract-run', subject: 'in-process', value: 5 }]);
    expect(judge(readings, [FOUR_SECONDS])).toEqual([
      { goal: FOUR_SECONDS, value: 5, range: [5, 5], verdict: 'below goal' },
    ]);
  });

  test('that was not measured is left out', () => {
    expect(judge(throughputs([[2, 1]]), [TWICE, NO_MORE])).toHaveLength(1);
  });

  test('whose figure is void says of whom and why', () => {
    const readings = throughputs([[200, 100]]);
    readings.add(1, [{ figure: 'event-throughput', subject: 'express', problem: 'nothing was answered' }]);
    expect(judge(readings, [TWICE])).toEqual([{ goal: TWICE, problem: 'express: nothing was answered' }]);
  });
});

test.each([
  ['0 where every goal is met or nearly so', ['ok', 'below goal'], 0],
  ['1 where one is failed', ['ok', 'FAIL'], 1],
  ['2 where one could not be judged', ['FAIL', undefined], 2],
] as const)('The exit status is %s', (_name, verdicts, status) => {
  const judged = verdicts.map((verdict) =>
    verdict === undefined
      ? { goal: TWICE, problem: 'nothing was answered' }
      : { goal: TWICE, value: 1, range: [1, 1] as const, verdict },
  );
  expect(exitStatusOf(judged)).toBe(status);
});
