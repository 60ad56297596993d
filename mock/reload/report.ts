import type { CarryOver } from '../state/carry-over';
import { lossesOf } from '../state/losses';

/** What became of a change of the files. */
export type ReloadReport =
  /** The files as they are now are served; `notices` says what of the state could not be kept, a sentence each. */
  | {
      /** Requests are answered by the new version from now on. */
      outcome: 'reloaded';
      /** The paths of those that changed, came or went; at least one. */
      files: readonly string[];
      /** Empty where all of the state was kept; of more than 20 the first, and how many more there are. */
      notices: readonly string[];
    }
  /** They cannot be, for what `error` says, and the last version that was good goes on. */
  | {
      /** Requests are answered as before, until a later change can be served. */
      outcome: 'refused';
      /** The paths of those that changed, came or went; at least one. */
      files: readonly string[];
      /** A `ConfigurationError` with every fault, where the files are at fault. */
      error: Error;
    }
  /** The system does not tell of changes, for what its error code says, so that the files are looked at every second. */
  | {
      /** Changes are still taken in, only later; told once. */
      outcome: 'unwatched';
      /** As Node has it, such as `ENOSPC`; `unknown` where the system gave none. */
      code: string;
    };

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
