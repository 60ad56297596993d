import type { Json } from '../../spec';
import type { Snapshot } from '../sessions/session';
import { type ControlCall, unknownName } from './control-call';
import { ControlRefusal } from './problem';
import { summaryOf } from './summary';

/** How many snapshots a session keeps. */
const MOST = 100;

/** How long the name of a snapshot may be. */
const LONGEST_NAME = 128;

export function listSnapshots({ session }: ControlCall): Json {
  return [...session().snapshots.keys()];
}

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

export function restoreSnapshot(call: ControlCall): Json {
  const session = call.session();
  session.restore(snapshotNamed(call));
  return summaryOf(session);
}

export function deleteSnapshot(call: ControlCall): undefined {
  snapshotNamed(call);
  call.session().drop(call.parameter);
}

function snapshotNamed({ session, parameter }: ControlCall): Snapshot {
  const { snapshots } = session();
  return snapshots.get(parameter) ?? unknownName('snapshot', parameter, snapshots.keys());
}
