import type { ClockSetting } from '../sessions/clock';
import type { SavedSession, Snapshot } from '../sessions/session';
import type { SessionChange } from '../sessions/session-change';
import type { Entry } from '../state/kind';
import type { Changes } from '../state/layer';
import type { StoredState } from '../state/store';
import type { Recalled, RecalledResource, RecalledSession, RecalledState } from './recalled';

/** The version of the file's format: a file of another is refused, never guessed at. */
export const FORMAT = 1;

/** Everything that is saved, as the file has it. */
export interface StateRecord {
  docent: 'state';
  format: number;
  /** The log that goes on where this file ends. */
  log: string;
  /** A log whose content this file has already. */
  after?: string;
  /** What sessions begin with. */
  scenario: string | null;
  /** The one that was used last first; null names the shared one. */
  sessions: SessionRecord[];
}

interface SessionRecord {
  session: string | null;
  now?: MomentRecord;
  snapshots?: ({ name: string } & MomentRecord)[];
}

interface MomentRecord {
  scenario: string | null;
  clock: ClockRecord;
  resources: Record<string, ResourceRecord>;
}

interface ClockRecord {
  fixed: string | null;
  ahead: number;
}

interface ResourceRecord {
  entries?: readonly Entry[];
  changes?: ChangedEntry[];
}

interface ChangedEntry {
  id: string;
  /** Null where it was removed. */
  entry: Entry | null;
}

/** One change, as the log has it: done again in their order, they lead to the same state. */
export type ChangeRecord = { session: string | null } & (
  | { change: 'entries'; resource: string; entries: ChangedEntry[] }
  | { change: 'replaced'; resource: string; entries: readonly Entry[] }
  | { change: 'restored'; scenario: string | null; resources: Record<string, ResourceRecord> }
  | { change: 'clock'; clock: ClockRecord }
  | { change: 'reset' }
  | { change: 'kept'; snapshot: string }
  | { change: 'dropped'; snapshot: string }
  | { change: 'ended' }
);

/**
 * A change as a record of the log, with null for what is undefined, which JSON does not have.
 * @param name the session's; undefined for the one that requests without a session share
 */
export function toChangeRecord(name: string | undefined, change: SessionChange): ChangeRecord {
  const session = name ?? null;
  switch (change.change) {
    case 'entries':
      return { session, ...change, entries: changedEntries(change.entries) };
    case 'restored':
      return { session, change: 'restored', ...storeRecord(change.state) };
    case 'clock':
      return { session, change: 'clock', clock: clockRecord(change.setting) };
    default:
      return { session, ...change };
  }
}

/**
 * A session as the file has it; members that would say that it is as it begins are left out.
 * @param name the session's; undefined for the one that requests without a session share
 */
export function toSessionRecord(name: string | undefined, { now, snapshots }: SavedSession): SessionRecord {
  const kept = [...snapshots].map(([snapshot, moment]) => ({ name: snapshot, ...momentRecord(moment) }));
  return {
    session: name ?? null,
    ...(now ? { now: momentRecord(now) } : {}),
    ...(kept.length > 0 ? { snapshots: kept } : {}),
  };
}

/** What the file says, with Maps for its lists. */
export function toRecalled({ sessions }: StateRecord): Recalled {
  return new Map(
    sessions.map(({ session, now, snapshots = [] }): [string | undefined, RecalledSession] => [
      session ?? undefined,
      { now: now && toState(now), snapshots: new Map(snapshots.map((moment) => [moment.name, toState(moment)])) },
    ]),
  );
}

/** The entries that a log's record changes, or the file's, by identity. */
export function toChanges(entries: readonly ChangedEntry[]): Map<string, Entry | null> {
  return new Map(entries.map(({ id, entry }) => [id, entry]));
}

/** What a record has of resources by their names, each with its changed entries by identity. */
export function toResources(resources: Record<string, ResourceRecord>): Map<string, RecalledResource> {
  return new Map(
    Object.entries(resources).map(([name, { entries, changes = [] }]) => [
      name,
      { entries, changes: toChanges(changes) },
    ]),
  );
}

/** What a clock can be put back to, from a record in which null says that it runs. */
export function toClock({ fixed, ahead }: ClockRecord): ClockSetting {
  return { fixed: fixed ?? undefined, ahead };
}

function toState({ scenario, clock, resources }: MomentRecord): RecalledState {
  return { scenario: scenario ?? undefined, clock: toClock(clock), resources: toResources(resources) };
}

function momentRecord({ state, clock }: Snapshot): MomentRecord {
  const { scenario, resources } = storeRecord(state);
  return { scenario, clock: clockRecord(clock), resources };
}

function clockRecord({ fixed, ahead }: ClockSetting): ClockRecord {
  return { fixed: fixed ?? null, ahead };
}

function storeRecord({ scenario, layers }: StoredState): Pick<MomentRecord, 'scenario' | 'resources'> {
  const resources = [...layers].map(([name, { base, changes }]): [string, ResourceRecord] => [
    name,
    {
      ...(base ? { entries: base.entries } : {}),
      ...(changes.size > 0 ? { changes: changedEntries(changes) } : {}),
    },
  ]);
  return { scenario: scenario ?? null, resources: Object.fromEntries(resources) };
}

function changedEntries(changes: Changes): ChangedEntry[] {
  return [...changes].map(([id, entry]) => ({ id, entry: entry ?? null }));
}
