import { isDeepStrictEqual } from 'node:util';
import { CONTROLS } from './controls';
import { type Beginning, type Expected, SessionModel } from './model';
import { OPERATIONS } from './operations';
import type { Random } from './random';
import type { Maker, SoakRequest, Step } from './step';

/** Sends a request; that the connection was cut is an answer too. */
export type Send = (request: SoakRequest) => Promise<Expected>;

/** Each kind of request as often as it weighs, in halves. */
const DRAWN = [...OPERATIONS, ...CONTROLS].flatMap((maker) => Array<Maker>(2 * maker.weight).fill(maker)) as [
  Maker,
  ...Maker[],
]; // there are kinds

/** Lanes alike in `random`, `beginning` and `life` send the same requests, each in sessions that carry its own name. */
export interface LaneOptions {
  name: string;
  random: Random;
  beginning: Beginning;
  /** How many requests a session lasts, its end among them. */
  life: number;
  send: Send;
}

/** One request after the other, in sessions of its own, each made and in the end deleted. */
export class Lane {
  readonly #options: LaneOptions;
  #model: SessionModel;
  #session = 0;
  #age = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#model = new SessionModel(options.beginning);
  }

  /** Sends the next request; returns what is wrong with what came of it, if anything. */
  async step(): Promise<string | undefined> {
    const { name, life, send } = this.#options;
    const session = `${name}-${this.#session}`;
    this.#age += 1;
    const isLast = this.#age === life;
    const { request, expected } = isLast ? this.#end(session) : this.#next(session);
    const actual = await send(request);
    if (isAsExpected(expected, actual)) return undefined;
    return `${session}, request ${isLast ? life : this.#age}: ${shown(request)} gave ${shown(actual)}; expected was ${shown(expected)}`;
  }

  #next(session: string): Step {
    const { random } = this.#options;
    const maker = random.pick(DRAWN);
    const { request, expected } = maker.make(this.#model, random);
    const inSession = random.chance(0.2) ? withPath : withHeader;
    return { request: inSession(request, session), expected };
  }

  #end(session: string): Step {
    this.#model = new SessionModel(this.#options.beginning);
    this.#session += 1;
    this.#age = 0;
    const request: SoakRequest = { method: 'DELETE', path: `/_docent/sessions/${session}`, headers: {} };
    return { request, expected: { status: 204 } };
  }
}

/** A session is named in the path, for clients that cannot set a header, or else in a header. */
function withPath(request: SoakRequest, session: string): SoakRequest {
  return { ...request, path: `/_docent/session/${session}${request.path}` };
}

function withHeader(request: SoakRequest, session: string): SoakRequest {
  return { ...request, headers: { ...request.headers, 'X-Docent-Session': session } };
}

function isAsExpected(expected: Expected, actual: Expected): boolean {
  if (expected === 'cut' || actual === 'cut') return expected === actual;
  return expected.status === actual.status && (!('body' in expected) || isDeepStrictEqual(expected.body, actual.body));
}

const shown = (value: unknown) => JSON.stringify(value).slice(0, 1000);
