import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { KeptReadings } from './kept-readings';

/** Where the text of files comes from. Whoever gives another than the disk sees which files are read, and which were missing. */
export interface Files {
  /**
   * The text of a file.
   * @throws an error of the system, with its `code`
   * @throws {EncodingError} where it is not UTF-8
   */
  read(file: string): string;
  /** The names in a folder that match a pattern, sorted; undefined where there is no such folder. */
  list(folder: string, pattern: RegExp): string[] | undefined;
  /** What texts were found to say earlier, where that is kept. */
  readonly readings?: KeptReadings | undefined;
}

/** The files as they are when they are asked for; a relative path starts from the working directory. */
export const DISK: Files = {
  read: (file) => {
    const text = readFileSync(file, 'utf8');
    // Only a text that has it may have been made of other bytes.
    if (text.includes(REPLACEMENT)) requireUtf8(readFileSync(file));
    return text;
  },
  list: (folder, pattern) => {
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    return isFolder
      ? readdirSync(folder)
          .filter((name) => pattern.test(name))
          .toSorted()
      : undefined;
  },
};

/** The bytes of a file are no UTF-8, the only encoding that is read: JSON's (RFC 8259, section 8.1), and YAML's by default. */
export class EncodingError extends Error {
  /** @param line the first that is not UTF-8, from 1 */
  constructor(readonly line: number) {
    super('It is not UTF-8. Save it in that encoding.');
  }
}

/** What stands for bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';

function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new EncodingError(lineNotUtf8(bytes));
}

const NEWLINE = 0x0a;

function lineNotUtf8(bytes: Buffer): number {
  let [line, start] = [1, 0];
  for (let end = bytes.indexOf(NEWLINE); end !== -1 && isUtf8(bytes.subarray(start, end)); line += 1) {
    start = end + 1;
    end = bytes.indexOf(NEWLINE, start);
  }
  return line;
}
