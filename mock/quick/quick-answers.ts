import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { isJsonMediaType, type Operation, type Service } from '../../spec';
import { act } from '../actions';
import type { Exchange } from '../exchange';
import { schemaOf } from '../input/body-schema';
import { unknownFields } from '../input/read-input';
import type { RequestValidator } from '../input/request-validator';
import type { Journals } from '../journal/journals';
import { KEPT_BODY, type KeptBody, toKept } from '../journal/kept-body';
import type { Times } from '../journal/record-exchanges';
import { Recording } from '../journal/recording';
import type { Route, Router } from '../routing';
import { SESSION_HEADER } from '../sessions/choose-session';
import type { Session } from '../sessions/session';
import type { Sessions } from '../sessions/sessions';
import { Recent } from '../state/recent';
import type { Store } from '../state/store';
import { Identities } from './identity';
import { readPlainBody } from './plain-body';

export interface QuickParts {
  service: Service;
  router: Router;
  sessions: Sessions;
  validator: RequestValidator;
  journals: Journals;
  times: Times;
  /** Whether a request to the service has to name its session. */
  requiresSession: boolean;
}

/** What a request that was served has shown of all others of its operation and identity. */
interface Precedent {
  status: number;
  /** Names, as they are spelled, and values; without the length of the body. */
  headers: readonly (readonly [string, OutgoingHttpHeaders[string]])[];
  /** What express-openapi-validator knows of the operation. */
  openapi: object;
}

/** An answer that is given again as long as nothing has changed that it depends on. */
interface KeptAnswer extends Pick<Precedent, 'status' | 'headers'> {
  bytes: Buffer;
  body: KeptBody;
  matched: Matched;
}

type Matched = Pick<Exchange, 'path' | 'query'> & { operation: string };

/** A request that the app serves, from which something can be learnt. */
interface Lesson {
  session: Session;
  url: string;
  identity: string;
  /** Whether its answer may be given again. */
  isRead: boolean;
}

/** How many precedents are kept, and how many bytes of answers. */
const MOST_PRECEDENTS = 1000;
const MOST_BYTES = 16 * 1024 * 1024;

/** What a kept answer takes beside its body and its key, in bytes. */
const OVERHEAD = 500;

/**
 * Answers what the app would only answer as it did before. Everything unusual, and whatever is not certain, is left to the app:
 *
 * - a GET whose answer is kept: it was given to the same target and headers, for the same state on the same day;
 * - a read or an update like one that was served, with another identifier or body: its credential is known to be good, and
 *   express-openapi-validator judges the rest.
 *
 * One belongs to one version of the document.
 */
export class QuickAnswers {
  readonly #parts: QuickParts;
  readonly #identities: Identities;
  readonly #precedents = new Recent<string, Precedent>(MOST_PRECEDENTS, () => 1);
  readonly #answers = new Recent<string, KeptAnswer>(MOST_BYTES, ({ bytes }) => 2 * bytes.length + OVERHEAD);
  readonly #lessons = new WeakMap<ServerResponse, Lesson>();
  /** Stores by number: a session that begins anew has another. */
  readonly #numbers = new WeakMap<Store, number>();
  #lastNumber = 0;

  constructor(parts: QuickParts) {
    this.#parts = parts;
    this.#identities = new Identities(parts.service);
  }

