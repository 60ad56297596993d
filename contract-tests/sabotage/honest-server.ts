import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Fields, type HoursEntry, TOKEN } from './museum-data';
import { type Answer, type Asked, HONEST, Refusal, type Store, type Ways } from './ways';

/** What a server does otherwise than the honest one; a function where it needs memory of its own, called once a server. */
export type Change = Partial<Ways> | (() => Partial<Ways>);

/** A server that is listening; whoever started it closes it. */
export interface HonestServer {
  /** The base URL, without a slash at its end. */
  url: string;
  /** What follows `Basic ` in the header. */
  token: string;
  eventIds: string[];
  /** An event as it is stored now, without asking over HTTP. */
  event(eventId: string): Fields | undefined;
  close(): Promise<void>;
}

/**
 * Starts a museum service on a free port of 127.0.0.1, written from the documentation alone: it shares nothing
 * with the mock or with the suite that judges it.
 */
export async function startHonestServer(change: Change = {}): Promise<HonestServer> {
  const bent: Ways = { ...HONEST, ...(typeof change === 'function' ? change() : change) };
  const ways: Ways = { ...bent, hours: onceADay(bent.hours) };
  const events = ways.events(ways.today());
  const store: Store = new Map(events.map((event) => [String(event.eventId), event]));
  const eventIds = [...store.keys()];
  const server = createServer((request, response) => {
    serve(ways, store, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  return {
    url: `http://127.0.0.1:${port}${ways.basePath}`,
    token: TOKEN,
    eventIds,
    event: (eventId) => structuredClone(store.get(eventId)),
    close: () => close(server),
  };
}

/** Lists the calendar once for each day, because a request would otherwise take most of its time for it. */
function onceADay(list: Ways['hours']): Ways['hours'] {
  const known = new Map<string, HoursEntry[]>();
  return (today) => {
    const entries = known.get(today) ?? list(today);
    known.set(today, entries);
    return entries;
  };
}

/** A request's path: find its operation, run it or refuse it, send the answer. */
async function serve(ways: Ways, store: Store, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await textOf(request);
  const asked = operationOf(ways, request, body);
  if (asked === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"unknown path"}');
    return;
  }
  await ways.send(await answerTo(ways, store, asked), asked, response);
}

async function answerTo(ways: Ways, store: Store, asked: Asked): Promise<Answer> {
  try {
    if (!ways.isAuthorised(asked, TOKEN)) throw new Refusal('no credential');
    return ways.succeed(ways.serialize(await OPERATIONS[asked.operation](ways, store, asked), asked), asked);
  } catch (error) {
    if (error instanceof Refusal) return ways.refuse(error);
    throw error;
  }
}

const OPERATIONS: Record<Asked['operation'], (ways: Ways, store: Store, asked: Asked) => unknown> = {
  async hours(ways, _store, asked) {
    const today = ways.today();
    const query = await ways.readQuery(asked.query, today);
    return ways.showHours(ways.cut(ways.select(ways.hours(today), query), query), query);
  },
  async read(ways, store, asked) {
    const event = await ways.read(store, ways.identifier(asked.eventId));
    if (event === undefined) throw new Refusal('unknown event');
    return ways.showEvent(event);
  },
  async update(ways, store, asked) {
    const eventId = ways.identifier(asked.eventId);
    const earlier = structuredClone(store.get(eventId));
    if (earlier === undefined) throw new Refusal('unknown event');
    const patch = ways.readPatch(asked);
    const updated = await ways.update(store, eventId, patch, asked);
    if (updated === undefined) throw new Refusal('unknown event');
    return ways.showUpdated(updated, patch, earlier);
  },
};

function operationOf(ways: Ways, request: IncomingMessage, body: string): Asked | undefined {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://museum');
  if (!pathname.startsWith(ways.basePath)) return undefined;
  const [, resource, eventId = '', ...rest] = pathname.slice(ways.basePath.length).split('/');
  const operation = ROUTES[`${request.method} ${resource}${eventId === '' ? '' : '/{eventId}'}`];
  if (operation === undefined || rest.length > 0) return undefined;
  const connection = `${request.socket.remoteAddress}:${request.socket.remotePort}`;
  return { operation, eventId, query: searchParams, headers: request.headers, connection, body };
}

const ROUTES: Record<string, Asked['operation']> = {
  'GET museum-hours': 'hours',
  'GET special-events/{eventId}': 'read',
  'PATCH special-events/{eventId}': 'update',
};

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  return Buffer.concat(chunks).toString('utf8');
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
