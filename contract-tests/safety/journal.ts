import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, Operation } from '../../spec';
import { NotExercised } from '../findings';
import { holdsSecret } from '../target/redaction';
import type { EntryKeeper } from '../target/target';
import { addressOf, digestOf, writeDurably } from './state-folder';

/** An entry that a run may have changed, as it was before. */
export interface Kept {
  target: string;
  /** The operation that updates it. */
  operation: string;
  identifier: string;
  before: JsonObject;
  /** The run that has changed it. */
  pid: number;
  host: string;
  at: string;
  /** The run told that it could not put the entry back; it has ended, and no other tries again unasked. */
  givenUp?: boolean;
  file: string;
}

/** What a journal is of, and the state folder in which it keeps a folder of its own. */
export interface JournalOptions {
  folder: string;
  target: string;
  now: () => Date;
  /** The credential. */
  token: string;
}

/** What of a target is to be put back, on disk before it is changed, so that not even `kill -9` loses it. */
export class Journal implements EntryKeeper {
  readonly #options: JournalOptions;
  readonly #kept = new Set<string>();

  constructor(options: JournalOptions) {
    this.#options = { ...options, folder: join(options.folder, 'journal') };
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Keeps how an entry is before its first change in this run; later ones find it kept.
   * @throws {NotExercised} where it holds the credential, which no file may
   */
  keep({ id: operation }: Operation, identifier: string, before: JsonObject): void {
    const { folder, target, now, token } = this.#options;
    const name = digestOf(addressOf(target), operation, identifier.toLowerCase());
    if (this.#kept.has(name)) return;
    const at = now();
    const kept: Omit<Kept, 'file'> = {
      target,
      operation,
      identifier,
      before,
      pid: process.pid,
      host: hostname(),
      at: at.toISOString(),
    };
    const text = JSON.stringify(kept, null, 2);
    if (holdsSecret(text, token))
      throw new NotExercised(`${identifier} holds the credential, so that it cannot be kept`);
    writeDurably(join(folder, `${at.getTime()}-${process.pid}-${name}.json`), text);
    this.#kept.add(name);
  }
}

/** What runs have left in a folder, the oldest first; of one target, where it is given. */
export function readJournal(folder: string, target?: string): Kept[] {
  return filesIn(join(folder, 'journal'))
    .map((file) => ({ ...(JSON.parse(readFileSync(file, 'utf8')) as Kept), file })) // written by the journal
    .filter((kept) => target === undefined || addressOf(kept.target) === addressOf(target))
    .sort((a, b) => a.at.localeCompare(b.at));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // nothing was ever kept
    throw error;
  }
}

/** Removes what was kept of an entry, for good: it has to be as it was. */
export function forget({ file }: Kept): void {
  rmSync(file, { force: true });
}

/** Marks an entry that could not be put back: from now on only `docent restore` tries again. */
export function giveUp({ file, ...kept }: Kept): void {
  writeDurably(file, JSON.stringify({ ...kept, givenUp: true }, null, 2));
}
