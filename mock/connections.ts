import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hasten } from './faults/pause';

/** What is known of a connection. */
interface Held {
  /** The answers that are not yet sent. */
  readonly unanswered: Set<ServerResponse>;
  /** The answer to the request whose header came last, whether or not it is sent. */
  latest: ServerResponse | undefined;
}

/** The connections of a server, each with those of its requests that are not yet answered. */
export class Connections {
  readonly #held = new Map<Socket, Held>();
  readonly #partingTime: number;
  #isClosing = false;

  /** @param partingTime how long, once it closes, a request may take that has begun to arrive, in milliseconds */
  constructor(server: Server, partingTime: number) {
    this.#partingTime = partingTime;
    server.on('connection', (socket) => {
      this.#held.set(socket, { unanswered: new Set(), latest: undefined });
      socket.once('close', () => this.#held.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      const held = this.#held.get(socket);
      held?.unanswered.add(response);
      if (held) held.latest = response;
      if (this.#isClosing) hasten(response);
      response.once('close', () => this.#settle(socket, response));
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
