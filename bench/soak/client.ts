import { Agent, request as send } from 'node:http';
import type { Json } from '../../spec';
import type { Send } from './lane';
import type { Expected } from './model';

/** A client that keeps its connections. */
export interface SoakClient {
  send: Send;
  close(): void;
}

/**
 * Makes a client of a server; connections are made as they are needed, and kept.
 * @param connections how many there are at most
 */
export function createClient(url: string, connections: number): SoakClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve) => {
        const sent = send(url + path, { method, agent, headers: { ...headers, ...lengthOf(body) } }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.once('end', () => resolve(toExpected(response.statusCode ?? 0, text)));
          response.once('error', () => resolve('cut'));
        });
        sent.once('error', () => resolve('cut')).end(body);
      }),
    close: () => agent.destroy(),
  };
}

function lengthOf(body: string | undefined): Record<string, number> {
  return body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
}

function toExpected(status: number, text: string): Expected {
  if (text === '') return { status };
  try {
    return { status, body: JSON.parse(text) as Json };
  } catch {
    return { status, body: text };
  }
}
