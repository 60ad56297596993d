import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { AggregatedResult, Config, Reporter, Test, TestCaseResult, TestResult } from '@jest/reporters';
import { packageVersion, quickDisk, readService } from '../spec';
import type { Configuration } from './configuration';
import { MOCK_TARGET } from './deviations';
import { readDeviations } from './deviations-file';
import type { Outcome } from './examine';
import { planChecks } from './plan';
import { annotations } from './reports/annotations';
import { paintFor } from './reports/paint';
import { terminalReport } from './reports/terminal';
import { writeReports } from './reports/write-reports';
import { type Summary, summarize, type UnseenField } from './summary';

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
    const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, NO_COLOR } = process.env;
    const summary = readSummary(this.#configuration, results.startTime);
    const files = writeReports(summary, this.#configuration.reportDir, GITHUB_STEP_SUMMARY);
    const defects = summary.missing.length > 0 ? [...this.#failures, ...unjudged(results, summary)] : this.#failures;
    const paint = paintFor(process.stdout, { NO_COLOR });
    const text = [...defects, terminalReport(summary, paint), `Reports: ${files.join(', ')}`].join('\n');
    process.stdout.write(GITHUB_ACTIONS ? `${withoutCommands(text)}${annotations(summary)}` : `${text}\n`);
  }
}

/** A line of the file of outcomes: what one check came to, or what is known of the run as a whole. */
export type RunLine = Outcome | { unseenFields: UnseenField[] };

/**
 * What the test file has written so far, against what was planned.
 * @param startTime when the run began, in milliseconds since 1970
 */
export function readSummary(configuration: Configuration, startTime = Date.now()): Summary {
  const { spec, overlays, only, baseUrl, strict, mayWrite, seed, deviations, outcomesFile = '' } = configuration;
  const service = readService({ spec, overlays, files: quickDisk() });
  const text = existsSync(outcomesFile) ? readFileSync(outcomesFile, 'utf8') : '';
  const written = text.split('\n').filter((line) => line !== '');
  const lines = written.map((line) => JSON.parse(line) as RunLine); // the test file's own
  const outcomes = lines.filter((line): line is Outcome => 'verdict' in line);
  const facts = {
    service: service.title,
    documents: [spec, ...overlays].map((file) => basename(file)),
    target: baseUrl ?? MOCK_TARGET,
    version: packageVersion,
    started: new Date(startTime).toISOString(),
    seconds: Math.round((Date.now() - startTime) / 100) / 10,
    strict,
    mayWrite,
    seed,
    unseenFields: lines.flatMap((line) => ('unseenFields' in line ? line.unseenFields : [])),
  };
  const accepted = deviations === undefined ? [] : readDeviations(deviations, service);
  return summarize(facts, planChecks(service, only), outcomes, accepted);
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
