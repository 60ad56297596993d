import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { addressOf, digestOf } from './state-folder';

/** An entry that another run is at work on. */
export class Locked extends Error {
  override readonly name = 'Locked';
}

interface Holder {
  pid: number;
  host: string;
  /** What a reader of the file wants to know. */
  entry: string;
}

/**
 * Takes an entry of a target for this process alone; the lock of a process that has died is taken over.
 * @returns what gives it back
 * @throws {Locked} with the process that has it
 */
export function takeLock(folder: string, target: string, identifier: string): () => void {
  const locks = join(folder, 'locks');
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  const file = join(locks, `${digestOf(addressOf(target), identifier.toLowerCase())}.lock`);
  const holder: Holder = { pid: process.pid, host: hostname(), entry: `${identifier} of ${target}` };
  if (!create(file, holder)) takeOver(file, holder);
  return () => rmSync(file, { force: true });
}

/** @returns false where the file exists */
function create(file: string, holder: Holder): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(descriptor, JSON.stringify(holder));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** One process at a time looks whether a lock's holder has died, so that no two take it over. */
function takeOver(file: string, holder: Holder): void {
  const guard = `${file}.guard`;
  if (!create(guard, holder)) {
    if (!isOld(guard))
      throw new Locked(`${holder.entry} is being taken by another run just now. Start this one again.`);
    rmSync(guard, { force: true });
    takeOver(file, holder);
    return;
  }
  try {
    const current = readHolder(file);
    if (current !== undefined && isAlive(current)) {
      const advice = `Wait for it to end; if it has ended, delete ${file}.`;
      throw new Locked(
        `${holder.entry} is being checked by another run (process ${current.pid} on ${current.host}). ${advice}`,
      );
    }
    rmSync(file, { force: true });
    if (!create(file, holder)) throw new Locked(`${holder.entry} was taken by another run just now.`);
  } finally {
    rmSync(guard, { force: true });
  }
}

/** A guard stands for as long as it takes to read a file. */
function isOld(guard: string): boolean {
  const { mtimeMs } = statSync(guard, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Date.now() - mtimeMs > 10_000;
}

/** Undefined where it has been given back, or where its process died while it wrote. */
function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder; // written by a lock
  } catch {
    return isOld(file) ? undefined : { pid: 0, host: 'an unknown machine', entry: '' };
  }
}

/** A process of another machine cannot be asked, and counts as alive. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  // A container gives the same numbers again; this process holds no lock that it takes.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
