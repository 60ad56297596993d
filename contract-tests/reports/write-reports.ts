import { accessSync, appendFileSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ConfigurationError } from '../../spec';
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

/**
 * Makes the folder of the reports, before anything is checked.
 * @throws {ConfigurationError} where nothing can be written there
 */
export function makeReportFolder(folder: string): void {
  writing(folder, () => {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  });
}

/**
 * Writes every report into a folder that is there, and the job page's summary where a CI service has a file for it; returns their paths.
 * @throws {ConfigurationError} where one cannot be written
 */
export function writeReports(run: Summary, folder: string, jobSummary: string | undefined): string[] {
  if (jobSummary) writing(jobSummary, () => appendFileSync(jobSummary, `${markdownReport(run)}\n`));
  return Object.entries(REPORTS).map(([name, report]) => {
    const file = join(folder, name);
    writing(file, () => writeFileSync(file, report(run)));
    const path = relative('.', file);
    return path.startsWith('..') ? file : path;
  });
}

function writing(place: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const message = `It cannot be written to (${(error as NodeJS.ErrnoException).code}). Name another folder in REPORT_DIR.`; // from the system
    throw new ConfigurationError('write the reports', [{ place, message }]);
  }
}

/** The run for programs: the summary with its format, its conclusion and its exit status before it. */
export function jsonReport(run: Summary): string {
  const { status, title, says } = conclusionOf(run);
  return `${JSON.stringify({ format: FORMAT, exitStatus: status, conclusion: `${title}: ${says}`, ...run }, null, 2)}\n`;
}
