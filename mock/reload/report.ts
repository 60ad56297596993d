import type { CarryOver, Dropped } from '../state/carry-over';

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
const LENGTH = 300;

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

/** A sentence for each part of the state that was not carried over; of many the first, and how many more there are. */
export function noticesOf({ dropped, lostScenarios }: CarryOver): string[] {
  const scenarios = [...lostScenarios].map(
    (name) => `There is no scenario ${JSON.stringify(name)} any more; the fixtures take its place.`,
  );
  const sentences = new Set([...scenarios, ...dropped.map(sentenceOf)]);
  const shown = [...sentences].slice(0, LINES).map(oneLine);
  return sentences.size > LINES ? [...shown, `… and ${sentences.size - LINES} more.`] : shown;
}

function sentenceOf({ resource, id, why }: Dropped): string {
  const name = id === undefined ? resource : `${resource} ${JSON.stringify(id)}`;
  return `${name} ${why}: its changes are dropped.`;
}

function listed(files: readonly string[]): string {
  const more = files.length > FILES ? [`${files.length - FILES} more`] : [];
  return [...files.slice(0, FILES), ...more].join(', ');
}

/** A sentence whose words come from clients, as it may stand in a terminal. */
function oneLine(sentence: string): string {
  const plain = sentence.replace(/\p{Cc}/gu, '?');
  return plain.length > LENGTH ? `${plain.slice(0, LENGTH)}…` : plain;
}
