import type { Socket } from 'node:net';
import type { Response } from 'express';
import { exchangeOf } from '../exchange';
import { isHastened, pause } from './pause';

/** Milliseconds between two pieces of a slow body: often enough to be smooth, and no timer for each byte. */
const SHORTEST_BEAT = 20;
const LONGEST_BEAT = 1000;

/** Sends an answer whose headers are set, in its own way. */
export type Delivery = (response: Response, body: Buffer) => void;

/** Has the answer sent in another way than at once, whoever answers. */
export function deliverBy(response: Response, delivery: Delivery): void {
  const end = (chunk?: unknown): Response => {
    Reflect.deleteProperty(response, 'end'); // that of its class is there again
    const hasBody = !exchangeOf(response)?.isHead && (typeof chunk === 'string' || Buffer.isBuffer(chunk));
    delivery(response, hasBody ? Buffer.from(chunk) : Buffer.alloc(0));
    return response;
  };
  response.end = end as Response['end']; // all that answer in the mock call it with the whole body, or with nothing
}

/** Closes the connection without a byte of answer. */
export function cut(response: Response): void {
  inTurn(response, (socket) => socket.destroySoon());
}

/** Sends the headers and a part of the body, from 0 up to but without 1 of it, and closes the connection. */
export function truncated(part: number): Delivery {
  return function truncated(response, body) {
    sendHead(response, body);
    response.write(body.subarray(0, Math.floor(body.length * part)));
    inTurn(response, (socket) => socket.destroySoon());
  };
}

/** Sends the body at so many bytes a second. */
export function slow(bytesPerSecond: number): Delivery {
  return function slow(response, body) {
    sendHead(response, body);
    void drip(response, body, bytesPerSecond);
  };
}

async function drip(response: Response, body: Buffer, bytesPerSecond: number): Promise<void> {
  const beat = Math.min(LONGEST_BEAT, Math.max(SHORTEST_BEAT, 1000 / bytesPerSecond));
  const started = performance.now();
  for (let sent = 0; sent < body.length; ) {
    await pause(response, beat);
    if (response.destroyed) return;
    const due = isHastened(response)
      ? body.length
      : Math.floor(((performance.now() - started) / 1000) * bytesPerSecond);
    if (due > sent) response.write(body.subarray(sent, due));
    sent = Math.max(sent, due);
  }
  response.end();
}

/** Sends the headers, with the length of the whole body. */
function sendHead(response: Response, body: Buffer): void {
  if (body.length > 0) response.setHeader('Content-Length', body.length);
  response.flushHeaders();
}

/** Does something to the connection once the answers before this one, which were asked on it too, are sent. */
function inTurn(response: Response, act: (socket: Socket) => void): void {
  const soon = (socket: Socket) => process.nextTick(act, socket); // when what was written has been passed on to it
  if (response.socket) soon(response.socket);
  else response.once('socket', soon);
}
