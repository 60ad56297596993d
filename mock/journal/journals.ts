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

  /**
   * Where all together are too large, the largest give up the older half of what they have: at once until an eighth is free, since
   * looking for them takes time.
   */
  makeRoom(): void {
    const { allBytes } = this.limits;
    if (this.#bytes <= allBytes) return;
    const isRoomy = () => this.#bytes <= allBytes * (7 / 8);
    while (!isRoomy() && this.#filled.size > 0) {
      const journals = [...this.#filled];
      const most = journals.reduce((bytes, journal) => Math.max(bytes, journal.bytes), 0);
      for (const journal of journals) if (journal.bytes > most / 2 && !isRoomy()) journal.dropHalf();
    }
  }
}
