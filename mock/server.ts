import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { plainProblem } from './answers';
import { createMock, type Mock, type MockOptions } from './mock';

export interface StartOptions extends MockOptions {
  /** The port to listen on; 0, the default, for a free one. */
  port?: number;
  /** The address to listen on; loopback unless given. */
  host?: string;
}

/** A mock that listens. */
export interface StartedMock {
  /** Where it answers, without a slash at the end, such as `http://127.0.0.1:4010`. */
  url: string;
  mock: Mock;
  /** Stops listening, once the requests under way are answered. */
  close(): Promise<void>;
}

interface BareAnswer {
  status: number;
  reason: string;
  detail: string;
}

/** What a client is told that sent bytes which are no HTTP request, by the error of Node's parser. */
const UNREADABLE: Record<string, BareAnswer> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    detail: 'The header is larger than the server reads.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', detail: 'The request did not arrive in time.' },
};
const NO_TUNNEL = { status: 405, reason: 'Method Not Allowed', detail: 'The mock is no proxy: it has no CONNECT.' };
const NO_HTTP = { status: 400, reason: 'Bad Request', detail: 'What was sent is no HTTP request.' };

/**
 * Creates a mock and starts it.
 * @throws {ConfigurationError} as `createMock` does; or the system's error where the port cannot be had
 */
export async function startMock({ port = 0, host = '127.0.0.1', ...options }: StartOptions = {}): Promise<StartedMock> {
  const mock = createMock(options);
  const server = createServer(mock);
  server.on('clientError', answerUnreadable);
  server.on('connect', (_request, socket) => answer(socket, NO_TUNNEL));
  await listen(server, port, host);
  const { port: taken } = server.address() as AddressInfo; // listening on TCP, so it has one
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, mock, close: () => close(server) };
}

function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  answer(socket, UNREADABLE[error.code ?? ''] ?? NO_HTTP);
}

/** Answers on the bare socket, where Node has no response for it, and closes it. */
function answer(socket: Duplex, { status, reason, detail }: BareAnswer): void {
  const body = plainProblem(status, detail);
  const headers = `Content-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${headers}\r\n\r\n${body}`);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeIdleConnections();
  });
}
