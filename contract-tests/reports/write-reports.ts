import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { conclusionOf, type Summary } from '../summary';
import { htmlReport } from './html';
import { junitReport } from './junit';
import { markdownReport } from './markdown';

/** The version of what `contract.json` holds: it changes when a member changes its meaning or goes. */
export const FORMAT = 1;

const REPORTS: Record<string, (run: Summary) => string> = {
  'contract.html': htmlReport,
  'contract.json': jsonReport,
  'contract.md': markdownReport,
  'junit.xml': junitReport,
};

/** Writes every report into a folder, and the job page's summary where a CI service has a file for it; returns their paths. */
export function writeReports(run: Summary, folder: string, jobSummary: string | undefined): string[] {
  mkdirSync(folder, { recursive: true });
  if (jobSummary) appendFileSync(jobSummary, `${markdownReport(run)}\n`);
  return Object.entries(REPORTS).map(([name, report]) => {
    const file = join(folder, name);
    writeFileSync(file, report(run));
    const path = relative('.', file);
    return path.startsWith('..') ? file : path;
  });
}

/** The run for programs: the summary with its format, its conclusion and its exit status before it. */
export function jsonReport(run: Summary): string {
  const { status, title, says } = conclusionOf(run);
  return `${JSON.stringify({ format: FORMAT, exitStatus: status, conclusion: `${title}: ${says}`, ...run }, null, 2)}\n`;
}
