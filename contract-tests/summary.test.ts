import { describe, expect, test } from '@jest/globals';
import type { Outcome } from './examine';
import { jsonReport } from './reports/write-reports';
import { conclusionOf, exitStatusOf, type Summary } from './summary';
import { sampleOutcome, sampleRun, sampleViolation } from './test-support/sample-run';

const skipped = sampleOutcome({ verdict: 'not exercised', reason: 'the list is empty' });
const BUSY = [
  sampleOutcome({ operation: 'changeAnimal', verdict: 'not exercised', reason: 'it was too busy', busy: true }),
  sampleOutcome({ operation: 'changeAnimal', rule: 'no-server-error', source: 'expected' }),
];
const missing = [{ operation: 'listAnimals', rule: 'order' }];

describe('a run', () => {
  test.each<[string, Outcome[], Partial<Summary>, 0 | 1 | 2]>([
    ['in which all passed', [sampleOutcome()], {}, 0],
    ['with a violation', [sampleOutcome(), sampleViolation()], {}, 1],
    ['with a flaky violation', [sampleViolation({ flaky: true })], {}, 1],
    ['with a warning', [sampleViolation({ verdict: 'warned' })], {}, 0],
    ['in which some was not exercised', [sampleOutcome(), skipped], {}, 0],
    ['in which nothing was exercised', [skipped], {}, 2],
    ['without any check', [], {}, 2],
    ['in which the target was too busy for all that is documented of an operation', [sampleOutcome(), ...BUSY], {}, 2],
    ['in which it was once', [sampleOutcome(), sampleOutcome({ operation: BUSY[0]?.operation ?? '' }), ...BUSY], {}, 0],
    ['with a violation, while it was too busy for another operation', [sampleViolation(), ...BUSY], {}, 1],
    ['that executed less than was planned', [sampleOutcome()], { missing }, 2],
    ['with a violation, and less than planned', [sampleViolation()], { missing }, 1],
    ['with a violation, that ended early', [sampleViolation()], { missing, ended: 'The run was interrupted' }, 2],
  ])('%s ends with its status', (_, outcomes, changed, status) => {
    expect(exitStatusOf(sampleRun(outcomes, changed))).toBe(status);
  });

  test('that ended early says why, what is missing, and what was found until then', () => {
    const ended = 'The run was interrupted';
    expect(conclusionOf(sampleRun([sampleOutcome()], { planned: 2, missing, ended }))).toMatchObject({
      title: 'The run ended early',
      says: 'The run was interrupted. Of 2 planned checks, 1 was not executed.',
    });
    expect(conclusionOf(sampleRun([sampleViolation()], { planned: 2, missing, ended })).says).toBe(
      'The run was interrupted. Of 2 planned checks, 1 was not executed, and 1 of the others did not hold.',
    );
  });

  test('of a target that was out of service says so', () => {
    expect(conclusionOf(sampleRun([sampleOutcome(), ...BUSY], { planned: 3 }))).toEqual({
      status: 2,
      title: 'The target was out of service',
      says: 'The target said that it was too busy (429 or 503) for 1 of 3 checks. Run it again when it is not.',
    });
  });

  test('that conforms save for accepted deviations says so', () => {
    const { says } = conclusionOf(sampleRun([sampleViolation({ verdict: 'accepted' })]));
    expect(says).toBe('Nothing that the documentation states was seen violated, save for 1 accepted deviation.');
  });

  test('stands in contract.json with its format, its status and every outcome', () => {
    const run = sampleRun([sampleViolation()]);
    expect(JSON.parse(jsonReport(run))).toEqual({
      format: 1,
      exitStatus: 1,
      conclusion: 'It does not conform: 1 of 1 statement that could be judged did not hold.',
      ...run,
    });
  });
});
