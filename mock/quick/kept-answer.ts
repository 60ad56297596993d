import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Journals } from '../journal/journals';
import { type KeptBody, toKeptText } from '../journal/kept-body';
import type { Times } from '../journal/record-exchanges';
import { type Ending, type Matched, Recording, weightOfAnswer } from '../journal/recording';
import type { Session } from '../sessions/session';
import { Recent } from '../state/recent';
import type { PlainBody } from './plain-body';

/** What precedes the body of an answer, as it is sent and as a journal keeps it: made once for all answers that have it. */
export interface AnswerHead {
  /** Names of headers, as they are spelled, and values in turn. */
  sent: readonly (string | string[])[];
  /** What the journal has of an exchange that ends with it, once the answer was sent. */
  ending: Ending & { status: number };
}

/** An answer that is given again as long as nothing has changed that it depends on. */
export interface KeptAnswer {
  /** The target that it was given to, for the journal: its exchanges share the text. */
  target: string;
  /** What the journal has of the request, beside what differs from one to the next. */
  matched: Matched | undefined;
  head: AnswerHead;
  text: string;
  /** The length of the text in UTF-8. */
  bytes: number;
  /** What the journal has of the text. */
  body: KeptBody;
  /** What the answer weighs there. */
  weight: number;
}

/**
 * An answer with all that sending and recording it takes. Every property by its name: V8 makes a hidden class anew for each object that others are spread into, which
 * is kept for long.
 */
export function toKeptAnswer(parts: Omit<KeptAnswer, 'body' | 'weight'>): KeptAnswer {
  const { target, matched, head, text, bytes } = parts;
  const body = toKeptText(text, bytes);
  return { target, matched, head, text, bytes, body, weight: weightOfAnswer(target, body, head.ending) };
}

/** The head of an answer of so many bytes, made from that of any. */
export function withLength({ sent, ending }: AnswerHead, bytes: number): AnswerHead {
  const headers = { ...ending.headers, 'content-length': bytes };
  return { sent: [...sent, 'Content-Length', String(bytes)], ending: { ...ending, headers } };
}

/** The status and the headers that the app has set on a response, which are its own, without the length of its body. */
export function headOf(response: ServerResponse, isOwn: (name: string) => boolean): AnswerHead {
  const { getRawHeaderNames } = response as unknown as ClientRequest; // every outgoing message has it; its types lack it
  const names = getRawHeaderNames.call(response).filter(isOwn);
  const headers = Object.fromEntries(Object.entries(response.getHeaders()).filter(([name]) => isOwn(name)));
  const textOf = (name: string) => {
    const value = response.getHeader(name) ?? '';
    return typeof value === 'number' ? String(value) : value;
  };
  const ending = { status: response.statusCode, headers, isAborted: false, fault: undefined };
  return { sent: names.flatMap((name) => [name, textOf(name)]), ending };
}

/** Of how many lengths the heads are kept. */
const MOST_LENGTHS = 100;

/** What makes the head of an answer of so many bytes from that of any; the same for as many bytes, since a journal keeps it. */
export function byLength(head: AnswerHead): (bytes: number) => AnswerHead {
  const made = new Recent<number, AnswerHead>(MOST_LENGTHS, () => 1);
  return (bytes) => made.get(bytes, () => withLength(head, bytes));
}

/** A request for which there is a kept answer, and what its recording takes. */
export interface Answered {
  response: ServerResponse;
  answer: KeptAnswer;
  recording: Recording;
  /** When it was looked at first, by the steady time. */
  began: number;
  /** The body of the request, if it has one. */
  sent?: PlainBody | undefined;
}

/** Begins to record a request as `recordExchanges` does: before anything is waited for, since its place is that of its arrival. */
export function beginKept(
  { method = '', rawHeaders }: IncomingMessage,
  target: string,
  { journal }: Session,
  { wall }: Times,
): Recording {
  const recording = new Recording(wall(), method, target, rawHeaders);
  recording.enter(journal);
  return recording;
}

/** Sends an answer, and ends its recording. */
export function sendKept(
  { response, answer, recording, began, sent }: Answered,
  { journals, times }: { journals: Journals; times: Times },
): void {
  const { matched, head, text, bytes, body, weight } = answer;
  const { sent: headers, ending } = head;
  if (sent !== undefined) recording.requestBody = toKeptText(sent.text, sent.bytes.length);
  recording.responseBody = body;
  recording.matched = matched;
  const isAborted = response.destroyed;
  response.writeHead(ending.status, headers as string[]); // several values of a name are allowed here, which the types do not know
  response.end(text, text.length === bytes ? 'latin1' : 'utf8'); // the same for ASCII, and quicker
  const duration = times.steady() - began;
  const isAlone = response.getHeaderNames().length === 0; // no app around the mock has set any, when it was called or just now
  const other = () => ({ ...ending, isAborted, headers: isAlone ? ending.headers : response.getHeaders() });
  if (isAlone && !isAborted) recording.end(ending, duration, weight);
  else recording.end(other(), duration);
  if (recording.journal !== undefined) journals.record(recording.journal, recording);
}
