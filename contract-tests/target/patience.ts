import { NoAnswer } from '../findings';
import type { Request, Response } from './exchange';
import { pauseFor } from './pause';
import type { SendOnce } from './transport';

/** A request that was sent again. */
export interface Retry {
  method: string;
  path: string;
  why: string;
  /** Before it was sent again, in milliseconds. */
  waited: number;
}

/** By which clock waits are measured, and what cuts them short. */
export interface PatienceOptions {
  now: () => Date;
  /** Ends every wait, save that of a request that puts something back. */
  signal?: AbortSignal | undefined;
}

/** How often a request is sent at most. */
const ATTEMPTS = 4;

/** The same of one that is to be refused: a connection that was kept may have been closed for another reason. */
const ATTEMPTS_UNWELCOME = 2;

/** How long a `Retry-After` may be, and all of a run together, in milliseconds. */
const LONGEST_WAIT = 60_000;
const LONGEST_RUN = 300_000;

/** Before a broken connection is tried again, by the number of attempts so far. */
const BACK_OFF = [0, 150, 600];

/**
 * Sends requests again after faults of the connection, and after 429 or 503 that say in `Retry-After` when to come back
 * (RFC 9110, section 10.2.3). Whoever is told to wait holds up everybody else too: that is what the target asked for.
 */
export class Patience {
  readonly #options: PatienceOptions;
  #left = LONGEST_RUN;
  #restingUntil = 0;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  async send(request: Request, sendOnce: SendOnce, noticed: (retry: Retry) => void): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#wait(this.#restingUntil - this.#now(), request);
      const connection = attempt === 1 ? 'kept' : 'new';
      const answer = await sendOnce(request, connection).catch((error: unknown) => error as Error);
      const again = attempt < ATTEMPTS ? this.#reasonToRepeat(request, answer, attempt) : undefined;
      if (again === undefined) {
        if (answer instanceof Error) throw answer;
        return answer;
      }
      noticed({ method: request.method, path: request.path, ...again });
      if (!(answer instanceof Error)) this.#rest(again.waited);
      await this.#wait(again.waited, request);
    }
  }

  #reasonToRepeat(
    request: Request,
    answer: Response | Error,
    attempt: number,
  ): Pick<Retry, 'why' | 'waited'> | undefined {
    if (answer instanceof Error) {
      const why = connectionFault(answer);
      if (request.isUnwelcome && attempt >= ATTEMPTS_UNWELCOME) return undefined;
      const isHarmless = why !== undefined && (isIdempotent(request.method) || wasNeverSent(why));
      return isHarmless ? { why, waited: BACK_OFF[attempt - 1] ?? 0 } : undefined;
    }
    if (answer.status !== 429 && answer.status !== 503) return undefined;
    const waited = retryAfter(answer.headers['retry-after'], this.#options.now());
    if (waited === undefined || waited > Math.min(LONGEST_WAIT, this.#left)) return undefined;
    return { why: `${answer.status} with Retry-After`, waited };
  }

  /** Time that several requests wait at once is spent once. */
  #rest(duration: number): void {
    const [now, until] = [this.#now(), this.#now() + duration];
    this.#left -= Math.max(0, until - Math.max(now, this.#restingUntil));
    this.#restingUntil = Math.max(this.#restingUntil, until);
  }

  async #wait(duration: number, { restores = false }: Request): Promise<void> {
    if (duration > 0) await pauseFor(duration, restores ? undefined : this.#options.signal);
  }

  #now(): number {
    return this.#options.now().getTime();
  }
}

/** In milliseconds, from a number of seconds or an HTTP date; undefined where it is neither. */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

function connectionFault(error: Error): string | undefined {
  if (!(error instanceof NoAnswer)) return undefined;
  return /ECONNRESET|EPIPE|socket hang up|ECONNREFUSED|EAI_AGAIN/.exec(error.message)?.[0];
}

/** Whether a connection was never made, so that nothing can have been done yet. */
function wasNeverSent(fault: string): boolean {
  return fault === 'ECONNREFUSED' || fault === 'EAI_AGAIN';
}

/**
 * Whether sending a request twice does the same as once (RFC 9110, section 9.2.2). A PATCH need not be so, but one that gives
 * fields their new values is (RFC 7396), and Docent sends no other.
 */
function isIdempotent(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'PUT', 'DELETE', 'PATCH'].includes(method);
}
