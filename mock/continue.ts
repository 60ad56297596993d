import type { ServerResponse } from 'node:http';

/** Responses whose clients send a body only once they are told to; there are few, and each is here for the time of one request. */
const awaited = new WeakSet<ServerResponse>();

/**
 * Notes that the client of a request waits for a 100 before it sends the body (RFC 9110, section 10.1.1). An answer without it closes
 * the connection, since the body may come or not.
 */
export function awaitContinue(response: ServerResponse): void {
  awaited.add(response);
  response.setHeader('Connection', 'close');
}

/** Asks for the body, where the client waits for that. */
export function askForBody(response: ServerResponse): void {
  if (!awaited.delete(response)) return;
  response.removeHeader('Connection'); // after which Node says nothing of it by itself
  if (!response.shouldKeepAlive) response.setHeader('Connection', 'close');
  response.writeContinue();
}
