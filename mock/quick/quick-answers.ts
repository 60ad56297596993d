import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { type Answer, type Content, jsonContentIn, type Operation, type Service } from '../../spec';
import { act } from '../actions';
import type { Answers } from '../answers';
import { ControlRefusal } from '../control/problem';
import type { Exchange } from '../exchange';
import type { RequestValidator, Shown } from '../input/request-validator';
import { unknownFields } from '../input/unknown-fields';
import type { Journals } from '../journal/journals';
import type { KeptBody } from '../journal/kept-body';
import type { Times } from '../journal/record-exchanges';
import type { Matched } from '../journal/recording';
import type { Saving } from '../persistence/saving';
import type { Router } from '../routing';
import { SESSION_HEADER } from '../sessions/choose-session';
import type { Session } from '../sessions/session';
import type { Sessions } from '../sessions/sessions';
import { Recent } from '../state/recent';
import type { Store } from '../state/store';
import { Identities } from './identity';
import {
  type AnswerHead,
  beginKept,
  byLength,
  headOf,
  type KeptAnswer,
  sendKept,
  toKeptAnswer,
  withLength,
} from './kept-answer';
import { type PlainBody, usePlainBody } from './plain-body';
import { type Asked, situationOf } from './situations';

/** What quick answers share with the app that they stand ahead of, so that both act on the same state. */
export interface QuickParts {
  service: Service;
  router: Router;
  sessions: Sessions;
  validator: RequestValidator;
  answers: Answers;
  saving: Saving;
  journals: Journals;
  times: Times;
  /** Whether a request to the service has to name its session. */
  requiresSession: boolean;
}

/** What a request that was served has shown of all others of its operation and identity. */
interface Precedent {
  /** What precedes an answer of so many bytes. */
  headFor: (bytes: number) => AnswerHead;
  /** What the document says of the body. */
  content: Content | undefined;
  /** What express-openapi-validator knows of the operation. */
  openapi: object;
}

/** What method and path of a request lead to: the same for all requests that have them. */
interface Aim {
  /** The text that the exchanges of the journal share. */
  target: string;
  operation: Operation;
  path: ReadonlyMap<string, string>;
  shown: Shown;
  /** What the journal has of it. */
  matched: Matched;
}

/** A request that the app serves, from which something can be learnt. */
interface Lesson extends Asked {
  /** Whether its answer may be given again. */
  isRead: boolean;
}

/** A request that may be like one that was served. */
interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  lesson: Lesson;
  /** The session's store as the request found it: after a reload the session has another. */
  store: Store;
}

const LESSON = Symbol('lesson');
const UNSAVED = Symbol('unsaved');

/** What a response is marked with that is left to the app. V8 would keep what a WeakMap holds for each of them far too long. */
interface Passed {
  [LESSON]?: Lesson;
  /** Why what it asks for could not be saved. */
  [UNSAVED]?: ControlRefusal;
}

/** How much is kept. */
const MOST_PRECEDENTS = 1000;
const MOST_BYTES_OF_AIMS = 4 * 1024 * 1024;
const MOST_BYTES_OF_ANSWERS = 16 * 1024 * 1024;

/** The headers that the app sets on what it serves, beside those of the document. */
const OWN_HEADER = /^(content-type|vary|access-control-.+)$/i;

