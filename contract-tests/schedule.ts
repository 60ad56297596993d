import type { Outcome } from './examine';
import type { Check } from './plan';
import { isSafe } from './target';

/**
 * Makes each check when its outcome is asked for. Of a slow target, what only reads is begun all together; what writes is made
 * one by one, and after all of that, so that no check sees what another one changes.
 */
export function createSchedule(
  checks: readonly Check[],
  make: (check: Check) => Promise<Outcome>,
  { together }: { together: boolean },
): (check: Check) => Promise<Outcome> {
  const begun = new Map<Check, Promise<Outcome>>();
  const reading = together ? checks.filter(({ operation }) => isSafe(operation.method)) : [];
  return async (check) => {
    if (begun.size === 0) for (const each of reading) begun.set(each, begin(each, make));
    if (!isSafe(check.operation.method)) await Promise.allSettled(begun.values());
    return begun.get(check) ?? make(check);
  };
}

/** A failure waits for whoever asks for the outcome, and is not unhandled till then. */
function begin(check: Check, make: (check: Check) => Promise<Outcome>): Promise<Outcome> {
  const outcome = make(check);
  outcome.catch(() => {});
  return outcome;
}
