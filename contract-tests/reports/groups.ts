import type { Outcome } from '../examine';
import { isSurprise, type Summary } from '../summary';
import type { Retry } from '../target/patience';

/** Outcomes that were not exercised for the same reason, by operation. */
export function byReason({
  outcomes,
}: Summary): { reason: string; checks: { operation: string; rules: string[] }[] }[] {
  const skipped = outcomes.filter(({ verdict }) => verdict === 'not exercised');
  return grouped(skipped, ({ reason = 'it gave no reason' }) => reason).map(([reason, same]) => ({
    reason,
    checks: grouped(same, ({ operation }) => operation).map(([operation, each]) => ({
      operation,
      rules: each.map(({ rule }) => rule),
    })),
  }));
}

/** Recorded statements: those that turned out otherwise than assumed, and those that did not. */
export function recordedOf({ outcomes }: Summary): { differing: Outcome[]; same: Outcome[] } {
  const recorded = outcomes.filter(({ verdict }) => verdict === 'recorded');
  return { differing: recorded.filter(isSurprise), same: recorded.filter((outcome) => !isSurprise(outcome)) };
}

/** Requests that were sent again, in the order of the checks. */
export function retriesOf({ outcomes }: Summary): Retry[] {
  return outcomes.flatMap(({ retries = [] }) => retries);
}

/** Items by a key, both in the order in which they first come. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}

/** The operations of which something came, in the order of their first checks. */
export function operationsOf({ outcomes }: Summary): string[] {
  return [...new Set(outcomes.map(({ operation }) => operation))];
}
