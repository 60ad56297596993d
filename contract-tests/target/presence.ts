import { Ended, type NoAnswer, Unreadable } from '../findings';
import type { Request } from './exchange';
import { pauseFor } from './pause';
import type { SendOnce } from './transport';

/** Before the target is asked once more whether it is there, by the number of times so far, in milliseconds. */
const PAUSES = [0, 1000, 3000];

/** How long it is asked at most, in milliseconds; what takes its time to refuse is not asked as often. */
const LONGEST = 20_000;

/** How a target is asked whether it is still there. */
export interface PresenceOptions {
  sendOnce: SendOnce;
  /** Ends the asking. */
  signal?: AbortSignal | undefined;
}

/** Tells a target that is gone from one that leaves a single request without an answer. */
export class Presence {
  readonly #options: PresenceOptions;
  /** A request that changes nothing and was answered. */
  #proof: Request | undefined;
  #looking: Promise<'there' | 'back'> | undefined;
  #gone: string | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Why nothing is sent any more, where the target is gone. */
  get gone(): string | undefined {
    return this.#gone;
  }

  /** To be called when a request that changes nothing was answered. */
  seen(proof: Request): void {
    this.#proof = proof;
  }

  /**
   * Asks the target again for what it has answered before.
   * @returns whether it was there all the time, or has come back meanwhile
   * @throws {Ended} where it does not answer that either
   */
  look(error: NoAnswer): Promise<'there' | 'back'> {
    this.#looking ??= this.#look(error).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(error: NoAnswer): Promise<'there' | 'back'> {
    const { sendOnce, signal } = this.#options;
    const proof = this.#proof;
    if (error instanceof Unreadable || proof === undefined) return 'there'; // or nothing is known that it would have to answer
    const until = Date.now() + LONGEST;
    for (const [times, pause] of PAUSES.entries()) {
      if (Date.now() > until) break;
      await pauseFor(pause, signal);
      const isAnswered = await sendOnce(proof, 'new').then(
        () => true,
        (fault: unknown) => fault instanceof Unreadable,
      );
      if (isAnswered) return times === 0 ? 'there' : 'back';
    }
    this.#gone = `The target stopped answering: ${error.message}`;
    throw new Ended(this.#gone);
  }
}
