import { type FSWatcher, realpathSync, statSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { stepsTo } from './steps';

interface Watched {
  watcher: FSWatcher;
  /** Which folder of this path it is: one that is deleted and made anew is another. */
  inode: number;
}

/** For how many milliseconds nothing more has to happen until it is told, and how long that may take where it goes on and on. */
const QUIET = 100;
const LONGEST = 1000;

/** How many milliseconds lie between two looks where the system does not tell of changes. */
const POLL = 1000;

/**
 * Tells when something may have happened to files. It watches the folders that hold them, since editors and `git` put another file
 * in a file's place, and does not keep the process running.
 */
export class FolderWatch {
  readonly #tell: () => void;
  readonly #tellUnwatched: (reason: string) => void;
  readonly #watched = new Map<string, Watched>();
  /** By folder, the names of interest; undefined where all of them are. */
  #names: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #since = 0;
  #isClosed = false;

  /**
   * @param tell called once for many events, and now and then for none
   * @param tellUnwatched called with the reason when the system cannot watch, and files are looked at every second from then on
   */
  constructor(tell: () => void, tellUnwatched: (reason: string) => void) {
    this.#tell = tell;
    this.#tellUnwatched = tellUnwatched;
  }

  /** Watches what these paths lead to, and whatever comes or goes in these folders, instead of what it watched until now. */
  follow(paths: readonly string[], folders: readonly string[]): void {
    if (this.#isClosed) return;
    this.#names = namesOf(paths, folders);
    for (const [folder, { inode }] of this.#watched) {
      if (!this.#names.has(folder) || inodeOf(folder) !== inode) this.#unwatch(folder);
    }
    for (const folder of this.#names.keys()) if (!this.#watched.has(folder)) this.#watch(folder);
  }

  /** Tells in a while, once nothing more happens. */
  stir(): void {
    if (this.#isClosed) return;
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    else clearTimeout(this.#timer);
    const patience = Math.max(0, Math.min(QUIET, this.#since + LONGEST - now));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, patience).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
    for (const folder of this.#watched.keys()) this.#unwatch(folder);
  }

  #watch(folder: string): void {
    const inode = inodeOf(folder);
    if (inode === undefined) return; // its name is watched in the folder above
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => this.#hear(folder, name));
      watcher.on('error', (error) => this.#failed(folder, error));
      this.#watched.set(folder, { watcher, inode });
    } catch (error) {
      this.#failed(folder, error);
    }
  }

  /** Not every system says which name it was; the folder's own tells that it is moved or deleted. */
  #hear(folder: string, name: string | null): void {
    const names = this.#names.get(folder);
    if (name === null || names === undefined || names.has(name) || name === basename(folder)) this.stir();
  }

  #failed(folder: string, error: unknown): void {
    this.#unwatch(folder);
    const { code = 'unknown' } = error as NodeJS.ErrnoException; // fs.watch fails only with errors of the system
    this.stir();
    if (code === 'ENOENT' || this.#poll !== undefined || this.#isClosed) return;
    this.#poll = setInterval(this.#tell, POLL).unref();
    this.#tellUnwatched(code);
  }

  #unwatch(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }
}

function namesOf(paths: readonly string[], folders: readonly string[]): Map<string, Set<string> | undefined> {
  const names = new Map<string, Set<string> | undefined>();
  for (const { folder, name } of paths.flatMap(stepsTo)) {
    const known = names.get(folder) ?? new Set();
    names.set(folder, known.add(name));
  }
  for (const folder of folders) names.set(folderOf(folder), undefined);
  return names;
}

function folderOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function inodeOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.ino;
}
