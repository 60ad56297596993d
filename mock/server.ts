import { createServer, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import { plainProblem } from './answers';
import { Connections } from './connections';
import { isLoopback } from './control/guard';
import { SERVER_LIMITS, type ServerLimits } from './limits';
import { createMock, type Mock, type MockOptions } from './mock';
import { checkStartOptions } from './options';
import { keepTicksQuick } from './quick/keep-ticks-quick';
import type { MockSession, SessionControls } from './sessions/controls';
import { cutOff } from './slow-clients';
import { type BareAnswer, faultOf, unreadable } from './unserved';

/** What a mock is made of, how it behaves, and where it listens. */
export interface StartOptions extends MockOptions {
  /** The port to listen on; 0, the default, for a free one. */
  port?: number;
  /** The address to listen on; loopback unless given. On any other the control API is off without a control token. */
  host?: string;
}

/** Any credential will do where none was named; this one is given as an example. */
const EXAMPLE_TOKEN = 'ZG9jZW50OmRvY2VudA==';

/** A named session of a mock that listens. */
export interface StartedSession extends MockSession {
  /** Where requests of this session can go without a header, and without a slash at the end. */
  readonly url: string;
}

/** A mock that listens, and the state that requests without a session share. */
export interface StartedMock extends SessionControls {
  /** Where it answers, without a slash at the end, such as `http://127.0.0.1:4010`. */
  url: string;
  /** What answers behind the server, for what is not among these members, such as `service` and `reload`. */
  mock: Mock;
  /** A credential that it accepts, as it follows the authentication scheme. */
  token: string;
  /**
   * The session of a name, which begins when it is first used.
   * @throws {SessionError} where that is no name of a session, or too many are in use
   */
  session(name: string): StartedSession;
  /** Waits until every change so far is safe in the file of the state, if there is one, as `saved` of the mock does. */
  saved(): Promise<void>;
  /** Stops listening, once the requests under way are answered, and lets go of the file of the state. */
  close(): Promise<void>;
}

/** Errors that leave nothing to say: the client has gone, or sends more than what it said was its last request (RFC 9112, section 9.6). */
const IGNORED = ['ECONNRESET', 'HPE_CLOSED_CONNECTION'];

const LATE = { status: 408, detail: 'The request did not arrive in time.' };
const NO_TUNNEL = { status: 501, detail: 'The mock is no proxy: it has no CONNECT.' };
const UNMET = { status: 417, detail: 'The only expectation that is met is 100-continue.' };

/**
 * Creates a mock and starts it.
 * @throws {ConfigurationError} as `createMock` does
 * @throws the system's error where the port cannot be had
 */
export async function startMock(options: StartOptions = {}): Promise<StartedMock> {
  checkStartOptions(options);
  return startLimited(options, SERVER_LIMITS);
}

/** The same with other limits: tests cannot wait as long. */
export async function startLimited(
  { port = 0, host = '127.0.0.1', ...options }: StartOptions,
  limits: ServerLimits,
): Promise<StartedMock> {
  const { control = isLoopback(host) || options.controlToken !== undefined, tokens = [] } = options;
  const mock = createMock({ ...options, control });
  const { server, connections } = serverFor(mock, limits);
  await listen(server, port, host).catch(async (error: unknown) => {
    await mock.close();
    throw error;
  });
  void keepTicksQuick(); // nobody has to wait for it
  const url = urlOf(server, host);
  const close = once(() => {
    mock.unwatch();
    return stop(server, connections).finally(mock.close);
  });
  const session = (name: string) => {
    const named = mock.session(name);
    return { ...named, url: url + named.basePath };
  };
  return { url, mock, token: tokens[0] ?? EXAMPLE_TOKEN, session, ...controlsIn(mock), saved: mock.saved, close };
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo; // listening on TCP, so it has one
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What the first call has begun is what every further one waits for. */
function once(begin: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  return () => {
    begun ??= begin();
    return begun;
  };
}

function controlsIn({
  journal,
  identifiers,
  today,
  reset,
  snapshot,
  restore,
  setToday,
  advance,
  switchTo,
  fault,
}: Mock): SessionControls {
  return { journal, identifiers, today, reset, snapshot, restore, setToday, advance, switchTo, fault };
}

/** A server that hands to the mock what HTTP knows and the limits allow, and refuses the rest itself. */
function serverFor(mock: Mock, limits: ServerLimits): { server: Server; connections: Connections } {
  const server = createServer(toServerOptions(limits));
  server.maxConnections = limits.connections;
  const patience = limits.partingTime;
  const connections = new Connections(server, patience, (request, response) => {
    const fault = faultOf(request, limits);
    if (fault === undefined) mock(request, response);
    else refuse(response, fault);
  });
  const parting = { patience: limits.requestTime, refuse: (socket: Duplex) => answer(socket, LATE, patience) };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') cutOff(socket, connections, parting);
    else if (!IGNORED.includes(error.code ?? '')) answer(socket, unreadable(error), patience);
  });
  server.on('checkExpectation', (_request, response) => refuse(response, UNMET));
  server.on('connect', (_request, socket) => answer(socket, NO_TUNNEL, patience));
  return { server, connections };
}

function toServerOptions(limits: ServerLimits): ServerOptions {
  return {
    requireHostHeader: false, // it is asked for here, with a problem document
    headersTimeout: limits.headerTime,
    requestTimeout: limits.requestTime,
    connectionsCheckingInterval: limits.checkInterval,
    keepAliveTimeout: limits.idleTime,
    maxHeaderSize: limits.headerSize,
  };
}

function refuse(response: ServerResponse, { status, detail }: BareAnswer): void {
  response.writeHead(status, { 'Content-Type': 'application/problem+json', Connection: 'close' });
  response.end(plainProblem(status, detail));
}

/** Answers on the bare socket, where Node has no response for it, and closes it, even if the client does not. */
function answer(socket: Duplex, { status, detail }: BareAnswer, patience: number): void {
  if (!socket.writable) return;
  const body = plainProblem(status, detail);
  const headers = `Content-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), patience).unref();
  socket.once('close', () => clearTimeout(timer));
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
}

function stop(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    connections.close();
  });
}
