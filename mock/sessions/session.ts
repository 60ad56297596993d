import type { CalendarDate } from '../calendar';
import type { Ground } from '../state/ground';
import { Store, type StoredState } from '../state/store';
import { Clock, type ClockSetting } from './clock';
import { type SessionChange, type TellChange, tellNobody } from './session-change';

/** A session at one moment: its state, its scenario and its clock. Later changes leave it as it is. */
export interface Snapshot {
  readonly state: StoredState;
  readonly clock: ClockSetting;
}

/** What outlasts the process of a session. */
export interface SavedSession {
  /** Undefined where it is as it begins. */
  readonly now: Snapshot | undefined;
  /** By name. */
  readonly snapshots: ReadonlyMap<string, Snapshot>;
}

/** What every session begins with, and goes back to when it is reset. */
export interface Beginning {
  ground: Ground;
  scenario: string | undefined;
  /** The mock's own clock. */
  today: () => CalendarDate;
}

/** What one caller has of the mock to itself: state, clock and snapshots. Nothing of it is seen in another session. */
export class Session {
  /** Undefined for the one that requests without a session share. */
  readonly name: string | undefined;
  readonly store: Store;
  readonly clock: Clock;
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #beginning: Beginning;
  #tellChange: TellChange;
  #hasTold = false;

  /** @param tellChange is told of each change, until the session has ended */
  constructor(name: string | undefined, beginning: Beginning, tellChange: TellChange = tellNobody) {
    this.name = name;
    this.#beginning = beginning;
    this.#tellChange = tellChange;
    const tell = (change: SessionChange) => this.#tell(change);
    this.store = new Store(beginning.ground, beginning.scenario, tell);
    this.clock = new Clock(beginning.today, (setting) => tell({ change: 'clock', setting }));
  }

  /** The snapshots that were taken over HTTP, by name. */
  get snapshots(): ReadonlyMap<string, Snapshot> {
    return this.#snapshots;
  }

  today(): CalendarDate {
    return this.clock.today();
  }

  /** Puts state, scenario and clock back to the beginning; snapshots stay. */
  reset(): void {
    this.store.reset(this.#beginning.scenario);
    this.clock.release();
    this.#tell({ change: 'reset' });
  }

  /**
   * Begins the state anew with a scenario, or with the fixtures alone.
   * @throws {RangeError} where there is no scenario of that name
   */
  switchTo(scenario: string | undefined): void {
    const { scenarios } = this.#beginning.ground;
    if (scenario !== undefined && !scenarios.includes(scenario)) throw noScenario(scenario, scenarios);
    this.store.reset(scenario);
  }

  snapshot(): Snapshot {
    return { state: this.store.copy(), clock: this.clock.setting };
  }

  restore({ state, clock }: Snapshot): void {
    this.store.restore(state);
    this.clock.restore(clock);
  }

  /** Keeps state, scenario and clock as they are now under a name, in place of what was kept under it. */
  keep(name: string): void {
    this.#snapshots.set(name, this.snapshot());
    this.#tell({ change: 'kept', snapshot: name });
  }

  /** Lets go of what was kept under a name. */
  drop(name: string): void {
    this.#snapshots.delete(name);
    this.#tell({ change: 'dropped', snapshot: name });
  }

  /** Becomes what was saved of a session: state, scenario, clock and snapshots. */
  resume({ now, snapshots }: SavedSession): void {
    if (now === undefined) this.reset();
    else this.restore(now);
    this.#snapshots.clear();
    for (const [name, snapshot] of snapshots) this.#snapshots.set(name, snapshot);
    this.#hasTold = true;
  }

  /** What has to be saved of the session, so that `resume` leads to it; undefined where it is as it began. */
  toSave(): SavedSession | undefined {
    const now = this.snapshot();
    const { fixed, ahead } = now.clock;
    const isReset = now.state.layers.size === 0 && now.state.scenario === this.#beginning.scenario;
    const hasBegun = isReset && fixed === undefined && ahead === 0;
    if (hasBegun && this.#snapshots.size === 0) return undefined;
    return { now: hasBegun ? undefined : now, snapshots: this.#snapshots };
  }

  /** Ends the session: what is still under way in it is told to nobody. */
  end(): void {
    if (this.#hasTold) this.#tell({ change: 'ended' });
    this.#tellChange = tellNobody;
  }

  #tell(change: SessionChange): void {
    this.#hasTold = true;
    this.#tellChange(this.name, change);
  }
}

export function noScenario(name: string, known: readonly string[]): RangeError {
  const there = known.length > 0 ? `The scenarios are ${known.join(', ')}.` : 'The fixtures have none.';
  return new RangeError(`Failed to switch the scenario: There is no "${name}". ${there}`);
}
