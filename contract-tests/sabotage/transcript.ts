import type { HonestServer } from './honest-server';

/** A request of a transcript; the credential is sent unless `headers` has another or `none`. */
export interface Request {
  method: 'GET' | 'PATCH';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Requests that are made one after the other; those in a list of their own at once. */
export type Script = (Request | Request[])[];

/** What came back, as it came. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export function get(path: string, headers?: Record<string, string>): Request {
  return { method: 'GET', path, ...(headers && { headers }) };
}

export function patch(eventId: string, fields: unknown, headers?: Record<string, string>): Request {
  return {
    method: 'PATCH',
    path: `/special-events/${eventId}`,
    body: typeof fields === 'string' ? fields : JSON.stringify(fields),
    ...(headers && { headers }),
  };
}

/** The requests, each without a credential, unless it brings one along. */
export function withoutCredential(...requests: Request[]): Request[] {
  return requests.map((request) => ({ ...request, headers: { authorization: '', ...request.headers } }));
}

/** Runs a script against a server and writes down what came back. */
export async function transcribe(server: HonestServer, script: Script): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const step of script) replies.push(...(await Promise.all([step].flat().map((request) => ask(server, request)))));
  return replies;
}

export async function ask(server: HonestServer, { method, path, headers, body }: Request): Promise<Reply> {
  const sent = new Headers({ authorization: `Basic ${server.token}`, ...headers });
  if (sent.get('authorization') === '') sent.delete('authorization');
  if (body !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json');
  const response = await fetch(server.url + path, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  const { date, ...received } = Object.fromEntries(response.headers);
  return { status: response.status, headers: received, body: await response.text() };
}
