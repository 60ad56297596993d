import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DISK, type Files, type KeptReadings } from '../../spec';

/** The files and folders that were asked for, with what was there: their text, their names, or that they were missing. */
export class SeenFiles implements Files {
  /** By file, a digest of its text, or the error that it could not be read with. */
  readonly #texts = new Map<string, string>();
  /** By folder and pattern, the names in it; undefined where there was no folder. */
  readonly #lists = new Map<string, { folder: string; pattern: RegExp; names: string[] | undefined }>();

  /** @param readings what texts were found to say at an earlier start, where that is kept */
  constructor(readonly readings?: KeptReadings) {}

  read(file: string): string {
    try {
      const text = DISK.read(file);
      this.#texts.set(file, digestOf(text));
      return text;
    } catch (error) {
      this.#texts.set(file, errorOf(error));
      throw error;
    }
  }

  list(folder: string, pattern: RegExp): string[] | undefined {
    const names = DISK.list(folder, pattern);
    this.#lists.set(`${folder} ${pattern.source}`, { folder, pattern, names });
    return names;
  }

  /** Every file and folder that was asked for. */
  get paths(): string[] {
    return [...this.#texts.keys(), ...[...this.#lists.values()].map(({ folder }) => folder)];
  }

  /** The folders that were there when their names were asked for. */
  get folders(): string[] {
    return [...this.#lists.values()].filter(({ names }) => names !== undefined).map(({ folder }) => folder);
  }

  /** Whether a file has the text now, which is noted, that it had when others saw it. */
  isAsIn(others: SeenFiles, file: string): boolean {
    const seen = others.#texts.get(file);
    this.#texts.set(file, noteOf(file));
    return seen !== undefined && this.#texts.get(file) === seen;
  }

  /** The files that are not as they were seen; those that have come or gone in a folder among them. */
  changes(): string[] {
    const changed = [...this.#texts].filter(([file, seen]) => noteOf(file) !== seen).map(([file]) => file);
    const moved = [...this.#lists.values()].flatMap(({ folder, pattern, names }) =>
      differing(names ?? [], namesIn(folder, pattern)).map((name) => join(folder, name)),
    );
    return [...new Set([...changed, ...moved])];
  }
}

function noteOf(file: string): string {
  try {
    return digestOf(DISK.read(file));
  } catch (error) {
    return errorOf(error);
  }
}

function namesIn(folder: string, pattern: RegExp): string[] {
  try {
    return DISK.list(folder, pattern) ?? [];
  } catch {
    return []; // what may not be read now is told by whoever reads it next
  }
}

function differing(before: string[], after: string[]): string[] {
  return [...before.filter((name) => !after.includes(name)), ...after.filter((name) => !before.includes(name))];
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function errorOf(error: unknown): string {
  return `error ${(error as NodeJS.ErrnoException).code}`; // reading throws only errors of the system
}
