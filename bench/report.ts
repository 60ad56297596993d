import { FIGURES, type FigureId, written } from './figures';
import { type Goal, type Judged, judge } from './goals';
import type { Readings } from './readings';
import { SUBJECTS, type SubjectId } from './subjects';
import { markdownTable } from './table';

/** The report of a run as Markdown: servers side by side, goals, the large store, and what was void. */
export function reportOf(readings: Readings, circumstances: string): string {
  const parts = [
    serversOf(readings),
    goalsOf(judge(readings)),
    storesOf(readings),
    problemsOf(readings),
    circumstances,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The columns of the first table: a figure, or a throughput with its p99 below. */
const COLUMNS: readonly { title: string; figures: readonly FigureId[] }[] = [
  { title: 'GET event', figures: ['event-throughput', 'event-p99'] },
  { title: 'GET hours', figures: ['hours-throughput', 'hours-p99'] },
  { title: 'PATCH event', figures: ['patch-throughput', 'patch-p99'] },
  { title: 'cold start', figures: ['cold-start'] },
  { title: 'memory', figures: ['memory'] },
];

function serversOf(readings: Readings): string {
  const rows = (Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[])
    .map((subject) => [SUBJECTS[subject].title, ...COLUMNS.map(({ figures }) => cellOf(readings, figures, subject))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== NOTHING));
  return rows.length === 0 ? '' : markdownTable(['', ...COLUMNS.map(({ title }) => title)], rows);
}

const NOTHING = '';

function cellOf(readings: Readings, figures: readonly FigureId[], subject: SubjectId): string {
  const found = figures.flatMap((figure) => {
    const measured = readings.figure(figure, subject);
    if (measured === undefined) return [];
    return 'problem' in measured ? ['void'] : [written(figure, measured.median)];
  });
  return [...new Set(found)].join(', ');
}

function goalsOf(judged: readonly Judged[]): string {
  const rows = judged.map((each) => [titleOf(each.goal), ...resultCells(each)]);
  return rows.length === 0 ? '' : markdownTable(['', 'measured', 'by round', 'goal', ''], rows);
}

function resultCells(each: Judged): string[] {
  const { goal } = each;
  const bound = boundOf(goal);
  if ('problem' in each) return ['void', '', bound, each.problem];
  const [least, most] = each.range.map((value) => value.toFixed(2));
  return [quantity(goal, each.value), `${least} to ${most}`, bound, each.verdict];
}

/** What stands for a subject in the middle of a sentence. */
const NAMES: Partial<Record<SubjectId, string>> = {
  express: 'Express',
  prism: 'Prism',
  'small-store': 'the small store',
  'in-process': 'in one process',
  'over-http': 'over HTTP',
};

function titleOf({ figure, of, against }: Goal): string {
  const { title, unit } = FIGURES[figure];
  const measured = unit === '/s' ? `${title}, throughput` : title;
  if (against === undefined) return `${measured}, ${NAMES[of] ?? of}`;
  const whose = of === 'large-store' ? ', the large store' : '';
  return `${measured}${whose} : ${NAMES[against] ?? against}`;
}

function boundOf(goal: Goal): string {
  const { bound } = goal;
  return 'atLeast' in bound ? `≥ ${quantity(goal, bound.atLeast)}` : `≤ ${quantity(goal, bound.atMost)}`;
}

function quantity({ figure, against }: Goal, value: number): string {
  return against === undefined ? written(figure, value) : `${value.toFixed(2)} ×`;
}

/** What is told of the stores beside the goals. */
const STORE_FIGURES: readonly FigureId[] = [
  'spread-get-throughput',
  'spread-patch-throughput',
  'store-start',
  'store-memory',
  'store-memory-after',
  'entry-heap',
];

function storesOf(readings: Readings): string {
  const rows = STORE_FIGURES.map((figure) => [
    FIGURES[figure].title,
    cellOf(readings, [figure], 'small-store'),
    cellOf(readings, [figure], 'large-store'),
  ]).filter(([, small, large]) => small !== NOTHING || large !== NOTHING);
  return rows.length === 0 ? '' : markdownTable(['', 'small store', 'large store'], rows);
}

function problemsOf(readings: Readings): string {
  const lines = readings
    .problems()
    .map(({ figure, subject, problem }) => `- void: ${FIGURES[figure].title} of ${subject}: ${problem}`);
  return [...new Set(lines)].join('\n');
}
