import type { Json } from '../../spec';
import type { ListedSession } from '../sessions/sessions';
import { type ControlCall, unknownName } from './control-call';
import { summaryOf } from './summary';

export function listSessions({ sessions }: ControlCall): Json {
  const { limits, evicted } = sessions;
  return { sessions: sessions.list().map(shown), limits: { ...limits }, evicted };
}

export function readSession(call: ControlCall): Json {
  return shown(sessionNamed(call));
}

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
