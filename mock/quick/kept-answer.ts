import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Journals } from '../journal/journals';
import { type KeptBody, toKeptText } from '../journal/kept-body';
import type { Times } from '../journal/record-exchanges';
import { type Ending, Recording, weightOfAnswer } from '../journal/recording';
import type { Session } from '../sessions/session';
import { Recent } from '../state/recent';
import type { PlainBody } from './plain-body';

/** The headers of an answer as it is sent and as a journal keeps it, each made once for all answers that have them. */
export interface AnswerHeaders {
  /** Names, as they are spelled, and values in turn. */
  sent: readonly (string | string[])[];
  /** The same by name in lower case, for the journal. */
  recorded: Readonly<OutgoingHttpHeaders>;
}

/** An answer that is given again as long as nothing has changed that it depends on. */
export interface KeptAnswer {
  /** The target that it was given to, for the journal: its exchanges share the text. */
  target: string;
  status: number;
  headers: AnswerHeaders;
  text: string;
  /** What the journal has of the text. */
  body: KeptBody;
  /** What it has of the rest, once the answer was sent: shared by all exchanges that end with it. */
  ending: Ending;
  /** What the answer weighs there. */
  weight: number;
}

/**
 * An answer with all that sending and recording it takes. Every property by its name: V8 makes a hidden class anew for each object that others are spread into, which
 * is kept for long.
 */
export function toKeptAnswer(parts: Omit<KeptAnswer, 'ending' | 'weight'> & Pick<Ending, 'matched'>): KeptAnswer {
  const { target, status, headers, text, body, matched } = parts;
  const ending = { status, headers: headers.recorded, isAborted: false, fault: undefined, matched };
  return { target, status, headers, text, body, ending, weight: weightOfAnswer(target, body, ending) };
}

/** The headers of an answer of so many bytes, made from those of any. */
export function withLength({ sent, recorded }: AnswerHeaders, bytes: number): AnswerHeaders {
  return { sent: [...sent, 'Content-Length', String(bytes)], recorded: { ...recorded, 'content-length': bytes } };
}

/** The headers that the app has set on a response, which are its own, without the length of its body. */
export function headersOf(response: ServerResponse, isOwn: (name: string) => boolean): AnswerHeaders {
  const { getRawHeaderNames } = response as unknown as ClientRequest; // every outgoing message has it; its types lack it
  const names = getRawHeaderNames.call(response).filter(isOwn);
  const recorded = Object.fromEntries(Object.entries(response.getHeaders()).filter(([name]) => isOwn(name)));
  const textOf = (name: string) => {
    const value = response.getHeader(name) ?? '';
    return typeof value === 'number' ? String(value) : value;
  };
  return { sent: names.flatMap((name) => [name, textOf(name)]), recorded };
}

/** Of how many lengths the headers are kept. */
const MOST_LENGTHS = 100;

/** What makes the headers of an answer of so many bytes from those of any; the same for as many bytes, since a journal keeps them. */
export function byLength(headers: AnswerHeaders): (bytes: number) => AnswerHeaders {
  const made = new Recent<number, AnswerHeaders>(MOST_LENGTHS, () => 1);
  return (bytes) => made.get(bytes, () => withLength(headers, bytes));
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
  const { status, headers, text, body, ending, weight } = answer;
  if (sent !== undefined) recording.requestBody = toKeptText(sent.text, sent.bytes.length);
  recording.responseBody = body;
  const isAborted = response.destroyed;
  response.writeHead(status, headers.sent as string[]); // several values of a name are allowed here, which the types do not know
  response.end(text, text.length === body.bytes ? 'latin1' : 'utf8'); // the same for ASCII, and quicker
  const duration = times.steady() - began;
  const isAlone = response.getHeaderNames().length === 0; // no app around the mock has set any, when it was called or just now
  const other = () => ({ ...ending, isAborted, headers: isAlone ? ending.headers : response.getHeaders() });
  if (isAlone && !isAborted) recording.end(ending, duration, weight);
  else recording.end(other(), duration);
  if (recording.journal !== undefined) journals.record(recording.journal, recording);
}
