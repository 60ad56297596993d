import type { AggregatedResult, Reporter, Test, TestCaseResult, TestResult } from '@jest/reporters';
import { handedOver } from './handover';
import type { ContractReporter } from './reporter';

/** The reporter of the run that was handed over. Jest makes one by this file's name, and so would load all that writes reports once more. */
export default class HandedReporter implements Pick<Reporter, 'onTestCaseResult' | 'onTestResult' | 'onRunComplete'> {
  readonly #reporter: ContractReporter;

  constructor() {
    const handed = handedOver();
    if (handed === undefined) throw new Error('No run was handed over to the reporter.');
    this.#reporter = handed.reporter;
  }

  onTestCaseResult(test: Test, result: TestCaseResult): void {
    this.#reporter.onTestCaseResult(test, result);
  }

  onTestResult(test: Test, result: TestResult): void {
    this.#reporter.onTestResult(test, result);
  }

  onRunComplete(contexts: unknown, results: AggregatedResult): void {
    this.#reporter.onRunComplete(contexts, results);
  }
}
