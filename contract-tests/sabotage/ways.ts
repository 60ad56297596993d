import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { eventsFrom, type Fields, type HoursEntry, hoursAround, isDate, localDate } from './museum-data';

/** A request, once its operation is known. */
export interface Asked {
  operation: 'hours' | 'read' | 'update';
  /** As it stands in the path; empty for the hours. */
  eventId: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The connection that the request came on, the same text for the same connection. */
  connection: string;
  body: string;
}

/** A list's parameters with the defaults filled in. */
export interface HoursQuery {
  startDate: string;
  page: number;
  limit: number;
  /** The parameters as they were sent. */
  sent: URLSearchParams;
  today: string;
}

/** An answer before `send` puts it on the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Why a request is refused; `refuse` decides how that is answered, since the documentation does not say. */
export type Reason = 'no credential' | 'unknown event' | 'malformed identifier' | 'invalid query' | 'invalid body';

/** Thrown wherever a request is refused; `ways.refuse` makes the answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly reason: Reason,
    detail: string = reason,
  ) {
    super(detail);
  }
}

/** The stored events by identifier. */
export type Store = Map<string, Fields>;

/**
 * How a museum service behaves, in the order in which a request passes through: each defect and each variant
 * replaces one or two of these.
 */
export interface Ways {
  /** Before all paths, for example `/api/v1`. */
  basePath: string;
  today(): string;
  /** All entries that there are. */
  hours(today: string): HoursEntry[];
  /** The events that the service starts with. */
  events(today: string): Fields[];

  isAuthorised(asked: Asked, token: string): boolean;
  /** The identifier under which an event is looked up; throws a refusal. */
  identifier(sent: string): string;

  /** Throws a refusal. */
  readQuery(sent: URLSearchParams, today: string): HoursQuery | Promise<HoursQuery>;
  /** Of all entries, those that the pages are cut from, in order. */
  select(entries: HoursEntry[], query: HoursQuery): HoursEntry[];
  cut(selected: HoursEntry[], query: HoursQuery): HoursEntry[];
  showHours(page: HoursEntry[], query: HoursQuery): unknown;

  read(store: Store, eventId: string): Fields | undefined | Promise<Fields | undefined>;
  showEvent(event: Fields): unknown;

  /** Throws a refusal. */
  readPatch(asked: Asked): Fields;
  merge(event: Fields, patch: Fields, asked: Asked): Fields;
  /** Merges and stores; returns what is then shown. Undefined where there is no such event. */
  update(
    this: Ways,
    store: Store,
    eventId: string,
    patch: Fields,
    asked: Asked,
  ): Fields | undefined | Promise<Fields | undefined>;
  /** The body of the answer to an update. */
  showUpdated(updated: Fields, patch: Fields, earlier: Fields): unknown;

  /** Text of a body that was found or computed. */
  serialize(value: unknown, asked: Asked): string;
  succeed(body: string, asked: Asked): Answer;
  refuse(refusal: Refusal): Answer;
  /** Has the last word on any answer, refusals included. */
  send(answer: Answer, asked: Asked, response: ServerResponse): void | Promise<void>;
}

/** What the documentation says, and the plainest choice where it is silent. */
export const HONEST: Ways = {
  basePath: '',
  today: () => localDate(),
  hours: hoursAround,
  events: eventsFrom,
  isAuthorised: ({ headers }, token) => headers.authorization === `Basic ${token}`,
  identifier(sent) {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sent)) throw new Refusal('malformed identifier');
    return sent;
  },
  readQuery: (sent, today) => readQuery(sent, today),
  select: (entries, { startDate }) => entries.filter(({ date }) => date >= startDate),
  cut: (selected, { page, limit }) => selected.slice((page - 1) * limit, page * limit),
  showHours: (page) => page,
  read: (store, eventId) => store.get(eventId),
  showEvent: (event) => event,
  readPatch({ body }) {
    const patch = parsed(body);
    if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) throw new Refusal('invalid body');
    const fields = Object.entries(patch).filter(([field]) => Object.hasOwn(FIELD_TYPES, field));
    for (const [field, value] of fields) {
      if (!FIELD_TYPES[field]?.(value)) throw new Refusal('invalid body', `${field} has the wrong type`);
    }
    return Object.fromEntries(fields);
  },
  merge: (event, patch) => ({ ...event, ...patch }),
  update(store, eventId, patch, asked) {
    const event = store.get(eventId);
    if (event === undefined) return undefined;
    const merged = this.merge(event, patch, asked);
    store.set(eventId, merged);
    return merged;
  },
  showUpdated: (updated) => updated,
  serialize: (value) => JSON.stringify(value),
  succeed: (body) => ({ status: 200, headers: { 'content-type': 'application/json' }, body }),
  refuse({ reason, message }) {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (reason === 'no credential') headers['www-authenticate'] = 'Basic realm="museum"';
    return { status: STATUSES[reason], headers, body: JSON.stringify({ error: message }) };
  },
  send(answer, _asked, response) {
    response.writeHead(answer.status, { 'content-length': Buffer.byteLength(answer.body), ...answer.headers });
    response.end(answer.body);
  },
};

const STATUSES: Record<Reason, number> = {
  'no credential': 401,
  'unknown event': 404,
  'malformed identifier': 400,
  'invalid query': 400,
  'invalid body': 400,
};

const isText = (value: unknown) => typeof value === 'string';

const FIELD_TYPES: Record<string, (value: unknown) => boolean> = {
  name: isText,
  location: isText,
  eventDescription: isText,
  dates: (value) => Array.isArray(value) && value.every(isDate),
  price: (value) => typeof value === 'number',
};

/** What a list is asked for, with other defaults and another maximum than the documented ones where those are given. */
export function readQuery(
  sent: URLSearchParams,
  today: string,
  { page = 1, limit = 10, maximum = 30 }: { page?: number; limit?: number; maximum?: number } = {},
): HoursQuery {
  const startDate = sent.get('startDate') ?? today;
  if (!isDate(startDate)) throw new Refusal('invalid query', 'startDate must be a date');
  return {
    startDate,
    page: wholeNumber(sent, 'page', page),
    limit: wholeNumber(sent, 'limit', limit, maximum),
    sent,
    today,
  };
}

/** A parameter that counts from 1, refused outside its bounds. */
function wholeNumber(sent: URLSearchParams, name: string, ordinary: number, maximum = 1e9): number {
  const text = sent.get(name);
  if (text === null) return ordinary;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > maximum) throw new Refusal('invalid query', `${name} is out of range`);
  return value;
}

/** Sends an answer as an honest server does, so many milliseconds late. */
export function late(milliseconds: number): Pick<Ways, 'send'> {
  return {
    async send(answer, asked, response) {
      await wait(milliseconds);
      await HONEST.send(answer, asked, response);
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new Refusal('invalid body', (cause as Error).message); // JSON.parse throws nothing but errors
  }
}
