import type { Outcome } from './examine';
import { messageOf } from './failure-message';

/** What a test shows of its check: text alone, so that it can be sent to another thread. */
export type Judgement = { is: 'passed' } | { is: 'skipped'; why: string | undefined } | { is: 'failed'; why: string };

/** What a test shows of what came of its check; of nothing, where the run was over before. */
export function judgementOf(outcome: Outcome | undefined): Judgement {
  if (outcome === undefined) return { is: 'skipped', why: 'The run was over before.' };
  if (outcome.verdict === 'not exercised') return { is: 'skipped', why: outcome.reason };
  return outcome.verdict === 'violated' ? { is: 'failed', why: messageOf(outcome) } : { is: 'passed' };
}
