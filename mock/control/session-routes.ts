import type { Json } from '../../spec';
import type { ListedSession } from '../sessions/sessions';
import { type ControlCall, unknownName } from './control-call';
import { summaryOf } from './summary';

/** The named sessions, the last used first, with the limits and how many have gone for want of room. */
export function listSessions({ sessions }: ControlCall): Json {
  const { limits, evicted } = sessions;
  return { sessions: sessions.list().map(shown), limits: { ...limits }, evicted };
}

/**
 * One named session, with the whole seconds since a request used it; looking at it neither begins nor uses it.
 * @throws {ControlRefusal} unknown-name
 */
export function readSession(call: ControlCall): Json {
  return shown(sessionNamed(call));
}

/**
 * Ends a named session at once, with its state, rules and journal; the next request with its name begins another.
 * @throws {ControlRefusal} unknown-name
 */
export function deleteSession(call: ControlCall): undefined {
  sessionNamed(call);
  call.sessions.delete(call.parameter);
}

/** One of the list; opening it would begin it, and count as its use. */
function sessionNamed({ sessions, parameter }: ControlCall): ListedSession {
  const listed = sessions.list();
  return listed.find(({ session }) => session.name === parameter) ?? unknownSession(parameter);
}

function unknownSession(name: string): never {
  return unknownName('session', name, ['GET /_docent/sessions, which lists them']);
}

function shown({ session, idle }: ListedSession): Json {
  return { ...summaryOf(session), idle: Math.round(idle) };
}
