import type { Outcome, Verdict } from '../examine';
import { conclusionOf, type Summary, type UnseenField, VERDICTS } from '../summary';
import { byReason, operationsOf, recordedOf } from './groups';
import { oneLine, shortened, visible } from './visible';

const SIGNS = { 0: '✅', 1: '❌', 2: '⚠️' } as const;

/** The run in Markdown, for the page of a CI job: what the target sent stands in it as text only. */
export function markdownReport(run: Summary): string {
  const { status, title, says } = conclusionOf(run);
  const of = (verdict: Verdict) => run.outcomes.filter((outcome) => outcome.verdict === verdict);
  const lines = [
    `## ${SIGNS[status]} ${title}: ${text(run.service)}`,
    '',
    `${text(says)} Target: ${text(run.target)}, ${run.executed} of ${run.planned} checks in ${run.seconds} s.`,
    '',
    ...table(run),
    ...findings('Violated', of('violated')),
    ...findings('Warnings', of('warned')),
    ...list('Planned, but not executed', run.missing.map(named)),
    ...deviations(run),
    ...list('Recorded, and otherwise than assumed', recordedOf(run).differing.map(difference)),
    ...list('Not exercised', byReason(run).map(reasonLine)),
    ...list('Documented fields that no answer had a value for', run.unseenFields.map(unseen)),
  ];
  return `${lines.join('\n')}\n`;
}

function deviations(run: Summary): string[] {
  const broken = run.deviations.flatMap((each) =>
    each.fault === undefined ? [] : [`${named(each)}: ${text(each.fault)}`],
  );
  const accepted = run.deviations
    .filter(({ state }) => state === 'accepted')
    .map((each) => `${named(each)} until ${each.expires} (${text(each.owner)}): ${text(each.reason)}`);
  return [...list('Deviations that no longer hold', broken), ...list('Accepted deviations', accepted)];
}

function named({ operation, rule }: { operation: string; rule: string }): string {
  return `**${text(operation)} · ${text(rule)}**`;
}

function difference(outcome: Outcome): string {
  const { expected = '', observed = '' } = outcome.finding ?? {};
  return `${named(outcome)}: assumed ${text(expected)}, really ${text(observed)}`;
}

function reasonLine({ reason, checks }: ReturnType<typeof byReason>[number]): string {
  const names = checks.map(({ operation, rules }) => `${text(operation)} (${rules.map(text).join(', ')})`);
  return `because ${text(reason)}: ${names.join('; ')}`;
}

function unseen({ operation, field }: UnseenField): string {
  return `${text(operation)}: ${text(field)}`;
}

function table(run: Summary): string[] {
  const verdicts = VERDICTS.filter((verdict) => verdict !== 'accepted' || run.counts.accepted > 0);
  const rows = operationsOf(run).map((operation) => {
    const counts = verdicts.map(
      (verdict) => run.outcomes.filter((each) => each.operation === operation && each.verdict === verdict).length,
    );
    return `| ${[text(operation), ...counts].join(' | ')} |`;
  });
  return [`| operation | ${verdicts.join(' | ')} |`, `| --- |${' ---: |'.repeat(verdicts.length)}`, ...rows];
}

function list(title: string, items: string[]): string[] {
  return items.length === 0 ? [] : ['', `### ${title}`, '', ...items.map((item) => `- ${item}`)];
}

function findings(title: string, outcomes: Outcome[]): string[] {
  return outcomes.length === 0 ? [] : ['', `### ${title}`, ...outcomes.flatMap(findingLines)];
}

function findingLines({ operation, rule, source, statement, documentation, finding, notRestored, flaky }: Outcome) {
  return [
    '',
    `**${text(operation)} · ${text(rule)}** (${source}${flaky ? ', flaky' : ''}): ${text(statement)} <sub>${text(documentation)}</sub>`,
    ...(finding
      ? ['', '| expected | observed |', '| --- | --- |', `| ${text(finding.expected)} | ${text(finding.observed)} |`]
      : []),
    ...(notRestored ? ['', `**Not put back:** ${text(notRestored)}`] : []),
    ...(finding?.curl ? ['', ...fenced(finding.curl)] : []),
  ];
}

/** A text that means itself, on one line: neither markup nor HTML nor the end of a table's cell. */
function text(raw: string): string {
  return oneLine(shortened(raw, 300))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~@$]/g, '\\$&')
    .replace(/\b(https?):/g, '$1&#58;')
    .replace(/\bwww\./g, 'www&#46;');
}

/** A fence that is longer than any run of backticks inside of it. */
function fenced(raw: string): string[] {
  const longest = Math.max(2, ...(raw.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}sh`, visible(raw), fence];
}
