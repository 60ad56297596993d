import type { Journals } from './journals';
import type { KeptHeaders } from './kept-headers';
import type { Recording } from './recording';

/** How much is kept. */
export interface JournalLimits {
  /** Exchanges of one session. */
  entries: number;
  /** Bytes of one session. */
  bytes: number;
  /** Bytes of all sessions together. */
  allBytes: number;
}

/** More than a test looks back on; the bounds are for a mock that runs for weeks. */
export const JOURNAL_LIMITS: JournalLimits = {
  entries: 1000,
  bytes: 4 * 1024 * 1024,
  allBytes: 128 * 1024 * 1024,
};

/** The last exchanges of one session, in the order in which the requests arrived. */
export class Journal {
  /** Undefined for the session that requests without one share. */
  readonly session: string | undefined;
  readonly #journals: Journals;
  #kept: Recording[] = [];
  #bytes = 0;
  #lastNumber = 0;
  /** The highest number among those that were kept. */
  #latest = 0;
  /** What arrived up to this number was cleared, even where it is still under way. */
  #clearedUpTo = 0;
  #dropped = 0;
  #isClosed = false;

  constructor(session: string | undefined, journals: Journals) {
    this.session = session;
    this.#journals = journals;
  }

  /** What is kept, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many exchanges there was no more room for since it was cleared: the oldest. */
  get dropped(): number {
    return this.#dropped;
  }

  get recordings(): Recording[] {
    return [...this.#kept];
  }

  /** The number of an exchange that begins now. */
  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** Headers of a request in the form to keep. */
  keepHeaders(sent: KeptHeaders): KeptHeaders {
    return this.#journals.headers.keep(sent, this.session);
  }

  /** Keeps an exchange that has ended. */
  add(recording: Recording): void {
    if (this.#isClosed || recording.number <= this.#clearedUpTo) return;
    if (recording.number > this.#latest) {
      this.#kept.push(recording);
      this.#latest = recording.number;
    } else {
      this.#kept.splice(this.#kept.findLastIndex(({ number }) => number < recording.number) + 1, 0, recording);
    }
    this.#weigh(recording.weight);
    this.#makeRoom();
  }

  /** Notes that an exchange, if it is still kept, takes so many bytes more. */
  reweigh(recording: Recording, more: number): void {
    if (!this.#kept.includes(recording)) return;
    recording.weight += more;
    this.#weigh(more);
    this.#makeRoom();
  }

  /** Forgets every exchange that has begun. */
  clear(): void {
    this.#weigh(-this.#bytes);
    this.#kept = [];
    this.#dropped = 0;
    this.#clearedUpTo = this.#lastNumber;
  }

  /** Ends with its session. */
  close(): void {
    this.clear();
    this.#isClosed = true;
  }

  /** Lets go of the older half, to make room for others. */
  dropHalf(): void {
    const dropped = this.#kept.splice(0, Math.ceil(this.#kept.length / 2));
    this.#weigh(-dropped.reduce((bytes, { weight }) => bytes + weight, 0));
    this.#dropped += dropped.length;
  }

  #makeRoom(): void {
    const { entries, bytes } = this.#journals.limits;
    while (this.#kept.length > entries || this.#bytes > bytes) this.#dropOldest();
    this.#journals.makeRoom();
  }

  #dropOldest(): void {
    const oldest = this.#kept.shift(); // for one by far quicker than `splice`
    if (oldest === undefined) return;
    this.#weigh(-oldest.weight);
    this.#dropped += 1;
  }

  #weigh(bytes: number): void {
    this.#bytes += bytes;
    this.#journals.weigh(this, bytes);
  }
}
