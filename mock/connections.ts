import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers';
import { awaitContinue } from './continue';
import { hasten } from './faults/pause';

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE: readonly (string | undefined)[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** What is known of a connection. */
interface Held {
  /** The answers that are not yet sent. */
  readonly unanswered: Set<ServerResponse>;
  /** The answer to the request whose header came last, whether or not it is sent. */
  latest: ServerResponse | undefined;
}

/**
 * The connections of a server, each with those of its requests that are not yet answered. Requests that a client sends without waiting
 * for answers are served side by side only where all of them are safe (RFC 9112, section 9.3.2).
 */
export class Connections {
  readonly #held = new Map<Socket, Held>();
  readonly #partingTime: number;
  readonly #serve: Serve;
  #isClosing = false;

  /**
   * @param partingTime how long, once it closes, a request may take that has begun to arrive, in milliseconds
   * @param serve is given each request when it is its turn
   */
  constructor(server: Server, partingTime: number, serve: Serve) {
    this.#partingTime = partingTime;
    this.#serve = serve;
    server.on('connection', (socket) => {
      this.#held.set(socket, { unanswered: new Set(), latest: undefined });
      socket.once('close', () => this.#held.delete(socket));
    });
    server.on('request', (request, response) => this.#admit(request, response));
    server.on('checkContinue', (request, response) => {
      awaitContinue(response);
      this.#admit(request, response);
    });
  }

  /** What is known of a connection; nothing is of one that was closed. */
  on(socket: Duplex): Readonly<Held> {
    // A server that listens on TCP has no other streams than its sockets.
    return this.#held.get(socket as Socket) ?? { unanswered: new Set(), latest: undefined };
  }

  /** Closes each connection as soon as everything that was asked on it is answered, which may be at once; no answer is late any longer. */
  close(): void {
    this.#isClosing = true;
    for (const [socket, { unanswered }] of this.#held) {
      for (const response of unanswered) hasten(response);
      this.#closeDone(socket, unanswered);
    }
    if (this.#held.size > 0) setTimeout(() => this.#cutUnfinished(), this.#partingTime).unref();
  }

  #admit(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const held = this.#held.get(socket);
    const before = held && held.unanswered.size > 0 && !areAllSafe(held.unanswered, request) ? held.latest : undefined;
    if (held) {
      held.unanswered.add(response);
      held.latest = response;
    }
    response.once('close', () => this.#settle(socket, response));
    if (before === undefined) this.#begin(request, response);
    else
      before.once('close', () => {
        if (socket.writable) this.#begin(request, response); // else an earlier request was the last (RFC 9112, section 9.6)
      });
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#serve(request, response);
    if (this.#isClosing) hasten(response);
  }

  /** Node looks for late requests no more once a server closes. */
  #cutUnfinished(): void {
    for (const [socket, { latest }] of this.#held) if (latest?.req.complete === false) socket.destroy();
  }

  #settle(socket: Socket, response: ServerResponse): void {
    const held = this.#held.get(socket);
    held?.unanswered.delete(response);
    if (this.#isClosing && held) this.#closeDone(socket, held.unanswered);
  }

  #closeDone(socket: Socket, unanswered: Set<ServerResponse>): void {
    if (unanswered.size === 0) socket.destroySoon();
  }
}

function areAllSafe(unanswered: ReadonlySet<ServerResponse>, { method }: IncomingMessage): boolean {
  return SAFE.includes(method) && [...unanswered].every(({ req: request }) => SAFE.includes(request.method));
}
