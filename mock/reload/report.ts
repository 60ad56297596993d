import type { CarryOver } from '../state/carry-over';
import { lossesOf } from '../state/losses';

/** What became of a change of the files. */
export type ReloadReport =
  /** The files as they are now are served; `notices` says what of the state could not be kept, a sentence each. */
  | { outcome: 'reloaded'; files: readonly string[]; notices: readonly string[] }
  /** They cannot be, for what `error` says, and the last version that was good goes on. */
  | { outcome: 'refused'; files: readonly string[]; error: Error }
  /** The system does not tell of changes, for what its error code says, so that the files are looked at every second. */
  | { outcome: 'unwatched'; code: string };

/** How many lines are given to what could not be kept, and how many names to the files that changed. */
const LINES = 20;
const FILES = 5;

/** What became of a change, in the words for whoever made it. */
export function reloadMessage(report: ReloadReport): string {
  switch (report.outcome) {
    case 'reloaded':
      return [`Reloaded after a change of ${listed(report.files)}.`, ...report.notices].join('\n  ');
    case 'refused':
      return `${report.error.message}\nThe mock goes on with the last version that was good.`;
    case 'unwatched':
      return `The system cannot watch the files (${report.code}), so they are looked at every second.`;
  }
}

/** What of the state could not be kept; of much the first, and how much more there is. */
export function noticesOf(carryOver: CarryOver): string[] {
  const losses = lossesOf(carryOver);
  return losses.length > LINES ? [...losses.slice(0, LINES), `… and ${losses.length - LINES} more.`] : losses;
}

function listed(files: readonly string[]): string {
  const more = files.length > FILES ? [`${files.length - FILES} more`] : [];
  return [...files.slice(0, FILES), ...more].join(', ');
}
