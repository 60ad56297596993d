import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A file that another process has: two that write it would each undo what the other has saved. */
export class StateInUse extends Error {
  override readonly name = 'StateInUse';
}

interface Holder {
  pid: number;
  host: string;
  /** Tells the process from a later one with the same number; undefined where the system does not say. */
  process: string | undefined;
  since: string;
}

/**
 * Takes a file for this mock alone, as long as its process lives: the lock of a process that has died is taken over.
 * @returns what gives it back
 * @throws {StateInUse} with the process that has it; or the system's error where the folder cannot be written
 */
export function takeStateLock(file: string): () => void {
  const lock = `${file}.lock`;
  const text = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    process: processOf(process.pid),
    since: new Date().toISOString(),
  } satisfies Holder);
  if (!create(lock, text)) takeOver(lock, text);
  return () => {
    if (textOf(lock) === text) removeIfPossible(lock);
  };
}

/** Where the folder cannot be written any more, a lock stays: as that of a process which has ended, it is taken over. */
function removeIfPossible(lock: string): void {
  try {
    rmSync(lock, { force: true });
  } catch {
    // It stays.
  }
}

/** Creates a file that has its text from the first moment on; returns false where there is one. */
function create(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    return createWithoutLinks(file, text);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** For file systems that have no links. */
function createWithoutLinks(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** One process at a time looks whether a lock's holder has died, so that no two take it over. */
function takeOver(lock: string, text: string): void {
  const guard = `${lock}.guard`;
  if (isOld(guard)) rmSync(guard, { force: true });
  if (!create(guard, text)) throw new StateInUse('It is being taken by another mock just now. Start this one again.');
  try {
    const holder = holderOf(lock);
    if (holder && isAlive(holder)) {
      const { pid, host, since } = holder;
      const other = `Another mock has had it since ${since} (process ${pid} on ${host}).`;
      throw new StateInUse(`${other} Stop that one, or give another file; where there is none, delete ${lock}.`);
    }
    rmSync(lock, { force: true });
    if (!create(lock, text)) throw new StateInUse('Another mock has taken it just now. Give another file.');
  } finally {
    rmSync(guard, { force: true });
  }
}

/** A guard stands for as long as it takes to read a file. */
function isOld(guard: string): boolean {
  const found = statSync(guard, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > 10_000;
}

/** Undefined where the lock is gone, or was never written whole. */
function holderOf(lock: string): Holder | undefined {
  try {
    return JSON.parse(textOf(lock) ?? '') as Holder; // written by takeStateLock
  } catch {
    return undefined;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // somebody has given it back
  }
}

/** A process of another machine cannot be asked, and counts as alive. */
function isAlive({ pid, host, process: known }: Holder): boolean {
  if (host !== hostname()) return true;
  if (known !== undefined && processOf(process.pid) !== undefined) return processOf(pid) === known;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** What no other process has: the boot and the tick at which it began. Undefined where it has ended, or without Linux's /proc. */
function processOf(pid: number): string | undefined {
  const boot = textOf('/proc/sys/kernel/random/boot_id');
  const stat = textOf(`/proc/${pid}/stat`);
  // After the name, which may hold anything, in parentheses: the state first, the start time as the 20th (proc_pid_stat(5)).
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (boot === undefined || fields === undefined || /^[ZXx]$/.test(fields[0] ?? '')) return undefined;
  return `${boot.trim()} ${fields[19]}`;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
