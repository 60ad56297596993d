import type { Outcome } from './examine';
import type { Check } from './plan';
import { isSafe } from './target/methods';

type Make = (check: Check) => Promise<Outcome>;

/** What decides whether checks may be under way at the same time. */
export interface ScheduleOptions {
  /** Whether the target is so slow that what only reads is begun all at once. */
  together: boolean;
  /** Whether rules of an operation that only reads make their updates too. */
  mayWrite: boolean;
}

/**
 * Makes each check when its outcome is asked for. Of a slow target, what only reads is begun all together; what writes is made
 * one by one, each after all that reads the same resource, so that no check sees what another one changes.
 */
export function createSchedule(checks: readonly Check[], make: Make, { together, mayWrite }: ScheduleOptions): Make {
  if (!together) return make;
  let begun: Map<Check, Promise<Outcome>> | undefined;
  return (check) => {
    begun ??= beginAll(checks, make, (each) => isReading(each) && !(mayWrite && each.rule.updatesToo));
    return begun.get(check) ?? make(check);
  };
}

function isReading({ operation }: Check): boolean {
  return isSafe(operation.method);
}

function beginAll(
  checks: readonly Check[],
  make: Make,
  onlyReads: (check: Check) => boolean,
): Map<Check, Promise<Outcome>> {
  const begun = new Map<Check, Promise<Outcome>>();
  const begin = (check: Check, after: Promise<unknown>[]) => {
    const outcome = after.length === 0 ? make(check) : Promise.allSettled(after).then(() => make(check));
    outcome.catch(() => {}); // a failure waits for whoever asks for the outcome, and is not unhandled till then
    begun.set(check, outcome);
    return outcome;
  };
  const reading = checks.filter(onlyReads);
  const writing = checks.filter((check) => !reading.includes(check));
  const isWrittenTo = (check: Check) => writing.some((each) => resourceOf(each) === resourceOf(check));
  const awaited = reading.filter(isWrittenTo).map((check) => begin(check, []));
  for (const check of reading.filter((each) => !isWrittenTo(each))) begin(check, awaited);
  let last: Promise<unknown> = Promise.resolve();
  for (const check of writing) {
    const alike = reading.filter((each) => resourceOf(each) === resourceOf(check));
    last = begin(check, [last, ...alike.flatMap((each) => begun.get(each) ?? [])]);
  }
  return begun;
}

function resourceOf({ operation }: Check): string {
  return operation.meaning.resource;
}
