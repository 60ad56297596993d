import { Ended, NoAnswer, TimedOut } from '../findings';
import type { Request, Response } from './exchange';
import { isSafe } from './methods';
import { Patience, type Retry } from './patience';
import { INTERRUPTED } from './pause';
import { Presence } from './presence';
import type { SendOnce } from './transport';
import { Turns } from './turns';

/** How a line reaches its target, and how long it may go on. */
export interface LineOptions {
  sendOnce: SendOnce;
  now: () => Date;
  /** The most requests that may be sent. */
  budget?: number | undefined;
  /** Ends the run: nothing is sent any more, save to put something back. */
  signal?: AbortSignal | undefined;
}

/** Learns of a request that had to be sent again. */
export type Noticed = (retry: Retry) => void;

/** How many requests are under way at once. */
const AT_ONCE = 8;

/** For how long, and how often, requests may be left hanging in a run: each is given up only after a long time. */
const MOST_HANGING = { milliseconds: 300_000, times: 12 };

/** What all requests to a target go through: so many at once, within the budget, with patience, and none once it is gone. */
export class Line {
  readonly #options: LineOptions;
  readonly #turns = new Turns(AT_ONCE);
  readonly #patience: Patience;
  readonly #presence: Presence;
  #sent = 0;
  readonly #hanging = { milliseconds: 0, times: 0, last: '' };

  constructor(options: LineOptions) {
    this.#options = options;
    this.#patience = new Patience(options);
    this.#presence = new Presence(options);
  }

  /**
   * Sends a request, and once more where the target was away and is back.
   * @throws {NoAnswer} where it is there and gives none; {Ended} once it is gone, or the run is over
   */
  async send(request: Request, noticed: Noticed): Promise<Response> {
    const response = await this.sendInTurn(request, noticed).catch((error: unknown) =>
      this.#sendAgainIfBack(request, error, noticed),
    );
    if (isSafe(request.method)) this.#presence.seen(request);
    return response;
  }

  /** The same, without looking after a target that gives no answer. */
  sendInTurn(request: Request, noticed: Noticed): Promise<Response> {
    return this.#turns.take(async () => {
      const over = this.#options.signal?.aborted ? INTERRUPTED : (this.#presence.gone ?? this.#hangs());
      if (over !== undefined && !request.restores) throw new Ended(over);
      this.#spend(request);
      const began = performance.now();
      return this.#patience.send(request, this.#options.sendOnce, noticed).catch((error: unknown) => {
        if (error instanceof TimedOut) this.#count(request, performance.now() - began);
        throw error;
      });
    }, request);
  }

  #count({ method, path }: Request, milliseconds: number): void {
    this.#hanging.last = `${method} ${path}`;
    this.#hanging.milliseconds += milliseconds;
    this.#hanging.times += 1;
  }

  /** Why nothing is sent any more, where too many requests were left hanging. */
  #hangs(): string | undefined {
    const { milliseconds, times, last } = this.#hanging;
    if (milliseconds < MOST_HANGING.milliseconds && times < MOST_HANGING.times) return undefined;
    const seconds = Math.round(milliseconds / 1000);
    return `The target left ${times} requests without an answer, ${seconds} s in all, at last ${last}`;
  }

  async #sendAgainIfBack(request: Request, error: unknown, noticed: Noticed): Promise<Response> {
    const began = Date.now();
    if (!(error instanceof NoAnswer) || request.restores) throw error;
    if ((await this.#presence.look(error)) === 'there') throw error;
    const { method, path } = request;
    noticed({ method, path, why: 'the target was away', waited: Date.now() - began });
    return this.sendInTurn(request, noticed);
  }

  /** What puts something back is counted, and never refused. */
  #spend({ restores }: Request): void {
    const { budget = Number.POSITIVE_INFINITY } = this.#options;
    this.#sent += 1;
    if (this.#sent > budget && !restores) {
      throw new Error(`The run wants more requests than the ${budget} that --list announces.`);
    }
  }
}
