import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Exchange } from '../exchange';
import type { Journals } from '../journal/journals';
import type { KeptBody } from '../journal/kept-body';
import type { Times } from '../journal/record-exchanges';
import { Recording } from '../journal/recording';
import type { Session } from '../sessions/session';

/** An answer that is given again as long as nothing has changed that it depends on. */
export interface KeptAnswer {
  status: number;
  /** Names, as they are spelled, and values; without the length of the body. */
  headers: readonly (readonly [string, OutgoingHttpHeaders[string]])[];
  bytes: Buffer;
  body: KeptBody;
  matched: Pick<Exchange, 'path' | 'query'> & { operation: string };
}

/** A request and its answer. */
export interface Answered {
  request: IncomingMessage;
  response: ServerResponse;
  session: Session;
  answer: KeptAnswer;
  /** When it was looked at first, by the steady time. */
  began: number;
  /** The body of the request, if it has one. */
  sent?: Buffer | undefined;
}

/** Sends an answer, and records the exchange as `recordExchanges` does. */
export function sendKept(
  { request, response, session, answer, began, sent }: Answered,
  { journals, times }: { journals: Journals; times: Times },
): void {
  const { status, headers, bytes, body, matched } = answer;
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
