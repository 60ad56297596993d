import { falseAlarms, type Kill, type KillMatrix, missed } from './kill-matrix';

interface Row {
  rule: string;
  /** Defects that break what the rule states, and how many of them it caught. */
  defects: number;
  caught: number;
  /** Defects of other rules that it caught as well. */
  others: number;
}

/** The kill matrix as a table of the rules, for a README. */
export function markdownOf(matrix: KillMatrix): string {
  const rows = rowsOf(matrix).map(
    ({ rule, defects, caught, others }) => `| \`${rule}\` | ${defects} | ${caught} | ${others} |`,
  );
  return [
    '| rule | servers that break it | caught by it | others caught by it |',
    '|---|---:|---:|---:|',
    ...rows,
    '',
    totalOf(matrix),
    '',
  ].join('\n');
}

/** The kill matrix for a terminal: by rule, by defect, by correct server. */
export function textOf(matrix: KillMatrix): string {
  const rows = rowsOf(matrix).map(
    ({ rule, defects, caught, others }) => `  ${rule.padEnd(34)} ${caught} of ${defects}, and ${others} of other rules`,
  );
  const silent = missed(matrix);
  return [
    'Rules: how many of the servers that break them they caught',
    ...rows,
    '',
    'Servers that break a statement: the rules that caught them',
    ...matrix.kills.map((kill) => `  ${silent.includes(kill) ? 'MISSED' : 'caught'}  ${lineOf(kill)}`),
    '',
    'Correct servers: what was said against them',
    ...matrix.acquittals.map(
      ({ variant, alarms }) => `  ${alarms.length === 0 ? 'nothing' : `ALARM: ${alarms.join(', ')}`}  ${variant.name}`,
    ),
    '',
    totalOf(matrix),
    '',
  ].join('\n');
}

function lineOf({ defect, caughtBy }: Kill): string {
  const others = caughtBy.filter((rule) => rule !== defect.rule);
  return `${defect.rule}: ${defect.name}${others.length > 0 ? ` (and ${others.join(', ')})` : ''}`;
}

function rowsOf({ kills }: KillMatrix): Row[] {
  const rules = [...new Set(kills.map(({ defect }) => defect.rule))];
  return rules.map((rule) => {
    const own = kills.filter(({ defect }) => defect.rule === rule);
    const all = kills.filter(({ caughtBy }) => caughtBy.includes(rule)).length;
    const caught = own.filter(({ caughtBy }) => caughtBy.includes(rule)).length;
    return { rule, defects: own.length, caught, others: all - caught };
  });
}

function totalOf(matrix: KillMatrix): string {
  const { kills, acquittals } = matrix;
  const caught = kills.length - missed(matrix).length;
  const quiet = acquittals.length - falseAlarms(matrix).length;
  return `${caught} of ${kills.length} defects caught by the rule that states what they break; ${quiet} of ${acquittals.length} correct servers without an alarm.`;
}
