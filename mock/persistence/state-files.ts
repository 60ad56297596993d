import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { logHeader, logLine } from './log-format';
import { logOf, type ReadState, readState } from './read-state';

/** A log that is written to. */
interface OpenLog {
  handle: FileHandle;
  /** How many bytes of it are on disk. */
  length: number;
  writes: number;
}

/** Up to this size a log is not worth a new file. */
const SMALL_LOG = 1024 * 1024;

/**
 * The file of a state and its log. The file is only ever replaced as a whole; in between, what changes goes to the end of the
 * log. Each file names its log, so that no crash between the steps loses a change or does one twice.
 */
export class StateFiles {
  readonly #file: string;
  readonly #textOf: (log: string, after: string | undefined) => string;
  #log: OpenLog | undefined;
  /** The log that may be on disk. */
  #logOnDisk: string | undefined;
  /** How many bytes of that count. */
  #counted = Number.POSITIVE_INFINITY;
  /** At which size of the log the file is written anew. */
  #limit = SMALL_LOG;
  /** Whether what is on disk does not lead to the state, whatever the log goes on to say. */
  #isOutdated = false;

  /**
   * @param log the one that is on disk
   * @param textOf all of the state as the file has it, with the log that goes on from there and the one that it makes void
   */
  constructor(file: string, log: string | undefined, textOf: (log: string, after: string | undefined) => string) {
    this.#file = file;
    this.#logOnDisk = log;
    this.#textOf = textOf;
  }

  /** Has the next commit replace the file: what it says, with the log, is not what the state comes from any more. */
  outdate(): void {
    this.#isOutdated = true;
  }

  /** Puts records on disk: at the end of the log, or with all of the state where that has outgrown it or does not come from it. */
  async commit(records: readonly string[]): Promise<void> {
    if (this.#log === undefined || this.#isOutdated || (await this.#isRemoved(this.#log))) return this.compact();
    if (this.#log.length <= this.#limit) return this.#append(this.#log, records);
    try {
      return await this.compact();
    } catch (error) {
      if (this.#log === undefined) throw error;
      this.#limit = 2 * this.#log.length; // the log will do for now
      return this.#append(this.#log, records);
    }
  }

  /** Replaces the file by all of the state, and begins a log. */
  async compact(): Promise<void> {
    const log = await this.#replaceFile();
    // The state is safe from here on. Where there can be no log, the next commit comes here again.
    await this.#beginLog(log).catch(() => undefined);
  }

  /** Replaces the file by all of the state, and leaves nothing beside it. */
  async finish(): Promise<void> {
    await this.#replaceFile();
    await rm(logOf(this.#file), { force: true });
    await syncFolder(this.#file);
  }

  /** What is on disk, without what was begun to be written and failed. */
  read(): ReadState {
    return readState(this.#file, this.#counted);
  }

  async close(): Promise<void> {
    const log = this.#log;
    this.#log = undefined;
    await log?.handle.close();
  }

  /** @returns the log that goes on from there */
  async #replaceFile(): Promise<string> {
    const id = randomUUID();
    const text = this.#textOf(id, this.#logOnDisk);
    const wasOutdated = this.#isOutdated;
    this.#isOutdated = false; // from the moment of the text on
    const draft = draftOf(this.#file);
    try {
      await writeWhole(draft, text, await modeOf(this.#file));
      await this.close(); // what follows makes the log void
      await rename(draft, this.#file);
      await syncFolder(this.#file);
    } catch (error) {
      this.#isOutdated ||= wasOutdated;
      await rm(draft, { force: true }).catch(() => undefined); // it may be what fills the disk
      throw error;
    }
    this.#limit = Math.max(SMALL_LOG, 2 * text.length);
    return id;
  }

  async #beginLog(id: string): Promise<void> {
    const handle = await open(logOf(this.#file), 'w', await modeOf(this.#file));
    try {
      const header = logHeader(id);
      await handle.writeFile(header);
      await handle.sync();
      await syncFolder(this.#file);
      this.#log = { handle, length: header.length, writes: 0 };
      this.#logOnDisk = id;
      this.#counted = header.length;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Whether somebody has removed the file or the log while it is written to. */
  async #isRemoved({ handle }: OpenLog): Promise<boolean> {
    const [log, file] = await Promise.all([handle.stat(), stat(this.#file).catch(() => undefined)]);
    return log.nlink === 0 || file === undefined;
  }

  async #append(log: OpenLog, records: readonly string[]): Promise<void> {
    const line = logLine(log.writes + 1, records);
    try {
      await log.handle.writeFile(line); // it goes on where the last one ended
      await log.handle.datasync();
    } catch (error) {
      // After that nobody knows what is on disk (a page that could not be synced may count as clean), so the log ends here.
      await log.handle.truncate(log.length).catch(() => undefined);
      await this.close().catch(() => undefined);
      throw error;
    }
    log.writes += 1;
    log.length += line.length;
    this.#counted = log.length;
  }
}

/** Where the file is written before it takes the place of the last one. */
export function draftOf(file: string): string {
  return `${file}.draft`;
}

async function writeWhole(file: string, text: string, mode: number | undefined): Promise<void> {
  const handle = await open(file, 'w', mode);
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Who may read and write a file; undefined where there is none. */
async function modeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found && found.mode & 0o777;
}

/** Makes names in the folder of a file last, which Windows does by itself. */
async function syncFolder(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
