import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { KeptReadings } from './kept-readings';

/** Where the text of files comes from. Whoever gives another than the disk sees which files are read, and which were missing. */
export interface Files {
  /**
   * The text of a file.
   * @throws an error of the system, with its `code`
   */
  read(file: string): string;
  /** The names in a folder that match a pattern, sorted; undefined where there is no such folder. */
  list(folder: string, pattern: RegExp): string[] | undefined;
  /** What texts were found to say earlier, where that is kept. */
  readonly readings?: KeptReadings | undefined;
}

export const DISK: Files = {
  read: (file) => readFileSync(file, 'utf8'),
  list: (folder, pattern) => {
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    return isFolder
      ? readdirSync(folder)
          .filter((name) => pattern.test(name))
          .toSorted()
      : undefined;
  },
};
