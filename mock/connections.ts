import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasten } from './faults/pause';

/** The connections of a server, each with those of its requests that are not yet answered. */
export class Connections {
  readonly #unanswered = new Map<Socket, Set<ServerResponse>>();
  #isClosing = false;

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#unanswered.set(socket, new Set());
      socket.once('close', () => this.#unanswered.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.#unanswered.get(socket)?.add(response);
      if (this.#isClosing) hasten(response);
      response.once('close', () => this.#settle(socket, response));
    });
  }

  /** Closes each connection as soon as everything that was asked on it is answered, which may be at once; no answer is late any longer. */
  close(): void {
    this.#isClosing = true;
    for (const [socket, responses] of this.#unanswered) {
      for (const response of responses) hasten(response);
      this.#closeDone(socket, responses);
    }
  }

  #settle(socket: Socket, response: ServerResponse): void {
    const responses = this.#unanswered.get(socket);
    responses?.delete(response);
    if (this.#isClosing && responses) this.#closeDone(socket, responses);
  }

  #closeDone(socket: Socket, responses: Set<ServerResponse>): void {
    if (responses.size === 0) socket.destroySoon();
  }
}
