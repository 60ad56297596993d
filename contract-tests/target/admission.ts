import { Ended, NoAnswer } from '../findings';
import type { CarriedCredential, Request, Response } from './exchange';
import { isSafe } from './methods';
import { pauseFor } from './pause';

/** A quarter of a minute: whoever closes for longer does not mean an accident. */
const PAUSES = [500, 1000, 2000, 4000, 8000];

/** How a target is asked whether it takes the credential, and how long it is waited for. */
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
  /** Requests that change nothing and were served for the credential, the last first: what one asks for may be gone by itself. */
  #proofs: Request[] = [];
  /** How many requests with another credential, or none, were sent since one was served. */
  #wrong = 0;
  /** A request that changes nothing and was refused after such ones. */
  #refused: Request | undefined;
  /** It was waited for in vain: whoever asks next does not wait as long again. */
  #isLost = false;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** To be called with each request and its answer. */
  seen(request: Request, { status }: Response): void {
    if (!this.#isRight(request)) this.#wrong += 1;
    else if (status >= 200 && status < 300) {
      this.#wrong = 0;
      if (isSafe(request.method))
        this.#proofs = [request, ...this.#proofs.filter(isElsewhere(request))].slice(0, PROOFS);
    } else if (isRefusal(status) && this.#wrong > 0 && isSafe(request.method)) this.#refused = request;
  }

  /** Whether a request carries the credential as the first one did that was served. */
  #isRight({ credentials }: Request): boolean {
    const [proof] = this.#proofs;
    if (proof === undefined) return credentials.length > 0 && credentials.every(({ value }) => value === 'given');
    const first = proof.credentials;
    return credentials.length === first.length && credentials.every((each, index) => isAlike(each, first[index]));
  }

  /**
   * Asks for what was served before, or was refused after wrong credentials, and waits where it is refused now.
   * @returns whether the target was closed for a while
   * @throws {Ended} where it still is
   */
  async isRegained(): Promise<boolean> {
    const refused = this.#refused;
    this.#refused = undefined;
    if (await this.isReopened()) return true;
    return this.#proofs.length > 0 && refused !== undefined && !isRefusal(await this.#statusOf(refused));
  }

  /**
   * Waits where the target is closed now; what was refused while it was stays known to `isRegained`.
   * @returns whether it was closed, and is open again
   * @throws {Ended} where it still is closed
   */
  async isReopened(): Promise<boolean> {
    if (!(await this.#isClosed())) return false;
    for (const pause of this.#isLost ? [] : (this.#options.pauses ?? PAUSES)) {
      await pauseFor(pause, this.#options.signal);
      if (!(await this.#isClosed())) return true;
    }
    this.#isLost = true;
    throw new Ended('The target no longer takes the credential: it has expired, or wrong ones have locked it out');
  }

  /** Whether the credential is refused what it was served: outright, or after wrong ones by any status that refuses. */
  async #isClosed(): Promise<boolean> {
    const [isAfterWrong, proofs] = [this.#wrong > 0, this.#proofs];
    for (const proof of proofs) {
      const status = await this.#statusOf(proof);
      if (status === 401 || status === 403) return true;
      if (!isAfterWrong || !isRefusal(status)) return false;
    }
    return proofs.length > 0;
  }

  /** Undefined where there is no answer. */
  async #statusOf(request: Request): Promise<number | undefined> {
    try {
      return (await this.#options.send(request)).status;
    } catch (error) {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    }
  }
}

/** From how many paths there are proofs. */
const PROOFS = 2;

function isElsewhere({ path }: Request): (other: Request) => boolean {
  return (other) => other.path !== path;
}

function isAlike(a: CarriedCredential, b: CarriedCredential | undefined): boolean {
  return a.value === b?.value && a.in === b.in && a.carrier === b.carrier && a.scheme === b.scheme;
}

/** Of what should be served. A locked account is answered with 423 or 429 as well, or hidden behind 404. */
function isRefusal(status = 0): boolean {
  return status >= 400 && status < 500;
}
