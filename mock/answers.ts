import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import { sample } from 'openapi-sampler';
import {
  type Answer,
  type AnswerTo,
  answerTo,
  CONDITIONS,
  type Content,
  codeOf,
  essenceOf,
  isJsonMediaType,
  type Json,
  type JsonObject,
  type Operation,
  type Service,
} from '../spec';
import type { Conformance } from './conformance';
import type { Refusal } from './refusal';

const PROBLEM = 'application/problem+json';

/** Statuses whose responses have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const WITHOUT_BODY = [204, 205, 304];

/** Sends what an action returned, as the success response of its operation. */
export function sendSuccess(response: Response, { success }: Operation, body: Json): void {
  const content = success.content.find(({ mediaType }) => isJsonMediaType(mediaType));
  send(response, codeOf(success, 200), content?.mediaType, JSON.stringify(body));
}

/** Turns a refusal into the response that the document has for its condition. */
export class RefusalAnswers {
  readonly #service: Service;
  readonly #conformance: Conformance;

  constructor(service: Service, conformance: Conformance) {
    this.#service = service;
    this.#conformance = conformance;
  }

  /** Sends the answer to a refusal; `operation` is undefined where the request reached none. */
  send(response: Response, operation: Operation | undefined, refusal: Refusal): void {
    const answer = answerTo(this.#service, operation, refusal.condition);
    response.set(refusal.headers);
    const { mediaType, text } = this.#body(answer, refusal);
    send(response, answer.status, mediaType, text);
  }

  #body(answerTo: AnswerTo, refusal: Refusal): { mediaType: string | undefined; text: string } {
    const problem = problemOf(answerTo.status, refusal);
    if (answerTo.answer === undefined) return { mediaType: PROBLEM, text: JSON.stringify(problem) };
    const content = preferred(answerTo.answer);
    if (content === undefined) return { mediaType: undefined, text: '' };
    const body = this.#conforming(content, problem);
    return {
      mediaType: content.mediaType,
      text: typeof body === 'string' && !isJsonMediaType(content.mediaType) ? body : JSON.stringify(body),
    };
  }

  /** A problem document where the response is one and its schema allows it, else the response's example, else one made of its schema. */
  #conforming({ mediaType, schema, example }: Content, problem: JsonObject): Json {
    const isProblem = essenceOf(mediaType) === PROBLEM;
    if (isProblem && (schema === undefined || this.#conformance.check(schema, problem).length === 0)) return problem;
    if (example !== undefined) return example;
    if (schema === undefined) return isJsonMediaType(mediaType) ? problem : String(problem.detail);
    // The sampler reads any JSON Schema and gives a value of it, which is Json.
    return sample(schema.value, { quiet: true }, this.#service.openapi) as Json;
  }
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
  return content.find(isProblem) ?? content.find(({ mediaType }) => isJsonMediaType(mediaType)) ?? content[0];
}

function send(response: Response, status: number, mediaType: string | undefined, text: string): void {
  response.status(status);
  if (WITHOUT_BODY.includes(status) || mediaType === undefined) {
    response.end();
    return;
  }
  const body = Buffer.from(text);
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
