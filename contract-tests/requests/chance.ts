import fc from 'fast-check';
import type { Examination } from '../examination';
import { Violation } from '../findings';

/** How often a failing case is tried anew to make it shorter; each trial may be several requests. */
export const SHRINKING_TRIALS = 120;

/**
 * Tries a statement of so many random cases, and throws what the shortest failing one found.
 * @param holds throws a Violation where the statement does not hold of a case
 */
export async function holdsAtRandom<Case>(
  { chance }: Examination,
  cases: fc.Arbitrary<Case>,
  runs: number,
  holds: (one: Case) => Promise<void>,
): Promise<void> {
  let left = runs + SHRINKING_TRIALS;
  const property = fc.asyncProperty(cases, async (one) => {
    left -= 1;
    if (left < 0) return;
    await holds(one).catch((error: unknown) => {
      if (!(error instanceof Violation)) left = 0; // of a busy target, say, no shorter case tells more
      throw error;
    });
  });
  const { failed, errorInstance: error } = await fc.check(property, { seed: chance.seed, numRuns: runs });
  if (!failed) return;
  if (!(error instanceof Violation)) throw error;
  throw new Violation(error.expected, `${error.observed} (seed ${chance.seed})`, error.exchange);
}
