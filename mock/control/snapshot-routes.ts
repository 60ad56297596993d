import type { Json } from '../../spec';
import type { Snapshot } from '../sessions/session';
import { type ControlCall, unknownName } from './control-call';
import { ControlRefusal } from './problem';
import { summaryOf } from './summary';

/** How many snapshots a session keeps. */
const MOST = 100;

/** How long the name of a snapshot may be. */
const LONGEST_NAME = 128;

/** The names of the snapshots that were taken over HTTP, those that were taken first before the others. */
export function listSnapshots({ session }: ControlCall): Json {
  return [...session().snapshots.keys()];
}

/**
 * Keeps state, scenario and clock under a name, in place of what was kept under it.
 * @throws {ControlRefusal} malformed-name for one that is too long, or too-many-snapshots
 */
export function takeSnapshot({ session, parameter }: ControlCall): Json {
  const { snapshots } = session();
  if (parameter.length > LONGEST_NAME) {
    throw new ControlRefusal('malformed-name', `The name of a snapshot has at most ${LONGEST_NAME} characters.`);
  }
  if (!snapshots.has(parameter) && snapshots.size >= MOST) {
    throw new ControlRefusal('too-many-snapshots', `The session has ${MOST} snapshots. Delete those that are done.`);
  }
  session().keep(parameter);
  return summaryOf(session());
}

/**
 * Puts back what was kept under a name; the snapshot stays, to be restored again.
 * @throws {ControlRefusal} unknown-name, with the snapshots that there are
 */
export function restoreSnapshot(call: ControlCall): Json {
  const session = call.session();
  session.restore(snapshotNamed(call));
  return summaryOf(session);
}

/**
 * Lets go of what was kept under a name; the state of the session stays as it is.
 * @throws {ControlRefusal} unknown-name, with the snapshots that there are
 */
export function deleteSnapshot(call: ControlCall): undefined {
  snapshotNamed(call);
  call.session().drop(call.parameter);
}

function snapshotNamed({ session, parameter }: ControlCall): Snapshot {
  const { snapshots } = session();
  return snapshots.get(parameter) ?? unknownName('snapshot', parameter, snapshots.keys());
}
