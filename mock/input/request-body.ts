import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import express, { type Request, type Response } from 'express';
import { type Content, essenceOf, isJsonMediaType } from '../../spec';
import { recordingOf } from '../journal/recording';
import { Refusal } from '../refusal';
import { run } from './run-middleware';

/** The most that is read of a body, in bytes. The size of a request is bounded nowhere in the document. */
const BODY_LIMIT = 1024 * 1024;

/** How deep a body may nest: far beyond any schema, and far from the end of the stack. */
export const DEPTH_LIMIT = 100;

/** Requests whose body, announced in chunks, turned out to be empty: Express makes an object of it. */
const empty = new WeakSet<IncomingMessage>();

const parseJson = express.json({
  limit: BODY_LIMIT,
  strict: false,
  type: () => true,
  verify: (request, response, bytes, charset) => {
    recordingOf(response as Response)?.keepRequestBody(bytes, charset); // Express's own, which it was called with
    if (bytes.length === 0) empty.add(request);
    if (charset === 'utf-8' && !isUtf8(bytes)) throw new Error('it is not UTF-8 (RFC 8259, section 8.1)');
  },
});

loadDecoder();

/**
 * Express loads the decoder of a charset with the first body that needs it. Jest forbids loading anything while concurrent tests run,
 * so that every body was then of an unsupported charset; it is loaded here, by reading a body of nothing.
 */
function loadDecoder(): void {
  const request = Object.assign(Readable.from([]), { headers: { 'content-length': '0' } });
  parseJson(request as unknown as Request, {} as Response, () => undefined); // all that it looks at before it reads
}

/**
 * Reads the JSON body of a request, where its operation has one.
 * @returns the parsed body; undefined where none was sent
 * @throws {Refusal} unsupported-media-type, body-too-large, malformed-json, or invalid-body for one that nests too deep
 */
export async function readBody(
  request: Request,
  response: Response,
  accepted: Content[],
  anyMediaType: boolean,
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  const sent = request.headers['content-type'];
  if (!anyMediaType && !accepted.some(({ mediaType }) => matches(mediaType, sent ?? ''))) {
    const known = accepted.map(({ mediaType }) => mediaType).join(', ');
    const detail = `The body must be ${known}, but its Content-Type was ${sent ? `"${sent}"` : 'missing'}.`;
    throw new Refusal('unsupported-media-type', detail, [
      { in: 'header', name: 'Content-Type', rule: 'mediaType', message: detail },
    ]);
  }
  const error = await run(parseJson, request, response);
  if (error !== undefined) throw refusalOf(error);
  if (isDeeperThan(request.body, DEPTH_LIMIT)) {
    const message = `must not nest deeper than ${DEPTH_LIMIT} levels`;
    throw new Refusal('invalid-body', `The body ${message}.`, [{ in: 'body', pointer: '', rule: 'depth', message }]);
  }
  return empty.has(request) ? undefined : request.body;
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether a media type that was sent is JSON and one that the document names, which may be a range such as `application/*`. */
function matches(documented: string, sent: string): boolean {
  const [range, essence] = [essenceOf(documented), essenceOf(sent)];
  if (!isJsonMediaType(essence)) return false;
  return range === essence || (range.endsWith('/*') && essence.startsWith(range.slice(0, -1))) || range === '*/*';
}

/** Express's JSON parser names its errors by type (body-parser, Errors). */
function refusalOf(error: unknown): Refusal {
  const { type = '', message } = error as { type?: string; message: string }; // http-errors, as body-parser documents
  if (type === 'entity.too.large') return new Refusal('body-too-large', `The body is larger than ${BODY_LIMIT} bytes.`);
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new Refusal('unsupported-media-type', `The body cannot be read: ${message}.`);
  return new Refusal('malformed-json', `The body is not JSON: ${message}.`, [
    { in: 'body', pointer: '', rule: 'json', message },
  ]);
}

/** Whether a value has more levels of objects and arrays in it. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}
