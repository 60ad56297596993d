import { randomUUID } from 'node:crypto';
import type { ContractRun } from './contract-run';
import type { Failure } from './jest/handover';
import { annotations } from './reports/annotations';
import { paintFor } from './reports/paint';
import { terminalReport } from './reports/terminal';
import { writeReports } from './reports/write-reports';
import type { Summary } from './summary';

/** Shows a contract run: what is being checked while it runs, and at its end what came of it. */
export class ContractReporter {
  readonly #run: ContractRun;
  #checked = 0;

  constructor(run: ContractRun) {
    this.#run = run;
  }

  /** A check was made. */
  checked(title: string): void {
    this.#checked += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${this.#checked}  ${title.slice(0, 100)}`);
  }

  /** All of them were. */
  complete(failures: Failure[]): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, NO_COLOR } = process.env;
    const summary = this.#run.summary();
    const paint = paintFor(process.stdout, { NO_COLOR });
    const text = [...failuresToTell(failures, summary), terminalReport(summary, paint)].join('\n');
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

/** What went wrong with the harness itself: a failed test that left an outcome tells of the target. */
function failuresToTell(failures: Failure[], { missing }: Summary): string[] {
  return failures.flatMap(({ title, message }) => {
    if (title === undefined) return [message];
    const isMissing = missing.some(({ operation, rule }) => title.startsWith(`${operation} · ${rule} `));
    return isMissing ? [`A rule has failed, which is a defect of its own: ${title}`, message] : [];
  });
}
