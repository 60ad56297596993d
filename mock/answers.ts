import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import {
  type Answer,
  answerTo,
  CONDITIONS,
  type Content,
  codeOf,
  essenceOf,
  isJsonMediaType,
  type Json,
  type JsonObject,
  jsonContentIn,
  type LocatedSchema,
  type Operation,
  type Service,
  sentAs,
} from '../spec';
import type { ControlRefusal } from './control/problem';
import { type RefusedFor, recordingOf } from './journal/recording';
import type { Refusal } from './refusal';
import { ResponseHeaders } from './response-headers';
import { samplesOf } from './samples';
import type { Conformance } from './state/conformance';
import { telling, toldIn } from './telling-samples';

const PROBLEM = 'application/problem+json';

/** Statuses whose responses have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const WITHOUT_BODY = [204, 205, 304];

/** A value as a body of a media type. */
interface Example {
  mediaType: string;
  value: Json;
}

/** Statuses whose answer says when to come back (RFC 9110, section 10.2.3; RFC 6585, section 4). */
const COME_BACK = [429, 503];

/** Sends the problem document of what Docent itself refuses, beside the document's conditions. */
export function sendControlRefusal(response: Response, refusal: ControlRefusal): void {
  noteRefusal(response, { reason: refusal.kind, detail: refusal.detail });
  response.set(refusal.headers);
  send(response, refusal.status, PROBLEM, refusal.toProblem());
}

/** Sends what the mock says where it has failed itself. */
export function sendDefect(response: Response): void {
  const detail = 'The mock itself has failed, which is a defect of Docent. Its output says more.';
  noteRefusal(response, { reason: 'defect', detail });
  send(response, 500, PROBLEM, plainProblem(500, detail));
}

/** Sends the responses of the document. */
export class Answers {
  readonly #service: Service;
  readonly #conformance: Conformance;
  readonly headers: ResponseHeaders;

  constructor(service: Service, conformance: Conformance) {
    this.#service = service;
    this.#conformance = conformance;
    this.headers = new ResponseHeaders(service, conformance);
  }

  /** Sends what an action returned, as a success response of its operation; `status` where the document leaves that open. */
  sendSuccess(response: Response, success: Answer, body: Json, status = 200): void {
    const content = jsonContentIn(success.content);
    this.headers.set(response, success);
    send(response, codeOf(success, status), content?.mediaType, JSON.stringify(body));
  }

  /**
   * Sends an example of the document, or another value as if it were one.
   * @param answer the response that it is an example of; undefined where the document has none
   */
  sendExample(response: Response, status: number, answer: Answer | undefined, { mediaType, value }: Example): void {
    const isText = typeof value === 'string' && !isJsonMediaType(sentAs(mediaType));
    this.#setHeaders(response, status, answer);
    send(response, status, mediaType, isText ? value : JSON.stringify(value));
  }

  /** Sends the response that the document has for the condition of a refusal; `operation` is undefined where the request reached none. */
  refuse(response: Response, operation: Operation | undefined, refusal: Refusal): void {
    noteRefusal(response, { reason: refusal.condition, detail: refusal.detail });
    const claimed = answerTo(this.#service, operation, refusal.condition);
    // What the document accepts may still be past mending, as a parameter that is required and invalid.
    const { status, answer } = claimed.refused
      ? claimed
      : { status: CONDITIONS[refusal.condition].status, answer: undefined };
    response.set(refusal.headers);
    if (answer !== undefined) this.headers.set(response, answer);
    const { mediaType, text } = this.#body(answer, problemOf(status, refusal));
    send(response, status, mediaType, text);
  }

  /**
   * Sends a status that was asked for.
   * @param answer the response that the document has for it; undefined where it has none
   * @param detail who has asked for it, for a person who sees it
   */
  sendStatus(response: Response, status: number, answer: Answer | undefined, detail: string): void {
    if (answer === undefined && status < 400) {
      send(response, status, undefined, '');
      return;
    }
    this.#setHeaders(response, status, answer);
    const title = STATUS_CODES[status] ?? 'Unknown status';
    const { mediaType, text } = this.#body(answer, { type: 'about:blank', title, status, detail });
    send(response, status, mediaType, text);
  }

  /** Sets the headers of a response that was asked for, and what its status has to say beside them. */
  #setHeaders(response: Response, status: number, answer: Answer | undefined): void {
    if (answer !== undefined) this.headers.set(response, answer);
    if (COME_BACK.includes(status) && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '1');
  }

