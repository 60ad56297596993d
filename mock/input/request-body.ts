import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import express, { type Request, type Response } from 'express';
import { jsonMediaTypeIn, type RequestBody } from '../../spec';
import { askForBody } from '../continue';
import { begunExchange } from '../exchange';
import { recordingOf } from '../journal/recording';
import { Refusal } from '../refusal';
import { contentFor } from './body-content';
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
 * Reads the JSON body of a request into its exchange, where its operation has one. It is what the document says of its media type; where the
 * service takes any, another one counts as JSON.
 * @throws {Refusal} unsupported-media-type, body-too-large, malformed-json, or invalid-body for one that nests too deep
 */
export async function readBody(
  request: Request,
  response: Response,
  { takesAnyMediaType }: { takesAnyMediaType: boolean },
): Promise<void> {
  const exchange = begunExchange(response);
  const documented = exchange.operation.body;
  if (documented === undefined || !hasBody(request)) return;
  const sent = request.headers['content-type'];
  const content = contentFor(documented, sent ?? '');
  if (content === undefined && !takesAnyMediaType) throw unsupported(documented, sent);
  if (Number(request.headers['content-length']) > BODY_LIMIT) throw tooLarge();
  exchange.content = content ?? documented.json;
  askForBody(response);
  exchange.body = await parsed(request, response);
}

function unsupported({ content }: RequestBody, sent: string | undefined): Refusal {
  const known = new Set(content.flatMap(({ mediaType }) => jsonMediaTypeIn(mediaType) ?? []));
  const must = known.size > 0 ? `must be ${[...known].join(', ')}` : 'cannot be read, since the mock reads JSON only';
  const detail = `The body ${must}, but its Content-Type was ${sent ? `"${sent}"` : 'missing'}.`;
  return new Refusal('unsupported-media-type', detail, [
    { in: 'header', name: 'Content-Type', rule: 'mediaType', message: detail },
  ]);
}

async function parsed(request: Request, response: Response): Promise<unknown> {
  const error = await Promise.race([run(parseJson, request, response), overflow(request)]);
  if (error !== undefined) throw refusalOf(error);
  if (isDeeperThan(request.body, DEPTH_LIMIT)) {
    const message = `must not nest deeper than ${DEPTH_LIMIT} levels`;
    throw new Refusal('invalid-body', `The body ${message}.`, [{ in: 'body', pointer: '', rule: 'depth', message }]);
  }
  return empty.has(request) ? undefined : request.body;
}

/** Refuses as soon as more has come than is read: the parser tells of it only once the whole body has come, which may never be. */
function overflow(request: Request): Promise<never> {
  let bytes = 0;
  return new Promise((_resolve, reject) => {
    if (request.headers['transfer-encoding'] === undefined || !request.readableFlowing) return; // its length is known, or nobody reads it
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > BODY_LIMIT) reject(tooLarge());
    });
  });
}

function tooLarge(): Refusal {
  return new Refusal('body-too-large', `The body is larger than ${BODY_LIMIT} bytes.`);
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Express's JSON parser names its errors by type (body-parser, Errors). */
function refusalOf(error: unknown): Refusal {
  const { type = '', message } = error as { type?: string; message: string }; // http-errors, as body-parser documents
  if (type === 'entity.too.large') return tooLarge();
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new Refusal('unsupported-media-type', `The body cannot be read: ${message}.`);
  const [rule, problem] = isUnpacking(error) ? ['encoding', 'could not be unpacked'] : ['json', 'is not JSON'];
  return new Refusal('malformed-json', `The body ${problem}: ${message}.`, [
    { in: 'body', pointer: '', rule, message },
  ]);
}

/** Whether it is an error of zlib, which has no type. */
function isUnpacking(error: unknown): boolean {
  return error instanceof Error && !('type' in error) && 'errno' in error;
}

/** Whether a value has more levels of objects and arrays in it. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}
