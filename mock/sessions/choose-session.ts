import type { Request, RequestHandler, Response } from 'express';
import { percentDecoded } from '../../spec';
import { ControlRefusal } from '../control/problem';
import type { Journal } from '../journal/journal';
import { type Recording, recordingOf } from '../journal/recording';
import type { Store } from '../state/store';
import type { Session } from './session';
import { SessionError, type Sessions } from './sessions';

/** The header in which a request names its session. */
export const SESSION_HEADER = 'X-Docent-Session';

/** The path prefix in which a request names its session, for clients that cannot set headers. */
export function sessionPath(name: string): string {
  return `/_docent/session/${encodeURIComponent(name)}`;
}

const PREFIX = /^\/_docent\/session\/([^/]+)/;

/** Where the session of a response stands: the names that its request gave, and the session once it is open. */
const KEY = 'docentSession';

interface Chosen {
  names: string[];
  session?: Session;
  /** The session's store as the request found it: after a reload the session has another. */
  store?: Store;
}

/** Notes which session a request names, and takes the prefix off its path, so that the rest is what it asks for. */
export function chooseSession(): RequestHandler {
  const header = SESSION_HEADER.toLowerCase();
  return function chooseSession(request, response, next) {
    const named = request.headers[header];
    const chosen: Chosen = { names: typeof named === 'string' ? [named] : [] };
    response.locals[KEY] = chosen;
    const [prefix, name] = PREFIX.exec(request.path) ?? [];
    if (prefix !== undefined && name !== undefined) {
      chosen.names.push(percentDecoded(name) ?? name); // which no session has where the encoding is broken
      request.url = (request.path.slice(prefix.length) || '/') + (/\?.*/.exec(request.url)?.[0] ?? '');
    }
    next();
  };
}

/** Opens the session of a request to the service, which begins with the first of them; `isRequired` refuses one that names none. */
export function openSession(sessions: Sessions, { isRequired }: { isRequired: boolean }): RequestHandler {
  return function openSession(_request: Request, response: Response, next) {
    if (isRequired && chosenIn(response).names.length === 0) {
      const detail = `The mock was started with --require-session. Send the header "${SESSION_HEADER}: <name>", or begin the path with ${sessionPath('<name>').replace(/%3C(.*)%3E/, '<$1>')}.`;
      throw new ControlRefusal('missing-session', detail);
    }
    const session = sessionOf(sessions, response);
    chosenIn(response).store = session.store;
    recordingOf(response)?.enter(session.journal);
    next();
  };
}

/**
 * The session that a request names; the shared one where it names none.
 * @throws {ControlRefusal} malformed-session or too-many-sessions
 */
export function sessionOf(sessions: Sessions, response: Response): Session {
  const chosen = chosenIn(response);
  if (chosen.session) return chosen.session;
  const [name, other = name] = chosen.names;
  if (name !== other) {
    throw new ControlRefusal('malformed-session', `The header names the session "${name}", and the path "${other}".`);
  }
  try {
    chosen.session = sessions.open(name);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    throw toRefusal(error);
  }
  return chosen.session;
}

/** The state that a request to the service is for, which fits the version of the document that serves it. */
export function storeOf(response: Response): Store {
  const { store } = chosenIn(response);
  if (store === undefined) throw new Error('This step comes before the session is open.');
  return store;
}

/** Whose journal an exchange belongs to that has ended before its session was opened: a pre-flight's to the session it names. */
export function journalFor(sessions: Sessions, response: Response, { refusal }: Recording): Journal {
  try {
    return (refusal ? sessions.shared : sessionOf(sessions, response)).journal;
  } catch {
    return sessions.shared.journal; // it names none that there could be
  }
}

function toRefusal({ reason, message }: SessionError): ControlRefusal {
  if (reason === 'malformed-name') return new ControlRefusal('malformed-session', message);
  return new ControlRefusal('too-many-sessions', message, [], { 'Retry-After': '1' });
}

function chosenIn(response: Response): Chosen {
  return response.locals[KEY] as Chosen; // chooseSession, the first step, has set it
}
