import type { Outcome } from './examine';
import { withoutSlash } from './target/addresses';

/** A finding that somebody answers for, for a while, on one target. */
export interface Deviation {
  rule: string;
  operation: string;
  /** A URL, a host with or without its port, or `mock` for the mock in this process. */
  target: string;
  reason: string;
  owner: string;
  /** The last day on which it is accepted, as YYYY-MM-DD. */
  expires: string;
  /** Where given, only a finding whose observation contains this text is accepted. */
  observed?: string;
  /** Where it is written, as `file:line`. */
  place: string;
}

/** What became of a deviation in a run; a fault fails it. */
export interface JudgedDeviation extends Deviation {
  state: 'accepted' | 'expired' | 'no longer occurs' | 'changed' | 'not judged';
  /** What has to be done about it. */
  fault?: string;
}

/** How the target without a URL is named. */
export const MOCK_TARGET = 'the mock in this process';

/**
 * Accepts the findings that deviations name, and tells of each deviation of this target whether it still holds. What
 * could not be put back is never accepted.
 * @param today as YYYY-MM-DD; a deviation still holds on the day on which it expires
 */
export function judgeDeviations(
  deviations: readonly Deviation[],
  outcomes: readonly Outcome[],
  target: string,
  today: string,
): { outcomes: Outcome[]; deviations: JudgedDeviation[] } {
  const judged = deviations
    .filter((deviation) => concerns(deviation, target))
    .map((deviation) => judge(deviation, outcomes, today));
  const isAccepted = (outcome: Outcome) => judged.some((each) => each.state === 'accepted' && isOf(each, outcome));
  return {
    outcomes: outcomes.map((outcome) => (isAccepted(outcome) ? { ...outcome, verdict: 'accepted' } : outcome)),
    deviations: judged,
  };
}

function judge(deviation: Deviation, outcomes: readonly Outcome[], today: string): JudgedDeviation {
  const outcome = outcomes.find((each) => isOf(deviation, each));
  const { owner, expires, place, observed = '' } = deviation;
  if (outcome === undefined) return { ...deviation, state: 'not judged' };
  if (outcome.verdict === 'passed' || outcome.verdict === 'recorded') {
    return { ...deviation, state: 'no longer occurs', fault: `It no longer occurs. Remove it from ${place}.` };
  }
  if (today > expires) {
    const fault = `It expired on ${expires}. Have it mended, or agree on a new date with ${owner} (${place}).`;
    return { ...deviation, state: 'expired', fault };
  }
  if (outcome.verdict === 'not exercised') return { ...deviation, state: 'not judged' };
  if (outcome.notRestored !== undefined || !outcome.finding?.observed.includes(observed)) {
    return { ...deviation, state: 'changed' };
  }
  return { ...deviation, state: 'accepted' };
}

function isOf({ rule, operation }: Deviation, outcome: Outcome): boolean {
  return outcome.rule === rule && outcome.operation === operation;
}

function concerns(deviation: Deviation, target: string): boolean {
  const named = withoutSlash(deviation.target.toLowerCase());
  if (target === MOCK_TARGET) return named === 'mock';
  if (!URL.canParse(target)) return false;
  const { host, hostname, href } = new URL(target);
  return [host, hostname, withoutSlash(href.toLowerCase()), withoutSlash(target.toLowerCase())].includes(named);
}
