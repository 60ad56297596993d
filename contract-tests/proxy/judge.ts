import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../spec';
import { type Complaint, readComplaints } from './complaints';
import { type Prism, startPrism } from './prism';

/** An answer as the server gave it. */
export interface Recorded {
  method: string;
  /** Below the base URL, without its query, which may carry a credential. */
  path: string;
  status: number;
  /** Names and values in turn, as Node's `rawHeaders`. */
  headers: string[];
  body: Buffer;
}

/** Prism, asked what it says of answers that were already given. */
export interface Judge {
  /** Rejects where Prism has no opinion: it gave no answer, or one of its own. */
  judge(recorded: Recorded): Promise<Complaint[]>;
  /** Resolves when Prism has ended, for whatever reason. */
  ended: Promise<void>;
  close(): Promise<void>;
}

/** Names the recorded answer in a request to Prism, which hands it on to its upstream. */
const NUMBER_HEADER = 'x-docent-exchange';

/** Headers that would send Prism elsewhere, or that tell of the connection on which the answer came. */
const NOT_REPLAYED = /^(location|connection|keep-alive|transfer-encoding|content-length|trailer|sl-violations)$/i;

/** Prism answers what its upstream has not implemented from its own mock; an answer of that status is shown to it as another. */
const shownStatus = (status: number) => (status === 501 ? 500 : status);

/** How long Prism may think about one answer, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Starts `prism proxy` before a server that replays recorded answers. Prism so judges each answer without standing in its
 * way: in between it would follow redirects, rewrite numbers, break what is no text, replace a 501 by a mock's answer, and
 * never answer malformed JSON.
 */
export async function startJudge(document: JsonObject): Promise<Judge> {
  const answers = new Map<string, Recorded>();
  const upstream = await startReplay(answers);
  const folder = mkdtempSync(join(tmpdir(), 'docent-proxy-'));
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const clear = () => {
    agent.destroy();
    upstream.server.close();
    upstream.server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const prism = await startPrismBefore(upstream.url, document, join(folder, 'openapi.json'));
    return {
      ended: prism.ended,
      judge: async (recorded) => {
        const key = randomUUID();
        answers.set(key, recorded);
        const asked = askPrism(prism.url, key, recorded, agent).finally(() => answers.delete(key));
        return readComplaints(await asked);
      },
      close: () => prism.stop().finally(clear),
    };
  } catch (error) {
    clear();
    throw error;
  }
}

function startPrismBefore(upstream: string, document: JsonObject, file: string): Promise<Prism> {
  writeFileSync(file, JSON.stringify(document));
  return startPrism(['proxy', '--validate-request=false', file, upstream]);
}

/** Answers each request with the recorded answer that it names. */
async function startReplay(answers: Map<string, Recorded>): Promise<{ server: Server; url: string }> {
  const server = createServer(({ headers }, response) => {
    const recorded = answers.get(String(headers[NUMBER_HEADER]));
    if (recorded === undefined) return void response.writeHead(404).end();
    for (let index = 0; index + 1 < recorded.headers.length; index += 2) {
      const [name = '', value = ''] = recorded.headers.slice(index, index + 2);
      if (!NOT_REPLAYED.test(name)) response.appendHeader(name, value);
    }
    response.writeHead(shownStatus(recorded.status)).end(recorded.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on TCP, so it has one
  return { server, url: `http://127.0.0.1:${port}` };
}

/** The request goes without body, query and credential: only the answer is judged. */
async function askPrism(url: string, key: string, { method, path, status }: Recorded, agent: Agent): Promise<unknown> {
  const asked = request(url + path, {
    method,
    agent,
    headers: { [NUMBER_HEADER]: key, Accept: '*/*' },
    signal: AbortSignal.timeout(PATIENCE),
  }).end();
  const { statusCode, headers } = await answerTo(asked);
  if (statusCode !== shownStatus(status)) throw new Error(`Prism answered ${statusCode} instead`);
  return headers['sl-violations'];
}

/** The answer once the whole of it has come. */
function answerTo(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('error', reject).once('response', (response) => {
      response
        .once('error', reject)
        .once('end', () => resolve(response))
        .resume();
    });
  });
}
