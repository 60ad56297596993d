import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject, Operation } from '../../spec';
import { NoAnswer, NotExercised } from '../findings';
import { withoutSlash } from './addresses';
import { Admission } from './admission';
import type { Exchange, Request } from './exchange';
import { Line } from './line';
import { Memory } from './memory';
import { isSafe } from './methods';
import type { Retry } from './patience';
import { createRedaction } from './redaction';
import { createTransport, type SendOnce } from './transport';

/** What is checked: a server somewhere, or the mock in this process. A rule cannot tell which. */
export interface Target {
  /** How messages name it. */
  name: string;
  /**
   * Sends a request; `noticed` learns whenever it had to be sent again.
   * @throws {NoAnswer}; {Ended} once the run is over; and, for a method that writes where nothing may be written, {NotExercised}
   */
  send(request: Request, noticed?: (retry: Retry) => void): Promise<Exchange>;
  /** The identifiers that an operation may be called with. */
  identifiersFor(operation: Operation): string[];
  /** The harness's own date as YYYY-MM-DD, in UTC. */
  today(): string;
  mayWrite: boolean;
  /** What every request carries. */
  headers?: Record<string, string>;
  /** Removes the credential from a text. */
  redact(text: string): string;
  /** None for a target that forgets when the run ends. */
  journal?: EntryKeeper;
  /** Entries as they were read when they had been put back last; a check that changes one takes it out. */
  settled: Settled;
  /** As that of `Admission`. */
  isRegained(): Promise<boolean>;
  /** As that of `Admission`. */
  isReopened(): Promise<boolean>;
  memory: Memory;
}

/** Keeps how an entry is before its first change, so that it can be put back whatever becomes of the process. */
export interface EntryKeeper {
  keep(operation: Operation, identifier: string, before: JsonObject): void;
}

/** By resource and identifier. */
export type Settled = Map<string, JsonObject>;

/** How a target is reached, and what may be done to it. */
export interface TargetOptions {
  /** A URL, base path included, or a server in this process that is to be started when it is first asked something. */
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
  /** Sent with every request. */
  headers?: Record<string, string>;
  journal?: EntryKeeper;
  /** The most requests that a run may make. */
  budget?: number;
  /** Ends the run: nothing is sent any more, save to put something back. */
  signal?: AbortSignal;
}

/** A server that answers slower than this is too slow. */
const TIMEOUT = 30_000;

/** Makes a target of a server; nothing is connected to or started before it is first asked something. */
export function createTarget(options: TargetOptions): Target {
  const { server, mayWrite, journal, headers = {}, signal, now, budget } = options;
  const shown = options.shownAs ?? (typeof server === 'string' ? withoutSlash(server) : 'this process');
  const sendOnce = lazily(async () => createTransport(await transportOptions(options)));
  const line = new Line({ sendOnce, now, budget, signal });
  const admission = new Admission({ send: (request) => line.sendInTurn(request, () => {}), signal });
  return {
    name: shown,
    mayWrite,
    headers,
    ...(journal && { journal }),
    settled: new Map(),
    memory: new Memory(),
    isRegained: () => admission.isRegained(),
    isReopened: () => admission.isReopened(),
    identifiersFor: options.identifiersFor,
    today: () => now().toISOString().slice(0, 10),
    redact: createRedaction(options.token, ...secretsIn(headers)),
    send: async (request, noticed = () => {}) => {
      if (!mayWrite && !isSafe(request.method)) {
        throw new NotExercised(
          `it would write to ${shown}, which this run may not (see --allow-writes, ALLOW_WRITES and --read-only)`,
        );
      }
      const asked = { url: shown + request.path, request: { ...request, headers: { ...headers, ...request.headers } } };
      const response = await line.send(request, noticed).catch((error: unknown) => {
        if (error instanceof NoAnswer) error.asked = asked;
        throw error;
      });
      admission.seen(request, response);
      return { ...asked, response };
    },
  };
}

async function transportOptions({ server, token, timeout = TIMEOUT, version = '0', headers = {} }: TargetOptions) {
  const base = withoutSlash(typeof server === 'string' ? server : await listen(server));
  return { base, token, timeout, headers: { 'User-Agent': `docent/${version}`, ...headers } };
}

/** Starts a server on a free port of this machine; it ends with the process, which does not wait for it. */
async function listen(server: Server): Promise<string> {
  server.on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port, so it has one
}

/** Creates what sends requests with the first of them. */
function lazily(create: () => Promise<SendOnce>): SendOnce {
  let created: Promise<SendOnce> | undefined;
  return async (request, connection) => {
    created ??= create();
    return (await created)(request, connection);
  };
}

/** Headers whose values are nobody's business. */
const SECRET_HEADER = /^(cookie|authorization|proxy-authorization)$|(^|[-_])(key|token|secret|password)$/i;

/** What no report may show of the headers that every request carries: values whose names say so, whole and in their parts. */
export function secretsIn(headers: Record<string, string>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!SECRET_HEADER.test(name)) return [];
    // Each cookie by itself, and a credential without its scheme.
    if (/^cookie$/i.test(name)) return [value, ...value.split(/;\s*/).map((pair) => pair.replace(/^[^=]*=/, ''))];
    return [value, value.replace(/^\S+\s+/, '')];
  });
}
