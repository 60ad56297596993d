import { isOfDocumentation } from '../spec';
import { counted } from './counted';
import { type Deviation, type JudgedDeviation, judgeDeviations } from './deviations';
import type { Outcome, Verdict } from './examine';
import type { Check } from './plan';

/** What is known of a run beside its checks. */
export interface RunFacts {
  /** The title of the service's document. */
  service: string;
  /** The document's file name, and those of its overlays. */
  documents: string[];
  /** The URL, or a word for the mock in this process. */
  target: string;
  /** Docent's own version. */
  version: string;
  /** When it began, as ISO 8601 in UTC. */
  started: string;
  seconds: number;
  /** Whether what is only expected had to hold as well. */
  strict: boolean;
  mayWrite: boolean;
  /** Where random sequences began, so that the run can be repeated. */
  seed?: number;
  /** Documented fields that no answer carried with a value, so that nothing is known of them. */
  unseenFields: UnseenField[];
  /** Why the run was over before its end. */
  ended?: string;
}

/** A documented field that no answer of an operation, by its `operationId`, had a value for. */
export interface UnseenField {
  operation: string;
  field: string;
}

/** A whole run: what was planned, and what came of it. `contract.json` is this, as format 1. */
export interface Summary extends RunFacts {
  planned: number;
  executed: number;
  counts: Record<Verdict, number>;
  /** Checks that were planned and have no outcome: a run without them proves nothing. */
  missing: { operation: string; rule: string }[];
  outcomes: Outcome[];
  /** The accepted deviations that concern this target, and whether each still holds. */
  deviations: JudgedDeviation[];
}

/** The gravest last but one: the order in which counts are shown. */
export const VERDICTS = [
  'passed',
  'violated',
  'accepted',
  'warned',
  'recorded',
  'not exercised',
] as const satisfies Verdict[];

/** Holds what came of a run against what was planned; deviations are judged by the day, in UTC, on which the run began. */
export function summarize(
  facts: RunFacts,
  checks: readonly Check[],
  found: readonly Outcome[],
  deviations: readonly Deviation[] = [],
): Summary {
  const seen = new Set(found.map(({ operation, rule }) => `${operation} ${rule}`));
  const planned = checks.map(({ operation, rule }) => ({ operation: operation.id, rule: rule.id }));
  const judged = judgeDeviations(deviations, found, facts.target, facts.started.slice(0, 10));
  const count = (verdict: Verdict) => judged.outcomes.filter((outcome) => outcome.verdict === verdict).length;
  return {
    ...facts,
    planned: planned.length,
    executed: seen.size,
    counts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Summary['counts'], // every one
    missing: planned.filter(({ operation, rule }) => !seen.has(`${operation} ${rule}`)),
    outcomes: judged.outcomes,
    deviations: judged.deviations,
  };
}

/** The status with which a run ends, as the page on CI tells it (docs/ci.md). */
export type ExitStatus = 0 | 1 | 2;

/**
 * Exit status: 0 conforms, 1 violated or a deviation that no longer holds, 2 nothing or less than planned was checked, the run ended
 * early, or the target was out of service for an operation or for most of the run.
 */
export function exitStatusOf(summary: Summary): ExitStatus {
  const { counts, deviations, missing, outcomes, ended } = summary;
  if (ended !== undefined) return 2;
  if (counts.violated > 0 || deviations.some(({ fault }) => fault !== undefined)) return 1;
  const nothing = outcomes.every(({ verdict }) => verdict === 'not exercised');
  return missing.length > 0 || nothing || wasOutOfService(summary) ? 2 : 0;
}

/** Whether a target was too busy to show whether it does what it is documented to do: in any of its operations, or mostly. */
function wasOutOfService({ outcomes, planned }: Summary): boolean {
  const busy = outcomes.filter((outcome) => outcome.busy);
  if (busy.length > planned / 2) return true;
  return [...new Set(busy.map(({ operation }) => operation))].some((operation) =>
    outcomes
      .filter((outcome) => outcome.operation === operation && isOfDocumentation(outcome.source))
      .every(({ verdict }) => verdict === 'not exercised'),
  );
}

/** A recorded statement that turned out otherwise than was assumed. */
export function isSurprise({ verdict, finding }: Outcome): boolean {
  return verdict === 'recorded' && finding !== undefined && finding.expected !== finding.observed;
}

/** What a run comes to, in a word and a sentence. */
export function conclusionOf(summary: Summary): { status: ExitStatus; title: string; says: string } {
  const status = exitStatusOf(summary);
  return { status, ...CONCLUSIONS[status](summary) };
}

const CONCLUSIONS: Record<ExitStatus, (summary: Summary) => { title: string; says: string }> = {
  0: ({ counts, planned }) => {
    const accepted = counts.accepted > 0 ? `, save for ${counted(counts.accepted, 'accepted deviation')}` : '';
    const skipped = counts['not exercised'];
    const unknown = skipped > 0 ? ` ${skipped} of ${counted(planned, 'check')} could not be made.` : '';
    return {
      title: 'It conforms',
      says: `Nothing that the documentation states was seen violated${accepted}.${unknown}`,
    };
  },
  1: ({ counts, deviations, executed }) => {
    const judged = executed - counts.recorded - counts['not exercised'];
    const faults = deviations.filter(({ fault }) => fault !== undefined).length;
    const parts = [
      ...(counts.violated > 0
        ? [`${counts.violated} of ${counted(judged, 'statement')} that could be judged did not hold`]
        : []),
      ...(faults > 0 ? [`${counted(faults, 'accepted deviation')} no longer ${faults === 1 ? 'holds' : 'hold'}`] : []),
    ];
    return { title: 'It does not conform', says: `${parts.join(', and ')}.` };
  },
  2: (summary) => {
    const { missing, planned, ended, counts, outcomes } = summary;
    const unmade = `Of ${counted(planned, 'planned check')}, ${missing.length} ${missing.length === 1 ? 'was' : 'were'} not executed`;
    if (ended !== undefined) {
      const violated = counts.violated > 0 ? `, and ${counts.violated} of the others did not hold` : '';
      return { title: 'The run ended early', says: `${ended}. ${unmade}${violated}.` };
    }
    if (missing.length === 0 && wasOutOfService(summary)) {
      const busy = outcomes.filter((outcome) => outcome.busy).length;
      const says = `The target said that it was too busy (429 or 503) for ${busy} of ${counted(planned, 'check')}. Run it again when it is not.`;
      return { title: 'The target was out of service', says };
    }
    return {
      title: 'The run proves nothing',
      says: missing.length > 0 ? `${unmade}.` : 'Nothing could be checked on the target; the reasons stand below.',
    };
  },
};
