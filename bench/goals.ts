import type { FigureId } from './figures';
import type { Readings } from './readings';
import { median } from './statistics';
import type { SubjectId } from './subjects';

/** A bound on a quotient, or on the figure itself. */
type Bound = { atLeast: number } | { atMost: number };

/** What a figure of one subject should be, beside another's, or by itself in the figure's unit. */
export type Goal = { figure: FigureId; of: SubjectId; bound: Bound } & ({ against: SubjectId } | { against?: never });

const SIDE_BY_SIDE = { of: 'docent', against: 'express' } as const;
const STORES = { of: 'large-store', against: 'small-store' } as const;

/** What Docent is to hold, in every run. */
export const GOALS: readonly Goal[] = [
  { figure: 'event-throughput', ...SIDE_BY_SIDE, bound: { atLeast: 2 } },
  { figure: 'hours-throughput', ...SIDE_BY_SIDE, bound: { atLeast: 2 } },
  { figure: 'patch-throughput', ...SIDE_BY_SIDE, bound: { atLeast: 1 } },
  { figure: 'event-p99', ...SIDE_BY_SIDE, bound: { atMost: 1 } },
  { figure: 'hours-p99', ...SIDE_BY_SIDE, bound: { atMost: 1 } },
  { figure: 'patch-p99', ...SIDE_BY_SIDE, bound: { atMost: 1 } },
  { figure: 'cold-start', ...SIDE_BY_SIDE, bound: { atMost: 1.5 } },
  { figure: 'cold-start', of: 'docent', against: 'prism', bound: { atMost: 1 / 4 } },
  { figure: 'memory', ...SIDE_BY_SIDE, bound: { atMost: 1.1 } },
  { figure: 'spread-get-throughput', ...STORES, bound: { atLeast: 1 / 1.2 } },
  { figure: 'spread-patch-throughput', ...STORES, bound: { atLeast: 1 / 1.2 } },
  { figure: 'contract-run', of: 'in-process', bound: { atMost: 4 } },
  { figure: 'contract-run', of: 'over-http', bound: { atMost: 4 } },
];

/** What came of one goal: `FAIL` alone fails the run. */
export type Verdict = 'ok' | 'below goal' | 'FAIL';

/** What came of a goal: the median of what the rounds gave, which is held against its bound, the least and the most of it, and the verdict. */
export type Judged = { goal: Goal } & (
  | { value: number; range: readonly [least: number, most: number]; verdict: Verdict }
  | { problem: string }
);

/** Judges the goals whose figures were measured. */
export function judge(readings: Readings, goals: readonly Goal[] = GOALS): Judged[] {
  return goals.flatMap((goal) => judgeOne(readings, goal));
}

function judgeOne(readings: Readings, goal: Goal): Judged[] {
  const own = readings.figure(goal.figure, goal.of);
  const other = goal.against === undefined ? ONE : readings.figure(goal.figure, goal.against);
  if (own === undefined || other === undefined) return [];
  if ('problem' in own) return [{ goal, problem: `${goal.of}: ${own.problem}` }];
  if ('problem' in other) return [{ goal, problem: `${goal.against}: ${other.problem}` }];
  const inRounds = [...own.byRound].map(([round, one]) => one / (other.byRound.get(round) ?? other.median));
  const value = median(inRounds);
  const range = [Math.min(...inRounds), Math.max(...inRounds)] as const;
  return [{ goal, value, range, verdict: verdictOn(goal, value) }];
}

/** What a figure is divided by where it stands by itself. */
const ONE = { median: 1, byRound: new Map<number, number>() };

/** Below half of the goal is a failure, but only of a quotient: what a clock shows depends on the machine. */
export function verdictOn({ bound, against }: Goal, value: number): Verdict {
  const share = 'atLeast' in bound ? value / bound.atLeast : bound.atMost / value;
  if (share >= 1) return 'ok';
  return share < 1 / 2 && against !== undefined ? 'FAIL' : 'below goal';
}

/** The status is 2 where something could not be measured, 1 where a goal is failed, else 0: what is merely below its goal is told, and no more. */
export function exitStatusOf(judged: readonly Judged[]): 0 | 1 | 2 {
  if (judged.some((each) => 'problem' in each)) return 2;
  return judged.some((each) => 'verdict' in each && each.verdict === 'FAIL') ? 1 : 0;
}
