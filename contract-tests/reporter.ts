import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AggregatedResult, Config, Reporter, Test, TestCaseResult, TestResult } from '@jest/reporters';
import { readService } from '../spec';
import type { Configuration } from './configuration';
import type { Outcome } from './examine';
import { planChecks } from './plan';
import { type Summary, summarize, textOf } from './summary';

/** Shows a contract run: what is being checked while it runs, and at its end what came of it. */
export default class ContractReporter implements Pick<Reporter, 'onTestCaseResult' | 'onTestResult' | 'onRunComplete'> {
  readonly #configuration: Configuration;
  /** What went wrong with the harness itself. */
  readonly #failures: string[] = [];
  #checked = 0;

  constructor(_globalConfig: Config.GlobalConfig, options: { configuration: Configuration }) {
    this.#configuration = options.configuration;
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
    const summary = readSummary(this.#configuration);
    mkdirSync(this.#configuration.reportDir, { recursive: true });
    writeFileSync(join(this.#configuration.reportDir, 'contract.json'), `${JSON.stringify(summary, null, 2)}\n`);
    const defects = summary.missing.length > 0 ? [...this.#failures, ...unjudged(results, summary)] : this.#failures;
    process.stdout.write(`${[...defects, textOf(summary)].join('\n')}\n`);
  }
}

/** What the test file has written so far, against what was planned. */
export function readSummary(configuration: Configuration): Summary {
  const { spec, overlays, only, baseUrl, outcomesFile = '' } = configuration;
  const checks = planChecks(readService({ spec, overlays }), only);
  const lines = existsSync(outcomesFile) ? readFileSync(outcomesFile, 'utf8').split('\n') : [];
  const outcomes = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Outcome); // the test file's own
  return summarize(baseUrl ?? 'The mock in this process', checks, outcomes);
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
