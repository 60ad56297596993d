import type { Outcome, Verdict } from './examine';
import { messageOf } from './failure-message';
import type { Check } from './plan';

/** A whole run: what was planned, and what came of it. */
export interface Summary {
  target: string;
  planned: number;
  executed: number;
  counts: Record<Verdict, number>;
  /** Checks that were planned and have no outcome: a run without them proves nothing. */
  missing: { operation: string; rule: string }[];
  outcomes: Outcome[];
}

export const VERDICTS = ['passed', 'violated', 'warned', 'recorded', 'not exercised'] as const satisfies Verdict[];

/** Exit status: 0 conforms, 1 violated, 2 nothing or less than planned was checked. */
export function exitStatusOf({ counts, missing, outcomes }: Summary): 0 | 1 | 2 {
  if (counts.violated > 0) return 1;
  const nothing = outcomes.every(({ verdict }) => verdict === 'not exercised');
  return missing.length > 0 || nothing ? 2 : 0;
}

export function summarize(target: string, checks: readonly Check[], outcomes: Outcome[]): Summary {
  const seen = new Set(outcomes.map(({ operation, rule }) => `${operation} ${rule}`));
  const planned = checks.map(({ operation, rule }) => ({ operation: operation.id, rule: rule.id }));
  const count = (verdict: Verdict) => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  return {
    target,
    planned: planned.length,
    executed: seen.size,
    counts: {
      passed: count('passed'),
      violated: count('violated'),
      warned: count('warned'),
      recorded: count('recorded'),
      'not exercised': count('not exercised'),
    },
    missing: planned.filter(({ operation, rule }) => !seen.has(`${operation} ${rule}`)),
    outcomes,
  };
}

/** The summary for a terminal: a line an operation, then what deserves a look, the gravest first. */
export function textOf(summary: Summary): string {
  return [
    `${summary.target}: ${summary.executed} of ${summary.planned} checks`,
    '',
    ...table(summary),
    ...section('Violated', summary, 'violated', messageOf),
    ...section('Warned: expected, though the documentation is silent', summary, 'warned', messageOf),
    ...section('Recorded: the documentation does not say', summary, 'recorded', recordedLine),
    ...section('Not exercised', summary, 'not exercised', ({ reason }) => `  because ${reason}`),
    ...summary.missing.map(({ operation, rule }) => `Not executed: ${operation} · ${rule}`),
    '',
    CONCLUSIONS[exitStatusOf(summary)],
  ].join('\n');
}

const CONCLUSIONS = {
  0: 'It conforms: nothing that the documentation states was seen violated.',
  1: 'It does not conform.',
  2: 'The run proves nothing: less was checked than planned.',
};

function table({ outcomes }: Summary): string[] {
  const operations = [...new Set(outcomes.map(({ operation }) => operation))];
  const width = Math.max(9, ...operations.map((operation) => operation.length));
  const rows = operations.map((operation) => {
    const counts = VERDICTS.map(
      (verdict) => outcomes.filter((outcome) => outcome.operation === operation && outcome.verdict === verdict).length,
    );
    return [operation.padEnd(width), ...counts.map((count, index) => cell(String(count), index))].join('  ');
  });
  return [['operation'.padEnd(width), ...VERDICTS.map(cell)].join('  '), ...rows];
}

function cell(text: string, index: number): string {
  return text.padStart(VERDICTS[index]?.length ?? 0);
}

function section(
  title: string,
  { outcomes }: Summary,
  verdict: Verdict,
  describe: (outcome: Outcome) => string,
): string[] {
  const chosen = outcomes.filter((outcome) => outcome.verdict === verdict);
  if (chosen.length === 0) return [];
  const lines = chosen.flatMap((outcome) => [
    `  ${outcome.operation} · ${outcome.rule} (${outcome.source})`,
    ...describe(outcome)
      .split('\n')
      .map((line) => `    ${line}`.trimEnd()),
  ]);
  return ['', title, ...lines];
}

function recordedLine({ finding, notes = [] }: Outcome): string {
  if (finding === undefined) return ['as assumed', ...notes].join('\n');
  const same = finding.expected === finding.observed;
  return [
    same ? `as assumed: ${finding.observed}` : `assumed ${finding.expected}, really ${finding.observed}`,
    ...notes,
  ].join('\n');
}
