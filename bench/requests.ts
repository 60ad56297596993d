/** One request that the load consists of. */
export interface LoadRequest {
  method: 'GET' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Prism wants a user name and a password in it, divided by one colon. */
export const CREDENTIAL = Buffer.from('docent:docent').toString('base64');

const AUTHORIZED = { Authorization: `Basic ${CREDENTIAL}` };

/** The first event of the fixtures. */
export const EVENT_ID = '8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';

/** Reads one event. */
export const EVENT = eventRead(EVENT_ID);

/** The longest page of opening hours. */
export const HOURS: LoadRequest = { method: 'GET', path: '/museum-hours?limit=30', headers: AUTHORIZED };

/** Update two fields of one event, to and fro, so that each changes something. */
export const PATCHES = [eventUpdate(EVENT_ID, 12.5), eventUpdate(EVENT_ID, 13.5)];

/**
 * Reads an event of the museum.
 * @param session the one of the mock's that it is for; without it the shared one
 */
export function eventRead(eventId: string, session?: string): LoadRequest {
  return { method: 'GET', path: `/special-events/${eventId}`, headers: { ...AUTHORIZED, ...inSession(session) } };
}

/**
 * Updates two fields of an event, of which the price changes.
 * @param session the one of the mock's that it is for; without it the shared one
 */
export function eventUpdate(eventId: string, price: number, session?: string): LoadRequest {
  const { path, headers } = eventRead(eventId, session);
  const body = JSON.stringify({ location: 'Great hall', price });
  return { method: 'PATCH', path, headers: { ...headers, 'Content-Type': 'application/json' }, body };
}

function inSession(session: string | undefined): Record<string, string> {
  return session === undefined ? {} : { 'X-Docent-Session': session };
}
