import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import type { Exchange } from '../exchange';
import type { Journal } from './journal';
import { type KeptBody, textOf, toKept, toKeptText } from './kept-body';
import { asSent, type KeptHeaders } from './kept-headers';
import { hasUnreadBody, UnreadBody } from './unread-body';

/** Why a request was not served: the condition, or what Docent itself refused, and the sentence that the caller was told. */
export interface RefusedFor {
  /** A `Condition`, or what Docent refused itself, such as `malformed-session`; `defect` where it has failed. */
  reason: string;
  /** For people, as the `detail` of a problem document is (RFC 9457). */
  detail: string;
}

/** How an exchange ended. */
export interface Ending {
  /** Undefined where the connection closed before anything was answered. */
  status: number | undefined;
  headers: Readonly<OutgoingHttpHeaders>;
  /** Whether the connection closed before the answer was sent whole. */
  isAborted: boolean;
  /** The fault that was asked for, in words. */
  fault: string | undefined;
}

/** What a request was matched to: the operation, and its parameters as that understood them. */
export type Matched = Pick<Exchange, 'path' | 'query'> & { operation: string };

/** When this was loaded, in milliseconds since 1970. */
const LOADED = Date.now();

/** An exchange under way: each step of the request notes what it knows by reference, and nothing is rendered. */
export class Recording {
  /** Where it stands among the exchanges of its session, by arrival; 0 until the session is known. */
  number = 0;
  journal: Journal | undefined;
  requestBody: KeptBody | undefined;
  responseBody: KeptBody | undefined;
  refusal: RefusedFor | undefined;
  matched: Matched | undefined;
  ending: Ending | undefined;
  /** Roughly the memory that it takes, in bytes; 0 until it has ended. Once it is in a journal, that alone changes it. */
  weight = 0;
  #headers: KeptHeaders;
  /** Both times are kept as whole numbers, which take no memory of their own. */
  #sinceLoaded: number;
  #tenths = 0;
  #unread: UnreadBody | undefined;

  /**
   * @param time of the arrival, in milliseconds since 1970
   * @param target as sent, without the prefix that names a session
   * @param headers names and values in turn, as sent
   */
  constructor(
    time: number,
    readonly method: string,
    readonly target: string,
    headers: readonly string[],
  ) {
    this.#sinceLoaded = time - LOADED;
    this.#headers = headers;
  }

  /** When the request arrived, in milliseconds since 1970. */
  get time(): number {
    return LOADED + this.#sinceLoaded;
  }

  /** From arrival until the answer was sent, in milliseconds, to a tenth. */
  get duration(): number {
    return this.#tenths / 10;
  }

  /** The headers of the request, names and values in turn, as sent. */
  get headers(): readonly string[] {
    return asSent(this.#headers, this.journal?.session);
  }

  /** Takes its place among the exchanges of a session. */
  enter(journal: Journal): void {
    this.journal = journal;
    this.number = journal.nextNumber();
    this.#headers = journal.keepHeaders(this.#headers);
  }

  /** Keeps what was sent, decoded; the bytes themselves may be part of a larger buffer, which is not held on to. */
  keepRequestBody(bytes: Buffer, charset: string): void {
    this.requestBody = toKept(bytes, charset);
  }

  /** Keeps what comes of a body that no step has read, since the answer is sent now. */
  keepUnreadBody(request: IncomingMessage): void {
    if (hasUnreadBody(request)) this.#unread = new UnreadBody(request);
  }

  /**
   * @param duration in milliseconds
   * @param answerWeight what the answer weighs, where that is known
   */
  end(ending: Ending, duration: number, answerWeight = weightOfAnswer(this.target, this.responseBody, ending)): void {
    this.ending = ending;
    this.#tenths = Math.round(duration * 10);
    this.requestBody ??= this.#unread?.end((body) => this.#complete(body));
    this.#unread = undefined;
    this.weight = this.#weightOfRequest() + answerWeight;
  }

  /** Keeps a body of which there was the beginning only when the exchange ended. */
  #complete(body: KeptBody): void {
    const more = weightOfBody(body) - weightOfBody(this.requestBody);
    this.requestBody = body;
    this.journal?.reweigh(this, more);
  }

  /** Keeps what is answered, which is `size` bytes long in UTF-8. */
  keepResponseBody(text: string, size: number): void {
    if (this.method === 'HEAD') return; // Node leaves it out
    this.responseBody = toKeptText(text, size);
  }

  #weightOfRequest(): number {
    let weight = OVERHEAD + weightOfBody(this.requestBody) + (this.refusal?.detail.length ?? 0);
    const session = this.journal?.session ?? '';
    for (const text of this.#headers) weight += (text ?? session).length;
    return weight;
  }
}

/** Roughly the memory that an answer takes, in bytes, with what it answers to: the target, its parameters, and their text. */
export function weightOfAnswer(target: string, body: KeptBody | undefined, { headers }: Ending): number {
  let weight = 3 * target.length + weightOfBody(body);
  for (const name in headers) weight += name.length + String(headers[name]).length;
  return weight;
}

function weightOfBody(body: KeptBody | undefined): number {
  return body === undefined ? 0 : Buffer.byteLength(textOf(body));
}

/** What an exchange takes beside its texts. */
const OVERHEAD = 500;

const KEY = 'docentRecording';

/** Begins to record the exchange of a response. */
export function beginRecording(response: Response, recording: Recording): void {
  response.locals[KEY] = recording;
}

/** The recording of a response; undefined where the exchange is not recorded. */
export function recordingOf({ locals }: Pick<Response, 'locals'>): Recording | undefined {
  return locals[KEY] as Recording | undefined; // only beginRecording sets it
}
