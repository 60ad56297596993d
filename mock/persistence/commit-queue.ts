/** Records that are written together. */
interface Batch {
  records: string[];
  done: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Writes records in their order, one batch at a time: what comes while one is being written goes together into the next, so that
 * many callers share one wait for the disk.
 */
export class CommitQueue {
  readonly #commit: (records: readonly string[]) => Promise<void>;
  readonly #giveUp: (error: unknown) => unknown;
  #current: Batch | undefined;
  #next: Batch | undefined;

  /**
   * @param commit writes records; whatever it reads of the state it has to read before its first wait
   * @param giveUp is called where that failed, before anyone is told; returns what they are told. All that waits has failed then
   */
  constructor(commit: (records: readonly string[]) => Promise<void>, giveUp: (error: unknown) => unknown) {
    this.#commit = commit;
    this.#giveUp = giveUp;
  }

  /** Has records written; without any, what else there is to write. */
  add(...records: string[]): void {
    if (this.#next === undefined) {
      this.#next = newBatch();
      if (this.#current === undefined) void this.#run();
    }
    this.#next.records.push(...records);
  }

  /** Waits until everything that was added so far is written; rejects where that failed. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#current)?.done;
  }

  async #run(): Promise<void> {
    await undefined; // all that is added in one turn goes together
    for (let batch = this.#take(); batch !== undefined; batch = this.#take()) {
      try {
        await this.#commit(batch.records);
        batch.resolve();
      } catch (error) {
        const later = this.#next;
        this.#next = undefined;
        const reason = this.#giveUp(error);
        batch.reject(reason);
        later?.reject(reason);
      }
    }
  }

  #take(): Batch | undefined {
    this.#current = this.#next;
    this.#next = undefined;
    return this.#current;
  }
}

function newBatch(): Batch {
  let [resolve, reject] = [() => {}, (_error: unknown) => {}];
  const done = new Promise<void>((fulfil, refuse) => {
    [resolve, reject] = [fulfil, refuse];
  });
  done.catch(() => undefined); // nobody may be waiting
  return { records: [], done, resolve, reject };
}
