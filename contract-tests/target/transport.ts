import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { gunzip } from 'node:zlib';
import { Test } from 'supertest';
import { NoAnswer, TimedOut, Unreadable } from '../findings';
import { withoutSlash } from './addresses';
import { type CarriedCredential, queryPair, type Request, type Response, WRONG_TOKEN } from './exchange';
import { isSafe } from './methods';

/** Where requests go, and what goes with each of them. */
export interface TransportOptions {
  /** A URL, base path included, without a slash at its end. */
  base: string;
  token: string;
  /** How long to wait for an answer, in milliseconds. */
  timeout: number;
  /** Sent with every request that has none of the same name. */
  headers: Record<string, string>;
}

/** Sends a request once, over a connection that is kept, or over a new one. */
export type SendOnce = (request: Request, connection: 'kept' | 'new') => Promise<Response>;

/**
 * Opens the connections to a server.
 * @returns what sends a request over them; it rejects with NoAnswer where there is no answer
 */
export function createTransport(options: TransportOptions): SendOnce {
  const kept = createAgent(options.base, { keepAlive: true });
  return (request, connection) =>
    sendAndFollow(request, connection === 'kept' ? kept : createAgent(options.base, { keepAlive: false }), options);
}

/** How often a request is sent on, as to a path with a slash at its end. */
const MOST_REDIRECTS = 3;

/** Sends a request, and again where the server says that it is to be sent as it is to another of its own addresses. */
async function sendAndFollow(request: Request, agent: Agent, options: TransportOptions): Promise<Response> {
  let sent = request;
  let asked = options.base + request.path;
  let answer = await sendOnce(sent, agent, options);
  for (let redirects = 0; redirects < MOST_REDIRECTS; redirects += 1) {
    const address = addressIn(answer, asked, sent);
    if (address === undefined) break;
    const { query: _inTheAddress, ...rest } = sent;
    const credentials = sent.credentials.filter((each) => each.in !== 'query');
    sent = { ...rest, credentials, path: address.pathname + address.search };
    asked = address.href;
    answer = await sendOnce(sent, agent, { ...options, base: address.origin });
  }
  return answer;
}

/**
 * Where a request is to be sent on with its method and its body (RFC 9110, sections 15.4.8 and 15.4.9); what only reads also where
 * nothing but the slash at the path's end is another. Any other redirect, as to a login page, is an answer.
 */
function addressIn({ status, headers: { location } }: Response, asked: string, { method }: Request): URL | undefined {
  const isForReads = [301, 302].includes(status) && isSafe(method);
  if (!(isForReads || [307, 308].includes(status)) || !URL.canParse(location ?? '', asked)) return undefined;
  const [address, from] = [new URL(location ?? '', asked), new URL(asked)];
  const isSamePath = withoutSlash(address.pathname) === withoutSlash(from.pathname);
  return (isSamePath || !isForReads) && address.origin === from.origin ? address : undefined;
}

type Agent = HttpAgent | HttpsAgent;

function createAgent(base: string, options: { keepAlive: boolean }): Agent {
  return base.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
}

async function sendOnce(request: Request, agent: Agent, options: TransportOptions): Promise<Response> {
  const sending = prepared(request, agent, options);
  try {
    const { status, headers, body } = await (request.body === undefined ? sending : sending.send(request.body));
    return { status, headers, text: String(body), json: parsed(String(body)) };
  } catch (cause) {
    const { code, message, timeout } = cause as Error & { code?: string; timeout?: number }; // superagent rejects with errors only
    const what = `${request.method} ${request.path} got`;
    if (UNREADABLE.test(code ?? ''))
      throw new Unreadable(`${what} an answer that cannot be read: ${code} (${message})`, { cause });
    if (code === 'ETOOLARGE') throw new Unreadable(`${what} an answer that is too large to be read`, { cause });
    if (timeout !== undefined) throw new TimedOut(`${what} no whole answer in ${timeout / 1000} s`, { cause });
    throw new NoAnswer(`${what} no answer: ${code ?? message}`, { cause });
  }
}

/** What Node calls an answer that is no HTTP, and one whose body is not encoded as its header says. */
const UNREADABLE = /^(HPE_|Z_|ERR__?ZLIB|ERR_BROTLI)/;

/** A request as superagent sends it; whatever comes back is an answer, be it a redirect or a refusal. */
function prepared(request: Request, agent: Agent, { base, token, timeout, headers }: TransportOptions): Test {
  const carried = (place: CarriedCredential['in']) =>
    request.credentials
      .filter((each) => each.in === place)
      .map((each) => ({ name: each.carrier, text: onTheWire(each, token) }));
  const query = [
    ...Object.entries(request.query ?? {}).map(([name, value]) => queryPair(name, String(value))),
    ...carried('query').map(({ name, text }) => queryPair(name, text)),
  ].join('&');
  const cookies = [
    ...Object.entries(headers).flatMap(([name, value]) => (name.toLowerCase() === 'cookie' ? [value] : [])),
    ...carried('cookie').map(({ name, text }) => `${name}=${text.replace(NO_COOKIE_OCTET, encodeURIComponent)}`),
  ];
  return new Test(base, request.method, request.path + (query === '' ? '' : `?${query}`))
    .set(headers)
    .set(request.headers ?? {})
    .set(Object.fromEntries(carried('header').map(({ name, text }) => [name, text])))
    .set(cookies.length > 0 ? { Cookie: cookies.join('; ') } : {})
    .agent(agent)
    .redirects(0)
    .timeout({ response: timeout, deadline: timeout * 2 })
    .ok(() => true)
    .buffer(true)
    .parse(asText);
}

/** What a cookie cannot carry as it is (RFC 6265, section 4.1.1). */
const NO_COOKIE_OCTET = /[^!#-+\--:<-[\]-~]/gu;

function onTheWire({ scheme, value }: CarriedCredential, token: string): string {
  const sent = value === 'given' ? token : WRONG_TOKEN;
  return scheme === undefined ? sent : `${scheme} ${sent}`;
}

/** Reads a body as it is, whatever it is declared to be; superagent knows gzip by that name alone (RFC 9110, section 8.4.1.3). */
function asText(response: unknown, done: (error: Error | null, body: string) => void): void {
  const stream = response as IncomingMessage; // what superagent hands to a parser on Node
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
  stream.on('end', () => {
    const body = Buffer.concat(chunks);
    const isGzip = /^\s*x-gzip\s*$/i.test(stream.headers['content-encoding'] ?? '') && body.length > 0;
    if (isGzip) gunzip(body, (error, unpacked) => done(error, String(unpacked)));
    else done(null, body.toString('utf8'));
  });
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return undefined; // a body that is no JSON is a fact about it, for the rules to judge
  }
}
