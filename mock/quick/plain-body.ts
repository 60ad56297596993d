import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { isObject, type JsonObject } from '../../spec';
import { DEPTH_LIMIT, isDeeperThan } from '../input/request-body';

/** A body as it usually is: a small JSON object with a member at least. */
export interface PlainBody {
  bytes: Buffer;
  text: string;
  value: JsonObject;
}

/** The most bytes of a body that are looked at here. */
const SMALL = 16 * 1024;

/**
 * Lets `use` see the body of a request, if it is plain and came whole with the header. What comes later is not waited for: the app has
 * begun with a request by then, and recorded it.
 * @param use says at once, or later, whether it has done all that was asked for
 * @returns what `use` said; false where it was not called. The body is then still in its stream, as it is where `use` fails
 */
export async function usePlainBody(
  request: IncomingMessage,
  use: (body: PlainBody) => boolean | Promise<boolean>,
): Promise<boolean> {
  const length = Number(request.headers['content-length']);
  if (!(length > 0 && length <= SMALL)) return false;
  await undefined; // what came together with the header is there by then
  if (request.readableLength < length) return false;
  const bytes = request.read(length) as Buffer | null; // no encoding was set
  if (bytes === null) return false;
  const body = isUtf8(bytes) ? parsed(bytes) : undefined;
  let outcome: boolean | Promise<boolean> = false;
  try {
    outcome = body !== undefined && use(body);
  } finally {
    if (outcome !== true) request.unshift(bytes); // in the same turn, before the stream is found to be empty
  }
  if (outcome === true) return true;
  const isDone = await outcome;
  if (isDone) request.resume();
  return isDone;
}

function parsed(bytes: Buffer): PlainBody | undefined {
  try {
    const text = bytes.toString();
    const value: unknown = JSON.parse(text);
    const isPlain = isObject(value) && Object.keys(value).length > 0 && !isDeeperThan(value, DEPTH_LIMIT);
    return isPlain ? { bytes, text, value: value as JsonObject } : undefined; // what JSON.parse returns
  } catch {
    return undefined;
  }
}
