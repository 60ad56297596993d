import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Examination } from '../examination';
import { Busy, Violation } from '../findings';
import { holdsAtRandom } from './chance';

/** How often a statement is tried that fails of each number from 100 on. */
async function trials(failure: Error): Promise<number> {
  let tried = 0;
  const examination = { chance: { seed: 7, runs: 50 } } as Examination; // all that is asked of it
  const result = holdsAtRandom(examination, fc.nat({ max: 1000 }), 50, async (number) => {
    tried += 1;
    if (number >= 100) throw failure;
  });
  await expect(result).rejects.toBeInstanceOf(failure.constructor);
  return tried;
}

test('a case that fails is tried anew to make it shorter, and one that a busy target leaves open is not', async () => {
  const busy = await trials(new Busy('the target answered 503'));
  expect(await trials(new Violation('less', 'more'))).toBeGreaterThan(busy);
  expect(busy).toBeLessThan(5);
});
