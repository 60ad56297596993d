import { counted } from '../counted';
import type { Outcome, Verdict } from '../examine';
import { conclusionOf, type Summary, VERDICTS } from '../summary';
import { byReason, grouped, operationsOf, recordedOf, retriesOf } from './groups';
import { type Paint, plain } from './paint';
import { oneLine, shortened } from './visible';

type Style = Parameters<Paint>[0];

const STYLES: Record<Verdict, Style> = {
  passed: 'green',
  violated: 'red',
  accepted: 'yellow',
  warned: 'yellow',
  recorded: 'blue',
  'not exercised': 'dim',
};

/** The summary for a terminal: a line an operation, then what deserves a look, the conclusion last. */
export function terminalReport(summary: Summary, paint: Paint = plain): string {
  const { title, says, status } = conclusionOf(summary);
  const style = ({ 0: 'green', 1: 'red', 2: 'yellow' } as const)[status];
  return [
    `${paint('bold', oneLine(summary.service))} at ${summary.target}: ${summary.executed} of ${summary.planned} checks, ${summary.seconds} s`,
    '',
    ...table(summary, paint),
    ...neverSeen(summary, paint),
    ...recorded(summary, paint),
    ...notExercised(summary, paint),
    ...retries(summary, paint),
    ...accepted(summary, paint),
    ...findings('Warned: expected, though the documentation is silent', summary, 'warned', paint),
    ...findings('Violated', summary, 'violated', paint),
    ...faults(summary, paint),
    '',
    `${paint('bold', paint(style, `${title}.`))} ${says}`,
  ].join('\n');
}

function table(summary: Summary, paint: Paint): string[] {
  const operations = operationsOf(summary);
  const verdicts = VERDICTS.filter((verdict) => verdict !== 'accepted' || summary.counts.accepted > 0);
  const width = Math.max(9, ...operations.map((operation) => operation.length));
  const row = (name: string, cells: string[]) => [name.padEnd(width), ...cells].join('  ').trimEnd();
  const rows = operations.map((operation) => {
    const own = summary.outcomes.filter((outcome) => outcome.operation === operation);
    const cells = verdicts.map((verdict) => {
      const count = own.filter((outcome) => outcome.verdict === verdict).length;
      const text = (count === 0 ? '·' : String(count)).padStart(verdict.length);
      return paint(count === 0 ? 'dim' : STYLES[verdict], text);
    });
    return row(operation, cells);
  });
  return [row('operation', [...verdicts]), ...rows];
}

function section(paint: Paint, style: Style, title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', paint(style, title)), ...lines];
}

function findings(title: string, { outcomes }: Summary, verdict: Verdict, paint: Paint): string[] {
  const chosen = outcomes.filter((outcome) => outcome.verdict === verdict);
  return section(
    paint,
    STYLES[verdict],
    title,
    chosen.flatMap((outcome) => findingLines(outcome, paint)),
  );
}

function findingLines(outcome: Outcome, paint: Paint): string[] {
  const { operation, rule, source, statement, documentation, finding, notRestored, notes = [], flaky } = outcome;
  const line = (label: string, text: string | undefined, most = 600) =>
    text === undefined ? [] : [`    ${paint('dim', label.padEnd(9))}  ${oneLine(shortened(text, most))}`];
  return [
    `  ${paint('bold', `${operation} · ${rule}`)} (${source}${flaky ? ', flaky: it passed when made again' : ''})`,
    `    ${oneLine(statement)}`,
    ...line('says', documentation),
    ...line('expected', finding?.expected),
    ...line('observed', finding?.observed),
    ...line('answer', finding?.answer, 300),
    ...line('again', finding?.curl, 20_000),
    ...line('left', notRestored && `NOT PUT BACK: ${notRestored}`),
    ...notes.flatMap((note) => line('note', note)),
  ];
}

function recorded(summary: Summary, paint: Paint): string[] {
  const { differing, same } = recordedOf(summary);
  const alike = grouped(
    differing,
    ({ rule, finding }) => `${rule}: assumed ${finding?.expected}, really ${finding?.observed}`,
  );
  const lines = alike.map(([difference, each]) => {
    const operations = each.map(({ operation }) => operation).join(', ');
    return `  ${oneLine(shortened(difference, 300))} ${paint('dim', `(${operations})`)}`;
  });
  if (lines.length === 0) return same.length === 0 ? [] : ['', `Recorded: ${same.length}, all as assumed`];
  const rest = same.length === 0 ? [] : [`  and ${same.length} more as assumed`];
  return section(paint, 'blue', 'Recorded, and otherwise than assumed', [...lines, ...rest]);
}

function notExercised(summary: Summary, paint: Paint): string[] {
  const lines = byReason(summary).flatMap(({ reason, checks }) => [
    `  because ${oneLine(shortened(reason, 400))}`,
    ...checks.map(({ operation, rules }) => `    ${operation}: ${rules.join(', ')}`),
  ]);
  return section(paint, 'bold', `Not exercised: ${summary.counts['not exercised']}`, lines);
}

function neverSeen({ unseenFields }: Summary, paint: Paint): string[] {
  const lines = grouped(unseenFields, ({ operation }) => operation).map(
    ([operation, fields]) => `  ${operation}: ${oneLine(fields.map(({ field }) => field).join(', '))}`,
  );
  return section(paint, 'bold', 'Documented fields that no answer had a value for', lines);
}

function retries(summary: Summary, paint: Paint): string[] {
  const sent = retriesOf(summary);
  const lines = grouped(sent, ({ why }) => why).map(
    ([why, same]) => `  ${counted(same.length, 'time')}: ${oneLine(shortened(why, 200))}`,
  );
  return section(paint, 'bold', `Sent again: ${counted(sent.length, 'request')}`, lines);
}

function accepted({ deviations }: Summary, paint: Paint): string[] {
  const lines = deviations
    .filter(({ state }) => state === 'accepted')
    .map(
      ({ operation, rule, expires, owner, reason }) =>
        `  ${operation} · ${rule}, until ${expires} (${oneLine(owner)}): ${oneLine(reason)}`,
    );
  return section(paint, 'yellow', 'Accepted', lines);
}

function faults({ deviations, missing }: Summary, paint: Paint): string[] {
  const broken = deviations.flatMap(({ operation, rule, fault }) =>
    fault === undefined ? [] : [`  ${operation} · ${rule}: ${oneLine(fault)}`],
  );
  const unmade = missing.map(({ operation, rule }) => `  ${operation} · ${rule}`);
  return [
    ...section(paint, 'red', 'Deviations that no longer hold', broken),
    ...section(paint, 'red', 'Planned, but not executed', unmade),
  ];
}
