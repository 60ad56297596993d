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
 * Looks at the body of a request, which is left in its stream.
 * @returns undefined where it is anything but plain, or did not come whole
 */
export async function readPlainBody(request: IncomingMessage): Promise<PlainBody | undefined> {
  const length = Number(request.headers['content-length']);
  if (!(length > 0 && length <= SMALL) || !(await hasArrived(request, length))) return undefined;
  const bytes = request.read(length) as Buffer | null; // no encoding was set
  if (bytes === null) return undefined;
  request.unshift(bytes);
  return isUtf8(bytes) ? parsed(bytes) : undefined;
}

/** Whether so many bytes of a stream can be read once the first of them can. What comes in pieces is not waited for. */
function hasArrived(request: IncomingMessage, length: number): Promise<boolean> {
  if (request.readableLength >= length) return Promise.resolve(true);
  return new Promise((resolve) => {
    const look = () => {
      request.off('readable', look).off('close', look);
      resolve(request.readableLength >= length);
    };
    request.on('readable', look).on('close', look);
  });
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
