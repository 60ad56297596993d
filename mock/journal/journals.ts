import { JOURNAL_LIMITS, Journal, type JournalLimits } from './journal';
import { LatestHeaders } from './kept-headers';
import type { Recording } from './recording';

/** Is told of each exchange once it has ended. */
export type Listener = (recording: Recording, session: string | undefined) => void;

/** The journals of all sessions of a mock, and the memory that they share. */
export class Journals {
  readonly limits: JournalLimits;
  /** What the exchanges of all sessions share of their headers. */
  readonly headers = new LatestHeaders();
  /** Those that hold anything. */
  readonly #filled = new Set<Journal>();
  readonly #listen: Listener | undefined;
  #bytes = 0;

  constructor(listen?: Listener, limits: JournalLimits = JOURNAL_LIMITS) {
    this.#listen = listen;
    this.limits = limits;
  }

  /** What all journals keep, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The journal of a session that begins. */
  open(session: string | undefined): Journal {
    return new Journal(session, this);
  }

  /** Keeps an exchange that has ended, and tells of it. */
  record(journal: Journal, recording: Recording): void {
    journal.add(recording);
    this.#listen?.(recording, journal.session);
  }

  /** Notes that a journal keeps more, or less where `bytes` is negative. */
  weigh(journal: Journal, bytes: number): void {
    this.#bytes += bytes;
    if (journal.bytes === 0) this.#filled.delete(journal);
    else if (journal.bytes === bytes) this.#filled.add(journal); // it was empty
  }

  /** Where all together are too large, the largest gives up the older half of what it has. */
  makeRoom(): void {
    while (this.#bytes > this.limits.allBytes && this.#filled.size > 0) {
      [...this.#filled].reduce((a, b) => (b.bytes > a.bytes ? b : a)).dropHalf();
    }
  }
}
