import { existsSync } from 'node:fs';
import { ControlRefusal } from '../control/problem';
import type { SessionChange, TellChange } from '../sessions/session-change';
import type { Sessions } from '../sessions/sessions';
import { CommitQueue } from './commit-queue';
import { logOf, type ReadState } from './read-state';
import { FORMAT, type StateRecord, toChangeRecord, toSessionRecord } from './records';
import { resumeSessions } from './resume';
import type { Saving } from './saving';
import { StateFiles } from './state-files';

/** How sessions that are saved come into being, and who hears of what could not be kept. */
export interface SavedSessions {
  /** Makes the sessions, which tell of their changes. */
  begin(tellChange?: TellChange): Sessions;
  /** Is told what a person should know. */
  warn(message: string): void;
}

/** Saves each change of the sessions before it is told of. In memory it is made at once, so that others may see it earlier. */
export class SessionSaving implements Saving {
  readonly sessions: Sessions;
  /** A sentence for each thing of the file that the document or the fixtures no longer have. */
  readonly dropped: readonly string[];
  readonly #options: SavedSessions;
  readonly #file: string;
  readonly #files: StateFiles;
  readonly #queue: CommitQueue;
  #changes = 0;
  /** Whether the file has to be written at the end, with or without further changes. */
  #isStale: boolean;
  #isFailing = false;
  /** Whether changes are not to be saved: they come from the file, or after the end. */
  #isDeaf = false;
  #closed: Promise<void> | undefined;

  /** @param read what the file says */
  constructor(file: string, read: ReadState, options: SavedSessions) {
    this.#file = file;
    this.#options = options;
    this.#files = new StateFiles(file, read.log, (log, after) => this.#textOf(log, after));
    this.#queue = new CommitQueue(
      (records) => this.#commit(records),
      (error) => this.#giveUp(error),
    );
    this.sessions = options.begin((session, change) => this.#record(session, change));
    this.dropped = this.#resume(read);
    this.#isStale = !read.isClean || this.dropped.length > 0;
  }

  run<T>(change: () => T, then: (result: T) => void): Promise<void> | void {
    const before = this.#changes;
    const result = change();
    if (this.#changes === before) return then(result);
    return this.#queue.settled().then(() => then(result));
  }

  saveAll(): void {
    if (this.#isDeaf) return;
    this.#isStale = true;
    this.#files.outdate();
    this.#queue.add();
  }

  saved(): Promise<void> {
    return this.#queue.settled();
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish();
    return this.#closed;
  }

  #record(session: string | undefined, change: SessionChange): void {
    if (this.#isDeaf) return;
    this.#changes += 1;
    this.#isStale = true;
    this.#queue.add(JSON.stringify(toChangeRecord(session, change)));
  }

  async #commit(records: readonly string[]): Promise<void> {
    await this.#files.commit(records);
    this.#isFailing = false;
  }

  /** Puts the sessions back to what is on disk, so that they are what a restart would make of them. */
  #giveUp(error: unknown): ControlRefusal {
    const reason = `${this.#file} cannot be written: ${(error as Error).message}.`;
    const detail = `The change was not made, because ${reason}`;
    const isNews = !this.#isFailing;
    this.#isFailing = true;
    try {
      this.#resume(this.#files.read());
      if (isNews) this.#options.warn(`${reason} Until it can be, no change is made.`);
      return new ControlRefusal('not-saved', detail);
    } catch (cause) {
      const lost = `The change was made, but is not saved, because ${reason}`;
      this.#options.warn(`${lost} Nor could it be taken back: ${(cause as Error).message}`);
      return new ControlRefusal('not-saved', lost);
    }
  }

  #resume({ recalled }: ReadState): string[] {
    const before = this.#isDeaf;
    this.#isDeaf = true;
    try {
      return resumeSessions(recalled, this.sessions);
    } finally {
      this.#isDeaf = before;
    }
  }

  async #finish(): Promise<void> {
    this.#isDeaf = true;
    await this.#queue.settled().catch(() => undefined); // who waits for it is told
    try {
      if (this.#isStale) await this.#files.finish();
    } catch (error) {
      const detail = `${this.#file} cannot be written: ${(error as Error).message}.`;
      const isLogged = existsSync(logOf(this.#file));
      const rest = isLogged ? ' What was changed is in the log beside it, which the next start reads.' : '';
      this.#options.warn(`${detail}${rest}`);
    } finally {
      await this.#files.close();
    }
  }

  #textOf(log: string, after: string | undefined): string {
    const { sessions } = this;
    const all = [sessions.shared, ...sessions.list().map(({ session }) => session)];
    const record: StateRecord = {
      docent: 'state',
      format: FORMAT,
      log,
      ...(after === undefined ? {} : { after }),
      scenario: sessions.scenario ?? null,
      sessions: all.flatMap((session) => {
        const saved = session.toSave();
        return saved ? [toSessionRecord(session.name, saved)] : [];
      }),
    };
    return `${JSON.stringify(record, null, 2)}\n`;
  }
}
