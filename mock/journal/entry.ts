import type { OutgoingHttpHeaders } from 'node:http';
import { define, type Json, type JsonObject } from '../../spec';
import { isDeeperThan } from '../input/request-body';
import type { KeptBody } from './kept-body';
import type { Matched, Recording, RefusedFor } from './recording';
import type { Redaction } from './redaction';

/** One exchange in short: what a line of the log says. Credentials are replaced by `[credential]`. */
export interface LoggedExchange {
  /** Where it stands among the exchanges of its session, from 1, in the order in which the requests arrived. */
  number: number;
  /** When the request arrived (ISO 8601). */
  time: string;
  /** Null for the session that requests without one share. */
  session: string | null;
  /** As sent: a HEAD stays one, though the operation of the GET serves it. */
  method: string;
  /** As sent, still percent-encoded. */
  path: string;
  /** As sent, without the question mark; empty where there is none. */
  query: string;
  /** The operation that method and path lead to; null where they lead to none. */
  operation: string | null;
  /** Null where the connection closed before anything was answered. */
  status: number | null;
  /** From arrival until the answer was sent, in milliseconds. */
  duration: number;
  /** Why the request was not served: the condition of the document, or what Docent itself refused, and the sentence why. */
  refused?: RefusedFor;
  /** What was asked to be done to the answer, and was: `rule 2: status 503`, or `Prefer: code=503`. */
  fault?: string;
  /** The connection closed before the answer was sent whole. */
  aborted?: true;
}

/** One exchange as a test asserts on it: what the log says of it, and both messages. */
export interface JournalEntry extends LoggedExchange {
  /** What arrived, and, where it was for an operation, how that understood its parameters. */
  request: RecordedMessage & {
    /** As the operation understood them, decoded; the query with the document's defaults where it was valid. */
    parameters?: {
      /** By name; texts whatever their schemas say. */
      path: Record<string, string>;
      /** By name, of the types of their schemas where it was valid, else as sent; empty where it was not read. */
      query: JsonObject;
    };
  };
  /** Null where nothing was answered. */
  response: RecordedMessage | null;
}

/** What was sent in one direction. */
export interface RecordedMessage {
  /** By name in small letters. */
  headers: Record<string, string>;
  /** Parsed where it is JSON, else as text; missing where there was none, or the mock had no reason to read it. */
  body?: Json;
  /** The size of the whole body in bytes, where only its beginning was kept. */
  truncatedFrom?: number;
}

/**
 * What the log says of an exchange that has ended.
 * @param session its name; undefined for the one that requests without a session share
 */
export function toLogged(recording: Recording, redaction: Redaction, session: string | undefined): LoggedExchange {
  const { number, time, method, refusal, matched, ending, duration } = recording;
  return {
    number,
    time: new Date(time).toISOString(),
    session: session ?? null,
    method,
    ...redaction.target(recording),
    operation: matched?.operation ?? null,
    status: ending?.status ?? null,
    duration,
    ...(refusal ? { refused: { reason: refusal.reason, detail: redaction.told(refusal.detail, recording) } } : {}),
    ...(ending?.fault === undefined ? {} : { fault: ending.fault }),
    ...(ending?.isAborted ? { aborted: true as const } : {}),
  };
}

/**
 * What the journal shows of an exchange, with headers and bodies, and `[credential]` wherever one stands in them.
 * @param session its name; undefined for the one that requests without a session share
 */
export function toEntry(recording: Recording, redaction: Redaction, session: string | undefined): JournalEntry {
  const { headers, requestBody, responseBody, refusal, matched, ending } = recording;
  const parameters = matched && { parameters: parametersOf(matched, redaction, recording) };
  const tell = (text: string) => (refusal ? redaction.told(text, recording) : text);
  return {
    ...toLogged(recording, redaction, session),
    request: { headers: sentHeaders(headers, redaction), ...parameters, ...bodyOf(requestBody) },
    response:
      ending?.status === undefined
        ? null
        : { headers: answeredHeaders(ending.headers, redaction), ...bodyOf(responseBody, tell) },
  };
}

function parametersOf({ path, query }: Matched, redaction: Redaction, recording: Recording) {
  const shown: JsonObject = {};
  for (const [name, value] of path) define(shown, name, redaction.told(value, recording));
  return { path: shown as Record<string, string>, query: redaction.parameters(query, recording) }; // every value that was set is a text
}

/** Headers by name; the values of one that was sent more than once are joined (RFC 9110, section 5.2). */
export function headersByName(headers: readonly string[]): Map<string, string> {
  const byName = new Map<string, string>();
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index]?.toLowerCase(), headers[index + 1]];
    const earlier = byName.get(name);
    byName.set(name, earlier === undefined ? value : `${earlier}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return byName;
}

function sentHeaders(headers: readonly string[], redaction: Redaction): Record<string, string> {
  const redacted = headers.map((text, index) =>
    index % 2 === 0 ? text : redaction.header(headers[index - 1] ?? '', text),
  );
  return shownHeaders(headersByName(redacted));
}

function answeredHeaders(headers: OutgoingHttpHeaders, redaction: Redaction): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')] as const);
  return shownHeaders(new Map(pairs.map(([name, value]) => [name, redaction.header(name, value)])));
}

function shownHeaders(headers: ReadonlyMap<string, string>): Record<string, string> {
  const shown: JsonObject = {};
  for (const [name, value] of headers) define(shown, name, value);
  return shown as Record<string, string>; // every value that was set is one
}

function bodyOf(
  kept: KeptBody | undefined,
  tell = (text: string) => text,
): Pick<RecordedMessage, 'body' | 'truncatedFrom'> {
  if (kept === undefined || kept === '') return {};
  return typeof kept === 'string' ? { body: parsed(tell(kept)) } : { body: tell(kept.text), truncatedFrom: kept.bytes };
}

/** Deeper than any body that is served, so that showing it cannot exhaust the stack. */
const DEPTH_LIMIT = 200;

/** A JSON text as its value, anything else as it is. */
export function parsed(text: string): Json {
  try {
    const value = JSON.parse(text);
    return isDeeperThan(value, DEPTH_LIMIT) ? text : value;
  } catch {
    return text; // malformed, or of another media type
  }
}
