import type { CalendarDate } from '../calendar';
import type { FaultRule } from '../faults/fault-rule';
import { type JournalControls, type JournalReading, journalControls } from '../journal/controls';
import { SESSION_HEADER, sessionPath } from './choose-session';
import type { Session, Snapshot } from './session';
import type { Sessions } from './sessions';

/** What a test can do to a session from within the process; the control API does the same over HTTP. */
export interface SessionControls {
  /** What was asked of the session, and answered. */
  readonly journal: JournalControls;
  /**
   * The identifiers of a resource that the session knows now.
   * @throws {Error} where the document has no such resource
   */
  identifiers(resource: string): string[];
  /** The date that counts as today. */
  today(): CalendarDate;
  /** Puts state, scenario, clock and fault rules back to the start, and clears the journal. */
  reset(): void;
  /** Keeps state, scenario and clock as they are now, for `restore`. */
  snapshot(): Snapshot;
  /**
   * Puts back what `snapshot` has kept, of this session or another.
   * @throws {RangeError} where that is no snapshot, but a name, say
   */
  restore(snapshot: Snapshot): void;
  /**
   * Sets the date that counts as today, and lets it stand still; without a date the clock runs with the mock's again.
   * @throws {RangeError} where it is no date, `YYYY-MM-DD`
   */
  setToday(date?: CalendarDate): void;
  /**
   * Moves the date by whole days, back where they are negative.
   * @throws {RangeError} where that leads to no date
   */
  advance(days: number): void;
  /**
   * Begins the state anew with a scenario, without one with the fixtures alone.
   * @throws {RangeError} where there is no scenario of that name
   */
  switchTo(scenario?: string): void;
  /**
   * Has requests go wrong, from the next one on.
   * @throws {RangeError} with everything that is wrong with the rule
   */
  fault(rule: FaultRule): FaultHandle;
}

/** A fault rule that was set, with what became of it. */
export interface FaultHandle {
  /** How many requests it was for. */
  readonly matched: number;
  /** How many of them it was applied to. */
  readonly applied: number;
  /** Takes the rule away; nothing happens where it has gone with a reset. */
  remove(): void;
}

/** A named session, with how requests name it. */
export interface MockSession extends SessionControls {
  /** From 1 to 128 characters: letters, digits or any of `. _ ~ : @ + -`. */
  readonly name: string;
  /** The headers of a request of this session. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the paths of its requests begin with, for clients that cannot set headers. */
  readonly basePath: string;
  /** Ends the session; its name then begins anew. */
  delete(): void;
}

/**
 * The verbs of a session for tests in the same process; what only the mock may do to one, such as to end it, is not among them.
 * @param session asked each time, since a session that was idle for long begins anew
 */
export function controlsOf(session: () => Session, reading: () => JournalReading): SessionControls {
  return {
    journal: journalControls(() => session().journal, reading),
    identifiers: (resource) => session().store.identifiers(resource, session().today()),
    today: () => session().today(),
    reset: () => session().reset(),
    snapshot: () => session().snapshot(),
    restore: (snapshot) => session().restore(asSnapshot(snapshot)),
    setToday: (date) => (date === undefined ? session().clock.release() : session().clock.set(date)),
    advance: (days) => session().clock.advance(days),
    switchTo: (scenario) => session().switchTo(scenario),
    fault: (rule) => setFault(session(), rule),
  };
}

/** Snapshots taken over HTTP have names; within the process they are what `snapshot` returns, which types alone would say. */
function asSnapshot(given: Partial<Snapshot>): Snapshot {
  const { state, clock } = given;
  if (state !== undefined && clock !== undefined) return { state, clock };
  throw new RangeError('Failed to restore: that is no snapshot. Give what snapshot() has returned.');
}

function setFault({ faults }: Session, rule: FaultRule): FaultHandle {
  const set = faults.add(rule);
  return {
    get matched() {
      return set.matched;
    },
    get applied() {
      return set.applied;
    },
    remove: () => void faults.remove(set),
  };
}

/**
 * The session of a name for tests in the same process, begun where there is none, with what puts their requests into it.
 * @throws {SessionError} where the name is none, or there are too many sessions in use
 */
export function mockSession(sessions: Sessions, name: string, reading: () => JournalReading): MockSession {
  sessions.open(name);
  return {
    name,
    headers: { [SESSION_HEADER]: name },
    basePath: sessionPath(name),
    delete: () => void sessions.delete(name),
    ...controlsOf(() => sessions.open(name), reading),
  };
}
