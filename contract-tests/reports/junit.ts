import type { JudgedDeviation } from '../deviations';
import type { Outcome } from '../examine';
import { messageOf } from '../failure-message';
import type { Summary } from '../summary';
import { type Markup, markup } from './markup';

/**
 * The run as JUnit XML: violations and deviations that no longer hold are failures; what was not exercised and what is
 * accepted is skipped; a check that was never executed is an error.
 */
export function junitReport(run: Summary): string {
  const { outcomes, missing, counts, started, seconds, deviations } = run;
  const broken = deviations.filter(({ fault }) => fault !== undefined);
  const cases = [...outcomes.map(outcomeCase), ...missing.map(missingCase), ...broken.map(deviationCase)];
  const numbers = markup`tests="${cases.length}" failures="${counts.violated + broken.length}" errors="${missing.length}" skipped="${
    counts['not exercised'] + counts.accepted
  }" time="${seconds}"`;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Docent" ${numbers}>
<testsuite name="${run.service} at ${run.target}" ${numbers} timestamp="${started.slice(0, 19)}">
${cases}</testsuite>
</testsuites>
`.text;
}

function outcomeCase(outcome: Outcome): Markup {
  const { operation, rule, source, verdict, flaky, seconds } = outcome;
  const name = `${rule} (${source}${flaky ? ', flaky' : ''})`;
  const time = seconds === undefined ? undefined : markup` time="${seconds}"`;
  return markup`<testcase classname="${operation}" name="${name}"${time}>${CONTENT[verdict](outcome)}</testcase>\n`;
}

const CONTENT: Record<Outcome['verdict'], (outcome: Outcome) => Markup | undefined> = {
  passed: () => undefined,
  violated: (outcome) =>
    markup`<failure type="${outcome.source}" message="${outcome.statement}">${messageOf(outcome)}</failure>`,
  accepted: (outcome) =>
    markup`<skipped message="Accepted as a deviation."/><system-out>${messageOf(outcome)}</system-out>`,
  'not exercised': ({ reason }) => markup`<skipped message="Not exercised, because ${reason}"/>`,
  warned: (outcome) => markup`<system-out>Warning: ${messageOf(outcome)}</system-out>`,
  recorded: (outcome) => markup`<system-out>Recorded: ${messageOf(outcome)}</system-out>`,
};

function missingCase({ operation, rule }: Summary['missing'][number]): Markup {
  return markup`<testcase classname="${operation}" name="${rule}"><error message="It was planned, but not executed."/></testcase>\n`;
}

function deviationCase({ operation, rule, fault }: JudgedDeviation): Markup {
  return markup`<testcase classname="deviations" name="${operation} · ${rule}"><failure message="${fault}"/></testcase>\n`;
}
