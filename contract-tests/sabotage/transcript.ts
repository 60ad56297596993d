import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { HonestServer } from './honest-server';

/** A request of a transcript; the credential is sent unless `headers` has another or `none`. */
export interface Request {
  method: 'GET' | 'PATCH';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Requests that are made one after the other; those in a list of their own at once. */
export type Script = (Request | Request[])[];

/** What came back, as it came. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A GET; its headers may take the place of the credential. */
export function get(path: string, headers?: Record<string, string>): Request {
  return { method: 'GET', path, ...(headers && { headers }) };
}

/** A PATCH of an event; a text as its body is sent as it is, be it JSON or not. */
export function patch(eventId: string, fields: unknown, headers?: Record<string, string>): Request {
  return {
    method: 'PATCH',
    path: `/special-events/${eventId}`,
    body: typeof fields === 'string' ? fields : JSON.stringify(fields),
    ...(headers && { headers }),
  };
}

/** The requests, each without a credential, unless it brings one along. */
export function withoutCredential(...requests: Request[]): Request[] {
  return requests.map((request) => ({ ...request, headers: { authorization: '', ...request.headers } }));
}

/** Runs a script against a server and writes down what came back. */
export async function transcribe(server: HonestServer, script: Script): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const step of script) replies.push(...(await Promise.all([step].flat().map((request) => ask(server, request)))));
  return replies;
}

/** Asks over `node:http`, which takes about half the time of `fetch`. */
export function ask(server: HonestServer, { method, path, headers, body }: Request): Promise<Reply> {
  const sent: Record<string, string> = {
    authorization: `Basic ${server.token}`,
    'accept-encoding': 'gzip',
    ...headers,
  };
  if (sent.authorization === '') delete sent.authorization;
  if (body !== undefined) sent['content-type'] ??= 'application/json';
  return new Promise((resolve, reject) => {
    request(server.url + path, { method, headers: sent }, (response) => resolve(replyOf(response)))
      .on('error', reject)
      .end(body);
  });
}

async function replyOf(response: IncomingMessage): Promise<Reply> {
  const content = await buffer(response);
  const { date, ...headers } = response.headers;
  const text = /gzip/.test(headers['content-encoding'] ?? '') ? gunzipSync(content) : content;
  return { status: response.statusCode ?? 0, headers, body: text.toString('utf8') };
}
