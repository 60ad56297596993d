import { setTimeout as sleep } from 'node:timers/promises';
import { Ended, NoAnswer } from '../findings';
import type { CarriedCredential, Request, Response } from './exchange';
import { isSafe } from './methods';
import { INTERRUPTED } from './patience';

/** A quarter of a minute: whoever closes for longer does not mean an accident. */
const PAUSES = [500, 1000, 2000, 4000, 8000];

export interface AdmissionOptions {
  send: (request: Request) => Promise<Response>;
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
  /** Before the credential is tried once more, by the number of times so far, in milliseconds. */
  pauses?: readonly number[];
}

/** Tells a target that refuses one request from one that refuses everybody's, as some do for a while after wrong credentials. */
export class Admission {
  readonly #options: AdmissionOptions;
  /** A request that changes nothing and was served for the credential. */
  #proof: Request | undefined;
  /** How many requests with another credential, or none, were sent since one was served. */
  #wrong = 0;
  /** A request that changes nothing and was refused after such ones. */
  #refused: Request | undefined;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** To be called with each request and its answer. */
  seen(request: Request, { status }: Response): void {
    if (!this.#isRight(request)) this.#wrong += 1;
    else if (status >= 200 && status < 300) {
      this.#wrong = 0;
      if (isSafe(request.method)) this.#proof = request;
    } else if (isRefusal(status) && this.#wrong > 0 && isSafe(request.method)) this.#refused = request;
  }

  /** Whether a request carries the credential as the first one did that was served. */
  #isRight({ credentials }: Request): boolean {
    if (this.#proof === undefined) return credentials.length > 0 && credentials.every(({ value }) => value === 'given');
    const first = this.#proof.credentials;
    return credentials.length === first.length && credentials.every((each, index) => isAlike(each, first[index]));
  }

  /**
   * Asks for what was served before, or was refused after wrong credentials, and waits where it is refused now.
   * @returns whether the target was closed for a while
   * @throws {Ended} where it still is
   */
  async isRegained(): Promise<boolean> {
    const [proof, refused] = [this.#proof, this.#refused];
    this.#refused = undefined;
    if (proof === undefined) return false;
    if (!(await this.#isRefused(proof))) return refused !== undefined && !(await this.#isRefused(refused));
    for (const pause of this.#options.pauses ?? PAUSES) {
      await sleep(pause, undefined, { ...(this.#options.signal && { signal: this.#options.signal }) }).catch(() => {
        throw new Ended(INTERRUPTED);
      });
      if (!(await this.#isRefused(proof))) return true;
    }
    throw new Ended('The target no longer takes the credential: it has expired, or wrong ones have locked it out');
  }

  async #isRefused(request: Request): Promise<boolean> {
    try {
      return isRefusal((await this.#options.send(request)).status);
    } catch (error) {
      if (error instanceof NoAnswer) return false;
      throw error;
    }
  }
}

function isAlike(a: CarriedCredential, b: CarriedCredential | undefined): boolean {
  return a.value === b?.value && a.in === b.in && a.carrier === b.carrier && a.scheme === b.scheme;
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}
