import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import type { Service } from '../../spec';
import { withoutSlash } from '../target/addresses';
import { createRedaction } from '../target/redaction';
import { assertableDocument } from './asserted-document';
import type { Complaint } from './complaints';
import { type Judge, type Recorded, startJudge } from './judge';

/** Where a proxy listens, on a free port where `port` is 0, whom it hands on to, and by which document answers are judged. */
export interface ProxyOptions {
  service: Service;
  /** Base URL of the server. */
  upstream: URL;
  port: number;
  host: string;
  /** Told of every request once its answer is judged, or once it is clear that none can be. */
  report: (sighting: Sighting) => void;
}

/** One request that came by, and what is to be said of its answer. No text of it carries the request's credential. */
export interface Sighting {
  method: string;
  path: string;
  /** Undefined where the server gave no answer. */
  status: number | undefined;
  complaints: Complaint[];
  /** Why nothing can be said of the answer. */
  unjudged?: string;
}

/** A proxy that listens, until it is closed. */
export interface Proxy {
  url: string;
  /** Resolves when Prism has ended of its own accord. */
  ended: Promise<void>;
  /** Stops listening, waits for what is still being judged, and ends Prism. */
  close(): Promise<void>;
}

/** The most of a body that is kept to be judged, in bytes. */
const LARGEST = 10 * 1024 * 1024;

/** Headers of one connection, which are not handed on (RFC 9110, section 7.6.1). */
const OF_CONNECTION = /^(connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/** The one of them by which a body without a length is sent on as it comes. */
const CHUNKED = 'transfer-encoding';

/**
 * Starts a server that hands every request on to another and its answer back as it streams in, and has Prism judge a copy of
 * each answer by what the document may assert.
 * @throws {ConfigurationError} where Prism is not installed; or the system's error where the port cannot be had
 */
export async function startProxy({ service, upstream, port, host, report }: ProxyOptions): Promise<Proxy> {
  const judge = await startJudge(assertableDocument(service));
  const judging = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    handOn(request, response, upstream, createWatch(judge, judging, redacting(request, report)));
  });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await judge.close();
    throw error;
  }
  const { port: taken } = server.address() as AddressInfo; // listening on TCP, so it has one
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    ended: judge.ended,
    close: async () => {
      await stop(server);
      await Promise.all(judging);
      await judge.close();
    },
  };
}

interface Watch {
  /** There is an answer to be judged. */
  seen(recorded: Recorded): void;
  /** There is none. */
  passed(sighting: Omit<Sighting, 'complaints'>): void;
}

function createWatch(judge: Judge, judging: Set<Promise<void>>, report: ProxyOptions['report']): Watch {
  return {
    passed: (sighting) => report({ ...sighting, complaints: [] }),
    seen: (recorded) => {
      const { method, path, status } = recorded;
      const judged = judge.judge(recorded).then(
        (complaints) => report({ method, path, status, complaints }),
        (error: Error) => report({ method, path, status, complaints: [], unjudged: error.message }),
      );
      judging.add(judged);
      void judged.finally(() => judging.delete(judged));
    },
  };
}

/** Hands a request on and its answer back; neither waits for a judgement. */
function handOn(request: IncomingMessage, response: ServerResponse, upstream: URL, watch: Watch): void {
  const { method = 'GET' } = request;
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/]*/i, ''); // a request target may be a whole URL
  if (!target.startsWith('/')) return void response.writeHead(400).end();
  const [path = '/'] = target.split('?');
  const send = upstream.protocol === 'https:' ? httpsRequest : httpRequest;
  const asked = send({
    ...urlToHttpOptions(upstream),
    path: withoutSlash(upstream.pathname) + target,
    method,
    headers: handedOn(request),
    agent: false, // a connection that was kept may be closed just when it is used again
  });
  pipeline(request, asked, () => undefined); // its failure is the one that `asked` tells of
  response.once('close', () => asked.destroy());
  asked.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (response.destroyed || response.headersSent) return; // the caller has gone, or sees it break off
    watch.passed({ method, path, status: undefined, unjudged: `the server gave no answer: ${code ?? message}` });
    response.writeHead(502, { 'Content-Type': 'text/plain' }).end('The server behind docent proxy gave no answer.\n');
  });
  asked.once('response', (answer) => handBack({ method, path }, answer, response, watch));
}

function handedOn({ headers }: IncomingMessage): Record<string, string | string[] | undefined> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'host' && (name === CHUNKED || !OF_CONNECTION.test(name))),
  );
}

function handBack(
  asked: Pick<Recorded, 'method' | 'path'>,
  answer: IncomingMessage,
  response: ServerResponse,
  watch: Watch,
): void {
  const status = answer.statusCode ?? 0; // an answer has one
  const copy = new Copy(answer);
  response.writeHead(status, answer.statusMessage, withoutConnection(answer.rawHeaders));
  pipeline(answer, response, (error) => {
    const { chunks } = copy;
    if (error || !isJudged(asked.method, status)) watch.passed({ ...asked, status });
    else if (chunks === undefined) watch.passed({ ...asked, status, unjudged: 'its body is too large' });
    else watch.seen({ ...asked, status, headers: answer.rawHeaders, body: Buffer.concat(chunks) });
  });
}

/** What HTTP itself answers without a body of the service's own: pre-flight, HEAD, and "not modified". */
function isJudged(method: string, status: number): boolean {
  return method !== 'HEAD' && method !== 'OPTIONS' && status !== 304;
}

/** What a message consisted of, as long as that is not too much. */
class Copy {
  chunks: Buffer[] | undefined = [];
  #size = 0;

  constructor(message: IncomingMessage) {
    message.on('data', (chunk: Buffer) => {
      this.#size += chunk.length;
      if (this.#size > LARGEST) this.chunks = undefined;
      this.chunks?.push(chunk);
    });
  }
}

function withoutConnection(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, index) => !OF_CONNECTION.test(rawHeaders[index - (index % 2)] ?? ''));
}

/** The credential may stand in the path, or in the name of a field that the server sends back. */
function redacting(
  { headers: { authorization = '' } }: IncomingMessage,
  report: ProxyOptions['report'],
): ProxyOptions['report'] {
  const token = authorization.trim().split(/\s+/).at(-1) ?? '';
  if (token === '') return report;
  const redact = createRedaction(token);
  return ({ path, complaints, ...sighting }) =>
    report({
      ...sighting,
      path: redact(path),
      complaints: complaints.map(({ kind, message }) => ({ kind, message: redact(message) })),
    });
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
