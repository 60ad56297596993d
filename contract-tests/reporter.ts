import { randomUUID } from 'node:crypto';
import type { AggregatedResult, Reporter, Test, TestCaseResult, TestResult } from '@jest/reporters';
import type { ContractRun } from './contract-run';
import { annotations } from './reports/annotations';
import { paintFor } from './reports/paint';
import { terminalReport } from './reports/terminal';
import { writeReports } from './reports/write-reports';
import type { Summary } from './summary';

/** Shows a contract run: what is being checked while it runs, and at its end what came of it. */
export class ContractReporter implements Pick<Reporter, 'onTestCaseResult' | 'onTestResult' | 'onRunComplete'> {
  readonly #run: ContractRun;
  /** What went wrong with the harness itself. */
  readonly #failures: string[] = [];
  #checked = 0;

  constructor(run: ContractRun) {
    this.#run = run;
  }

  onTestCaseResult(_test: Test, { title }: TestCaseResult): void {
    this.#checked += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${this.#checked}  ${title.slice(0, 100)}`);
  }

  onTestResult(_test: Test, { testExecError, failureMessage }: TestResult): void {
    if (testExecError) this.#failures.push(failureMessage ?? testExecError.message);
  }

  onRunComplete(_contexts: unknown, results: AggregatedResult): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, NO_COLOR } = process.env;
    const summary = this.#run.summary();
    const defects = summary.missing.length > 0 ? [...this.#failures, ...unjudged(results, summary)] : this.#failures;
    const paint = paintFor(process.stdout, { NO_COLOR });
    const text = [...defects, terminalReport(summary, paint)].join('\n');
    process.stdout.write(GITHUB_ACTIONS ? `${withoutCommands(text)}${annotations(summary)}` : `${text}\n`);
    const files = writeReports(summary, this.#run.configuration.reportDir, GITHUB_STEP_SUMMARY);
    process.stdout.write(`Reports: ${files.join(', ')}\n`);
  }
}

/** In GitHub Actions a line may be a command to the runner; what a target sent must not be one. */
function withoutCommands(text: string): string {
  const end = randomUUID();
  return `::stop-commands::${end}\n${text}\n::${end}::\n`;
}

/** Failed tests that left no outcome: a rule has a defect of its own. */
function unjudged({ testResults }: AggregatedResult, { missing }: Summary): string[] {
  const isMissing = (title: string) =>
    missing.some(({ operation, rule }) => title.startsWith(`${operation} · ${rule} `));
  return testResults
    .flatMap((result) => result.testResults)
    .filter(({ title, status }) => status === 'failed' && isMissing(title))
    .flatMap(({ title, failureMessages }) => [
      `A rule has failed, which is a defect of its own: ${title}`,
      ...failureMessages,
    ]);
}
