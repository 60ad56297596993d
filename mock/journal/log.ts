import { setImmediate } from 'node:timers';
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { LoggedExchange } from './entry';

/** How a line is written of each exchange. */
export const LOG_FORMATS = ['text', 'json'] as const;

/** How a line is written, as `--log` has it: `text` for people, `json` for programs. */
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Writes a line of each exchange that it is given. Nothing in it can control a terminal. */
export function createLog(stream: LogStream, format: LogFormat): (exchange: LoggedExchange) => void {
  const hasColors = stream.hasColors?.() ?? false; // it knows NO_COLOR
  let pending = '';
  let isOpen = true;
  stream.on('error', () => {
    isOpen = false; // whoever read it is gone, which is no reason to end
  });
  const flush = () => {
    stream.write(pending);
    pending = '';
  };
  return function log(exchange) {
    if (!isOpen) return;
    if (pending === '') setImmediate(flush); // lines of one turn of the event loop together
    pending += `${format === 'json' ? jsonLine(exchange) : textLine(exchange, { hasColors })}\n`;
  };
}

/** What a log is written to, such as `process.stderr`. */
export type LogStream = NodeJS.WritableStream & Partial<Pick<WriteStream, 'hasColors'>>;

/** An exchange as a JSON object in one line, its control characters escaped as JSON has it. */
export function jsonLine(exchange: LoggedExchange): string {
  return visible(JSON.stringify(exchange));
}

/** Method, path, status, duration, session, and why it was refused. */
export function textLine(exchange: LoggedExchange, { hasColors }: { hasColors: boolean }): string {
  const { method, path, query, status, duration, session, fault, refused, aborted } = exchange;
  const target = inShort(query === '' ? path : `${path}?${query}`);
  const colored =
    status === null || !hasColors ? String(status ?? '-') : styleText(colorOf(status), String(status), ALWAYS);
  const notes = [
    `${duration} ms`,
    ...(session === null ? [] : [`session ${session}`]),
    ...(fault === undefined ? [] : [fault]),
    ...(refused === undefined ? [] : [`${refused.reason}: ${inShort(refused.detail)}`]),
    ...(aborted ? ['the connection closed before it was answered'] : []),
  ];
  return `${method} ${visible(target)} ${colored} ${visible(notes.join(', '))}`;
}

/** The stream was asked before whether it has colours. */
const ALWAYS = { validateStream: false };

function colorOf(status: number): 'green' | 'yellow' | 'red' {
  if (status < 400) return 'green';
  return status < 500 ? 'yellow' : 'red';
}

/** The most that a line takes of one text. */
const LONGEST = 300;

function inShort(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Characters that a terminal might obey, or that change the order or the ends of lines, written as JSON would. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => character.split('').map(escaped).join(''));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