  /** Answers a request, or has it answered by `app`. */
  serve(request: IncomingMessage, response: ServerResponse, app: () => void): void {
    const lesson = this.#lessonOf(request);
    const kept = lesson?.isRead ? this.#answers.find(this.#situation(lesson)) : undefined;
    if (lesson !== undefined && kept !== undefined) {
      this.#send(request, response, lesson.session, kept, this.#parts.times.steady());
      return;
    }
    if (lesson !== undefined) this.#lessons.set(response, lesson);
    const like = lesson && this.#precedentOf(request, lesson);
    if (lesson === undefined || like === undefined) app();
    else
      this.#perform(request, response, lesson, like.route, like.precedent).then(
        (isDone) => isDone || app(),
        () => app(), // which finds out what is wrong
      );
  }

  /** What a request would teach; undefined where it is out of the ordinary. */
  #lessonOf(request: IncomingMessage): Lesson | undefined {
    const identity = this.#identities.of(request);
    const session = identity === undefined ? undefined : this.#sessionOf(request);
    if (identity === undefined || session === undefined || !session.faults.isEmpty) return undefined;
    const { method, url = '' } = request;
    return { session, url, identity, isRead: method === 'GET' && !hasBody(request) };
  }

  #precedentOf(
    request: IncomingMessage,
    { url, identity }: Lesson,
  ): { route: Route; precedent: Precedent } | undefined {
    const { method = '' } = request;
    const { route } = url.includes('?') ? { route: undefined } : this.#parts.router.find(method, url);
    if (route === undefined || route.operation.method !== method) return undefined;
    if (hasBody(request) !== (route.operation.body !== undefined)) return undefined;
    const precedent = this.#precedents.find(`${route.operation.id}${identity}`);
    return precedent && { route, precedent };
  }

  /** Learns from a request that the app has just served with success. */
  learn(request: Request, response: Response, exchange: Exchange, body: KeptBody | undefined): void {
    const lesson = this.#lessons.get(response);
    if (lesson === undefined || exchange.isHead) return;
    const { operation, path, query } = exchange;
    const { getRawHeaderNames } = response as unknown as ClientRequest; // every outgoing message has it; its types lack it
    const names = getRawHeaderNames.call(response).filter((name) => name.toLowerCase() !== 'content-length');
    const headers = names.map((name) => [name, response.getHeader(name)] as const);
    const answered = { status: response.statusCode, headers };
    const { openapi } = request as { openapi?: object }; // express-openapi-validator has set it
    if (isPlain(operation) && exchange.success === operation.success && openapi !== undefined)
      this.#precedents.keep(`${operation.id}${lesson.identity}`, { ...answered, openapi });
    if (!lesson.isRead || body === undefined || body.isTruncated) return;
    const matched = { operation: operation.id, path, query };
    this.#answers.keep(this.#situation(lesson), { ...answered, bytes: Buffer.from(body.text), body, matched });
  }

  /** @returns whether the request was answered; otherwise nothing was done, and its body is still to be read */
  async #perform(
    request: IncomingMessage,
    response: ServerResponse,
    lesson: Lesson,
    { operation, pathValues }: Route,
    { status, headers, openapi }: Precedent,
  ): Promise<boolean> {
    const { times, service, validator } = this.#parts;
    const began = times.steady();
    const path = new Map<string, string>();
    for (const [name, value] of pathValues) {
      if (value === undefined) return false;
      path.set(name, value);
    }
    const sent = operation.body && (await readPlainBody(request));
    if (operation.body && sent === undefined) return false;
    const body = sent?.value;
    if (unknownFields(service, schemaOf(operation), body).length > 0) return false;
    const copy = sent && JSON.parse(sent.text); // the validator may change what it is given
    if (!(await validator.accepts(operation, path, copy, openapi))) return false;
    const { session } = lesson;
    const { store } = session;
    const exchange: Exchange = { operation, isHead: false, path, query: {}, body, success: operation.success };
    const result = act(exchange, { service, store, today: session.today() });
    if (exchange.success !== operation.success) return false; // only for a read, since an empty update is not plain
    const bytes = Buffer.from(JSON.stringify(result));
    const answer = {
      status,
      headers,
      bytes,
      body: toKept(bytes, 'utf-8'),
      matched: { operation: operation.id, path, query: {} },
    };
    if (lesson.isRead && bytes.length <= KEPT_BODY) this.#answers.keep(this.#situation(lesson), answer);
    this.#send(request, response, session, answer, began, sent?.bytes);
    request.resume();
    return true;
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    session: Session,
    { status, headers, bytes, body, matched }: KeptAnswer,
    began: number,
    sent?: Buffer,
  ): void {
    const { journals, times } = this.#parts;
    const { method = '', url = '', rawHeaders } = request;
    const recording = new Recording(times.wall(), method, url, rawHeaders);
    recording.enter(session.journal);
    if (sent !== undefined) recording.keepRequestBody(sent, 'utf-8');
    recording.responseBody = body;
    const isAborted = response.destroyed;
    response.statusCode = status;
    for (const [name, value] of headers) if (value !== undefined) response.setHeader(name, value);
    response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
    const duration = times.steady() - began;
    recording.end({ status, headers: response.getHeaders(), duration, isAborted, matched, fault: undefined });
    journals.record(session.journal, recording);
  }

  #sessionOf({ headers }: IncomingMessage): Session | undefined {
    const name = headers[SESSION_HEADER.toLowerCase()];
    if (name === undefined && this.#parts.requiresSession) return undefined;
    try {
      return this.#parts.sessions.open(name as string | undefined); // Node joins headers of one name
    } catch {
      return undefined; // the app says why there is none
    }
  }

  /** Everything that the answer to a GET depends on. */
  #situation({ session, url, identity }: Lesson): string {
    const { store } = session;
    let number = this.#numbers.get(store);
    if (number === undefined) {
      this.#lastNumber += 1;
      number = this.#lastNumber;
      this.#numbers.set(store, number);
    }
    return `${number} ${store.revision} ${session.today()} ${url}${identity}`;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined;
}

/** Whether an operation is decided by its path and its body alone, beside its credential. */
function isPlain({ meaning, parameters, security, body, success }: Operation): boolean {
  return (
    meaning.action !== 'list' &&
    parameters.every((parameter) => parameter.in === 'path') &&
    security.flat().every((credential) => credential.in !== 'query') &&
    (body === undefined || body.content.every(({ mediaType }) => isJsonMediaType(mediaType))) &&
    success.content.some(({ mediaType }) => isJsonMediaType(mediaType))
  );
}