  #body(answer: Answer | undefined, problem: JsonObject): { mediaType: string | undefined; text: string } {
    if (answer === undefined) return { mediaType: PROBLEM, text: JSON.stringify(problem) };
    const content = preferred(answer);
    if (content === undefined) return { mediaType: undefined, text: '' };
    const mediaType = sentAs(content.mediaType);
    const isSafe = isJsonMediaType(mediaType) || essenceOf(mediaType) === 'text/plain';
    const body = this.#conforming({ ...content, mediaType }, isSafe ? problem : withoutMarkup(problem));
    return { mediaType, text: typeof body === 'string' && !isJsonMediaType(mediaType) ? body : JSON.stringify(body) };
  }

  /** A problem document where the response is one and its schema allows it, else the response's example, else one made of its schema. */
  #conforming({ mediaType, schema, example }: Content, problem: JsonObject): Json {
    const own = isJsonMediaType(mediaType) ? problem : String(problem.detail);
    const fits = schema === undefined || this.#conformance.check(schema, own).length === 0;
    if (fits && essenceOf(mediaType) === PROBLEM) return own;
    if (example !== undefined) return example;
    return schema === undefined || (fits && typeof own === 'string') ? own : this.#made(schema, problem);
  }

  /** A value of a schema: the richest sample of it that conforms, telling what was wrong where it has a place for that. */
  #made(schema: LocatedSchema, problem: JsonObject): Json {
    const samples = samplesOf(this.#service.openapi, schema);
    const fits = (made: Json) => this.#conformance.check(schema, made).length === 0;
    const candidates = [
      ...samples.map((made) => telling(made, problem)),
      ...samples.map((made) => toldIn(made, problem)),
    ];
    return [...candidates, ...samples].find(fits) ?? samples[0] ?? null;
  }
}

/** A problem whose sentence, which may quote what the client sent, no browser takes for markup. */
function withoutMarkup(problem: JsonObject): JsonObject {
  const detail = String(problem.detail).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return { ...problem, detail };
}

function problemOf(status: number, { condition, detail, errors }: Refusal): JsonObject {
  return {
    type: `urn:docent:${condition}`,
    title: CONDITIONS[condition].title,
    status,
    detail,
    ...(errors.length > 0 ? { errors: errors.map((error) => ({ ...error })) } : {}),
  };
}

/** The problem document of a fault that is no condition of the document's: bytes that are no HTTP, or a defect of the mock. */
export function plainProblem(status: number, detail: string): string {
  return JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail });
}

function preferred({ content }: Answer): Content | undefined {
  const isProblem = ({ mediaType }: Content) => essenceOf(mediaType) === PROBLEM;
  return content.find(isProblem) ?? jsonContentIn(content) ?? content[0];
}

/** Notes for the journal why a request was not served. */
function noteRefusal(response: Response, refusal: RefusedFor): void {
  const recording = recordingOf(response);
  if (recording) recording.refusal = refusal;
}

function send(response: Response, status: number, mediaType: string | undefined, text: string): void {
  const recording = recordingOf(response);
  recording?.keepUnreadBody(response.req);
  response.status(status);
  if (WITHOUT_BODY.includes(status) || mediaType === undefined) {
    response.end();
    return;
  }
  const body = Buffer.from(text);
  recording?.keepResponseBody(text, body.length);
  response.setHeader('Content-Type', withCharset(sentAs(mediaType)));
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/** Text is read as the charset that it names, JSON always as UTF-8 (RFC 8259, section 8.1). */
function withCharset(mediaType: string): string {
  return /^text\/[^;]*$/i.test(mediaType) && !isJsonMediaType(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
}
