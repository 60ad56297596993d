import type { Request } from 'express';
import type { Docs } from '../docs/docs';
import type { JournalReading } from '../journal/controls';
import type { Session } from '../sessions/session';
import type { Sessions } from '../sessions/sessions';
import type { Ground } from '../state/ground';
import type { Kind } from '../state/kind';
import { ControlRefusal } from './problem';

/** A control request on its way into a route. */
export interface ControlCall {
  /** The value of the path's segment in braces; empty where it has none. */
  parameter: string;
  /** The body, which looks as the route's schema says. */
  body: unknown;
  request: Request;
  docs: Docs;
  ground: Ground;
  sessions: Sessions;
  reading: JournalReading;
  /** Opens the session that the request names. */
  session(): Session;
}

/**
 * What the document says of the entries of a resource that a request names.
 * @throws {ControlRefusal} unknown-name, with the resources that there are
 */
export function kindNamed(ground: Ground, name: string): Kind {
  return ground.kinds.get(name) ?? unknownName('resource', name, ground.kinds.keys());
}

/**
 * Refuses a name that there is not, in one wording for everything that has names.
 * @throws {ControlRefusal} unknown-name, with the names that there are
 */
export function unknownName(what: string, name: string, known: Iterable<string>): never {
  const names = [...known].join(', ');
  const there = names === '' ? 'There is none.' : `There is ${names}.`;
  throw new ControlRefusal('unknown-name', `There is no ${what} "${name}". ${there}`);
}
