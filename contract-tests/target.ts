import { Agent as HttpAgent, type Server } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import supertest from 'supertest';
import type { Operation } from '../spec';
import { type CarriedCredential, type Exchange, queryPair, type Request, WRONG_TOKEN } from './exchange';
import { NoAnswer, NotExercised } from './findings';
import { createRedaction } from './redaction';

/** What is checked: a server somewhere, or the mock in this process. A rule cannot tell which. */
export interface Target {
  /** How messages name it. */
  name: string;
  /** @throws {NoAnswer} and, for a method that writes where nothing may be written, {NotExercised} */
  send(request: Request): Promise<Exchange>;
  /** The identifiers that an operation may be called with. */
  identifiersFor(operation: Operation): string[];
  /** The harness's own date as YYYY-MM-DD, in UTC. */
  today(): string;
  mayWrite: boolean;
  /** Removes the credential from a text. */
  redact(text: string): string;
}

export interface TargetOptions {
  /** A URL, base path included, or a server in this process. */
  server: string | Server;
  /** The address that messages show; the URL itself where there is one. */
  shownAs?: string;
  token: string;
  identifiersFor: (operation: Operation) => string[];
  mayWrite: boolean;
  now: () => Date;
  /** How long to wait for an answer, in milliseconds. */
  timeout?: number;
  /** The version that the `User-Agent` header names. */
  version?: string;
}

/** Methods that change nothing (RFC 9110, section 9.2.1; RFC 4918, section 9.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND'];

export function isSafe(method: string): boolean {
  return SAFE_METHODS.includes(method);
}

export function createTarget(options: TargetOptions): Target {
  const { server, mayWrite } = options;
  const base = typeof server === 'string' ? server.replace(/\/+$/, '') : server;
  // supertest opens and closes a server in this process for each request, so that no connection to it can be kept.
  const agent = createAgent(base, { keepAlive: typeof base === 'string' });
  const shown = options.shownAs ?? String(base);
  return {
    name: shown,
    mayWrite,
    identifiersFor: options.identifiersFor,
    today: () => options.now().toISOString().slice(0, 10),
    redact: createRedaction(options.token),
    send: async (request) => {
      if (!mayWrite && !isSafe(request.method)) {
        throw new NotExercised(`it would write, and writing to ${shown} was not allowed (see --allow-writes)`);
      }
      return { url: shown + request.path, request, response: await exchange(base, agent, request, options) };
    },
  };
}

type Agent = HttpAgent | HttpsAgent;

function createAgent(base: string | Server, options: { keepAlive: boolean }): Agent {
  return typeof base === 'string' && base.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
}

/** A server may close a connection just as the next request is sent over it; that request is sent again, over a new one. */
async function exchange(
  base: string | Server,
  agent: Agent,
  request: Request,
  options: TargetOptions,
): Promise<Exchange['response']> {
  try {
    return await sendOnce(base, agent, request, options);
  } catch (error) {
    if (!(error instanceof NoAnswer) || !/ECONNRESET|EPIPE|socket hang up/.test(error.message)) throw error;
    return sendOnce(base, createAgent(base, { keepAlive: false }), request, options);
  }
}

async function sendOnce(
  base: string | Server,
  agent: Agent,
  request: Request,
  { token, timeout = 30_000, version = '0' }: TargetOptions,
): Promise<Exchange['response']> {
  const carried = request.credentials.map((credential) => ({ ...credential, text: onTheWire(credential, token) }));
  const query = [
    ...Object.entries(request.query ?? {}).map(([name, value]) => queryPair(name, String(value))),
    ...carried.filter((each) => each.in === 'query').map(({ carrier, text }) => queryPair(carrier, text)),
  ].join('&');
  const cookies = carried.filter((each) => each.in === 'cookie');
  const method = request.method.toLowerCase() as 'get'; // supertest has a function for every method of node:http
  const sending = supertest(base)
    [method](request.path + (query === '' ? '' : `?${query}`))
    .set('User-Agent', `docent/${version}`)
    .set(request.headers ?? {})
    .set(Object.fromEntries(carried.filter((each) => each.in === 'header').map((each) => [each.carrier, each.text])))
    .agent(agent)
    .redirects(0)
    .timeout({ response: timeout, deadline: timeout * 2 })
    .ok(() => true)
    .buffer(true)
    .parse(asText);
  if (cookies.length > 0) {
    sending.set('Cookie', cookies.map(({ carrier, text }) => `${carrier}=${encodeURIComponent(text)}`).join('; '));
  }
  try {
    const { status, headers, body } = await (request.body === undefined ? sending : sending.send(request.body));
    return { status, headers, text: String(body), json: parsed(String(body)) };
  } catch (cause) {
    const { code, message } = cause as Error & { code?: string }; // superagent rejects with errors only
    throw new NoAnswer(`${request.method} ${request.path} got no answer: ${code ?? message}`, { cause });
  }
}

function onTheWire({ scheme, value }: CarriedCredential, token: string): string {
  const sent = value === 'given' ? token : WRONG_TOKEN;
  return scheme === undefined ? sent : `${scheme} ${sent}`;
}

/** Reads a body as it is, whatever it is declared to be. */
function asText(response: unknown, done: (error: Error | null, body: string) => void): void {
  const stream = response as NodeJS.ReadableStream; // what superagent hands to a parser on Node
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
  stream.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return undefined; // a body that is no JSON is a fact about it, for the rules to judge
  }
}
