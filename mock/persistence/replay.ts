import { RUNNING } from '../sessions/clock';
import type { Recalled, RecalledResource, RecalledSession, RecalledState } from './recalled';
import { type ChangeRecord, toChanges, toClock, toResources } from './records';

/** Does to what was recalled what a record of the log says. */
export function replay(recalled: Recalled, record: ChangeRecord, beginning: string | undefined): void {
  const name = record.session ?? undefined;
  if (record.change === 'ended') {
    recalled.delete(name);
    return;
  }
  const session: RecalledSession = recalled.get(name) ?? { now: undefined, snapshots: new Map() };
  recalled.set(name, session);
  if (record.change === 'reset') session.now = undefined;
  else if (record.change === 'dropped') session.snapshots.delete(record.snapshot);
  else {
    session.now ??= { scenario: beginning, clock: RUNNING, resources: new Map() };
    if (record.change === 'kept') session.snapshots.set(record.snapshot, copyOf(session.now));
    else change(session.now, record);
  }
}

type StateRecordOf = Extract<ChangeRecord, { change: 'entries' | 'replaced' | 'restored' | 'clock' }>;

function change(state: RecalledState, record: StateRecordOf): void {
  switch (record.change) {
    case 'entries': {
      const resource = state.resources.get(record.resource) ?? { entries: undefined, changes: new Map() };
      state.resources.set(record.resource, resource);
      for (const [id, entry] of toChanges(record.entries)) resource.changes.set(id, entry);
      break;
    }
    case 'replaced':
      state.resources.set(record.resource, { entries: record.entries, changes: new Map() });
      break;
    case 'restored':
      state.scenario = record.scenario ?? undefined;
      state.resources = toResources(record.resources);
      break;
    case 'clock':
      state.clock = toClock(record.clock);
      break;
  }
}

/** Later changes of a state leave its copy as it is. */
function copyOf({ scenario, clock, resources }: RecalledState): RecalledState {
  const copies = [...resources].map(([name, { entries, changes }]): [string, RecalledResource] => [
    name,
    { entries, changes: new Map(changes) },
  ]);
  return { scenario, clock, resources: new Map(copies) };
}