/** What is kept takes this beside its key and its body, roughly, in bytes. */
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
  readonly #aims = new Recent<string, Aim>(MOST_BYTES_OF_AIMS, (_aim, key) => 4 * key.length + OVERHEAD);
  readonly #answers = new Recent<string, KeptAnswer>(
    MOST_BYTES_OF_ANSWERS,
    ({ target, bytes }, key) => bytes + target.length + key.length + OVERHEAD,
  );

  constructor(parts: QuickParts) {
    this.#parts = parts;
    this.#identities = new Identities(parts.service);
  }

  /** Answers a request, or has it answered by `app`. */
  serve(request: IncomingMessage, response: ServerResponse & Passed, app: () => void): void {
    const isAsUsual = !response.getHeaderNames().some((name) => this.#mayBeOwn(name)); // unless an app around the mock has set one
    const lesson = isAsUsual ? this.#lessonOf(request) : undefined;
    if (lesson === undefined) {
      app();
      return;
    }
    const kept = lesson.isRead ? this.#answers.find(situationOf(lesson)) : undefined;
    if (kept !== undefined) {
      const { times } = this.#parts;
      const began = times.steady();
      const recording = beginKept(request, kept.target, lesson.session, times);
      sendKept({ response, answer: kept, recording, began }, this.#parts);
      return;
    }
    response[LESSON] = lesson;
    const aim = this.#aimOf(request);
    const precedent = aim && this.#precedents.find(`${lesson.identity} ${aim.operation.id}`);
    if (aim === undefined || precedent === undefined) {
      app();
      return;
    }
    const leave = (error: unknown) => {
      if (error instanceof ControlRefusal) response[UNSAVED] = error;
      app(); // which finds out what is wrong
    };
    try {
      const done = this.#perform({ request, response, lesson, store: lesson.session.store }, aim, precedent);
      // At once where that is known: of requests that wait on one connection, none is to come before this one.
      if (typeof done === 'boolean') done || app();
      else done.then((isDone) => isDone || app(), leave);
    } catch (error) {
      leave(error);
    }
  }

  /** What a request would teach; undefined where it is out of the ordinary. */
  #lessonOf(request: IncomingMessage): Lesson | undefined {
    const identity = this.#identities.of(request);
    const session = identity === undefined ? undefined : this.#sessionOf(request);
    if (identity === undefined || session === undefined || !session.faults.isEmpty) return undefined;
    const { method, url = '' } = request;
    return { session, url, identity, isRead: method === 'GET' && !hasBody(request) };
  }

  /** What a request leads to, if one that was served may have shown all of it that its identifier and its body do not decide. */
  #aimOf(request: IncomingMessage): Aim | undefined {
    const { method = '', url = '' } = request;
    const aim = this.#aims.find(`${method} ${url}`) ?? this.#lookUp(method, url);
    return aim !== undefined && hasBody(request) === (aim.operation.body !== undefined) ? aim : undefined;
  }

  #lookUp(method: string, url: string): Aim | undefined {
    const { route } = url.includes('?') ? { route: undefined } : this.#parts.router.find(method, url);
    if (route === undefined || route.operation.method !== method) return undefined;
    const path = new Map<string, string>();
    for (const { name, value } of route.pathValues) {
      if (value === undefined) return undefined;
      path.set(name, value);
    }
    const { operation } = route;
    const shown = this.#parts.validator.shownOf(operation, path);
    return this.#aims.keep(`${method} ${url}`, {
      target: url,
      operation,
      path,
      shown,
      matched: { operation: operation.id, path, query: {} },
    });
  }

  /**
   * Called before the app does what a request asks for.
   * @throws {ControlRefusal} not-saved, where that was tried here and could not be saved: it is not tried twice
   */
  requireSaved({ [UNSAVED]: refusal }: Response & Passed): void {
    if (refusal !== undefined) throw refusal;
  }

  /** Learns from a request that the app has just served with success. */
  learn(request: Request, response: Response & Passed, exchange: Exchange, body: KeptBody | undefined): void {
    const { [LESSON]: lesson } = response;
    if (lesson === undefined || exchange.isHead) return;
    const { operation, path, query, content } = exchange;
    const lengthless = headOf(response, (name) => this.#isOwn(name, response, exchange.success));
    const { openapi } = request as { openapi?: object }; // express-openapi-validator has set it
    const isTelling = (exchange.body === undefined) === (operation.body === undefined); // of the media type, where one is needed
    if (isTelling && isPlain(operation) && exchange.success === operation.success && openapi !== undefined)
      this.#precedents.keep(`${lesson.identity} ${operation.id}`, {
        headFor: byLength(lengthless),
        content,
        openapi,
      });
    if (!lesson.isRead || typeof body !== 'string') return; // of a long one, the journal has the beginning only
    const bytes = Buffer.byteLength(body);
    const matched = { operation: operation.id, path, query };
    const answer = toKeptAnswer({
      target: lesson.url,
      matched,
      head: withLength(lengthless, bytes),
      text: body,
      bytes,
    });
    this.#answers.keep(situationOf(lesson), answer);
  }

  /** @returns whether the request was answered; otherwise nothing was done, and its body is still to be read */
  #perform(call: Call, aim: Aim, precedent: Precedent): boolean | Promise<boolean> {
    const began = this.#parts.times.steady();
    const perform = (sent?: PlainBody) => this.#performWith(sent, began, call, aim, precedent);
    return aim.operation.body ? usePlainBody(call.request, perform) : perform();
  }

  /** Does at once all but waiting until a change is safe, so that no other request comes in between. */
  #performWith(
    sent: PlainBody | undefined,
    began: number,
    { request, response, lesson, store }: Call,
    { target, operation, path, shown, matched }: Aim,
    { headFor, content, openapi }: Precedent,
  ): boolean | Promise<boolean> {
    const { service, validator, saving, times } = this.#parts;
    const body = sent?.value;
    if (unknownFields(service, content?.schema, body).length > 0) return false;
    const copy = sent && JSON.parse(sent.text); // the validator may change what it is given
    if (!validator.accepts(shown, content, copy, openapi)) return false;
    const { session } = lesson;
    const { success } = operation;
    const asked = { path, pathFaults: [], query: {} };
    const exchange: Exchange = { operation, isHead: false, ...asked, body, content, success };
    const saved = saving.run(
      () => ({
        result: act(exchange, { service, store, today: session.today() }),
        recording: beginKept(request, target, session, times), // a refusal of the action is recorded by the app
      }),
      ({ result, recording }) => {
        const text = JSON.stringify(result);
        const bytes = Buffer.byteLength(text);
        const answer = toKeptAnswer({ target, matched, head: headFor(bytes), text, bytes });
        if (lesson.isRead && typeof answer.body === 'string') this.#answers.keep(situationOf(lesson), answer);
        sendKept({ response, answer, recording, began, sent }, this.#parts);
      },
    );
    return saved === undefined || saved.then(() => true);
  }

  /** Whether the app may set a header, on one answer or another. */
  #mayBeOwn(name: string): boolean {
    return OWN_HEADER.test(name) || this.#parts.answers.headers.names.has(name.toLowerCase());
  }

  /** Whether the app itself has set a header of an answer. Any other is set by an app around it, which may set another value next time. */
  #isOwn(name: string, response: Response, success: Answer): boolean {
    return OWN_HEADER.test(name) || this.#parts.answers.headers.textOf(success, name) === response.getHeader(name);
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
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined;
}

/** Whether an operation is decided by its path and its body alone, beside its credential. */
function isPlain({ meaning, parameters, security, success }: Operation): boolean {
  return (
    meaning.action !== 'list' &&
    parameters.every((parameter) => parameter.in === 'path') &&
    security.flat().every((credential) => credential.in !== 'query') &&
    jsonContentIn(success.content) !== undefined
  );
}
