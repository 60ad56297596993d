import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, each with how many of its requests are not yet answered. */
export class Connections {
  readonly #unanswered = new Map<Socket, number>();
  #isClosing = false;

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#unanswered.set(socket, 0);
      socket.once('close', () => this.#unanswered.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.#count(socket, 1);
      response.once('close', () => this.#count(socket, -1));
    });
  }

  /** Closes each connection as soon as everything that was asked on it is answered, which may be at once. */
  close(): void {
    this.#isClosing = true;
    for (const socket of this.#unanswered.keys()) this.#count(socket, 0);
  }

  #count(socket: Socket, more: number): void {
    const unanswered = (this.#unanswered.get(socket) ?? 0) + more;
    if (this.#unanswered.has(socket)) this.#unanswered.set(socket, unanswered);
    if (this.#isClosing && unanswered === 0) socket.destroySoon();
  }
}
