import type { IncomingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import { type Answer, answerTo, type Condition, type Content, type Operation, type Service } from '../spec';
import type { Query } from './input/query';
import type { InputFault } from './refusal';

/** What is known of a request on its way: each step adds what the later ones need. */
export interface Exchange {
  operation: Operation;
  /** Whether only the head of the answer is asked for. */
  isHead: boolean;
  /** The path parameters, decoded; as they were sent where they cannot be. */
  path: ReadonlyMap<string, string>;
  /** What of the path cannot be decoded. */
  pathFaults: readonly InputFault[];
  /** The query parameters that the operation has, of the document's types and with its defaults. */
  query: Query;
  /** The headers, by their names in small letters; undefined where none was read. */
  headers?: IncomingHttpHeaders;
  /** The cookies, by their names; undefined where none was read. */
  cookies?: Readonly<Record<string, string>>;
  /** The parsed JSON body; undefined where the operation has none or none was sent. */
  body: unknown;
  /** What the document says of a body of the media type that was sent. */
  content: Content | undefined;
  /** The response that it gets unless it is refused. */
  success: Answer;
  /** The status of a success that the document leaves open, where one was asked for. */
  preferredStatus?: number;
}

const KEY = 'docent';

/** Keeps the exchange with its response, where each later step finds it and adds to it. */
export function beginExchange(response: Response, exchange: Exchange): void {
  response.locals[KEY] = exchange;
}

/** The exchange of a response; undefined until its operation is known, and for what is refused before that. */
export function exchangeOf(response: Response): Exchange | undefined {
  return response.locals[KEY] as Exchange | undefined; // only beginExchange sets it
}

/**
 * The exchange of a response, for the steps that come after the operation is known.
 * @throws {Error} in a step that does not: a mistake in the order of the app
 */
export function begunExchange(response: Response): Exchange {
  const exchange = exchangeOf(response);
  if (exchange === undefined) throw new Error('This step comes before the operation is known.');
  return exchange;
}

/** Notes that a condition has arisen which the document may answer with a success; returns whether it does. */
export function accept(service: Service, exchange: Exchange, condition: Condition): boolean {
  const { refused, answer } = answerTo(service, exchange.operation, condition);
  if (!refused && answer !== undefined) exchange.success = answer;
  return !refused;
}
