import type { CalendarDate } from '../calendar';
import { type FaultBeginning, Faults } from '../faults/faults';
import type { Journal } from '../journal/journal';
import type { Journals } from '../journal/journals';
import type { CarryOver } from '../state/carry-over';
import type { Ground } from '../state/ground';
import { Store, type StoredState } from '../state/store';
import { Clock, type ClockSetting } from './clock';
import { type SessionChange, type TellChange, tellNobody } from './session-change';

/** A session at one moment: its state, its scenario and its clock, but no fault rules. Later changes leave it as it is. */
export interface Snapshot {
  /** @internal */
  readonly state: StoredState;
  /** @internal */
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
  faults: FaultBeginning;
  /** What keeps the exchanges. */
  journals: Journals;
}

/** What one caller has of the mock to itself: state, clock, fault rules, snapshots and journal. Nothing of it is seen in another session. */
export class Session {
  static #lastRevision = 0;
  /** Undefined for the one that requests without a session share. */
  readonly name: string | undefined;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly journal: Journal;
  /** When a request named it last, in whole milliseconds of the clock that `Sessions` has. */
  used = 0;
  /** Another number after each change; no two sessions have the same. */
  #revision = ++Session.#lastRevision;
  readonly #snapshots = new Map<string, Snapshot>();
  #beginning: Beginning;
  #store: Store;
  #tellChange: TellChange;
  #mayBeSaved = false;

  /** @param tellChange is told of each change, until the session has ended */
  constructor(name: string | undefined, beginning: Beginning, tellChange: TellChange = tellNobody) {
    this.name = name;
    this.#beginning = beginning;
    this.#tellChange = tellChange;
    this.#store = this.#storeOver(beginning.ground, { scenario: beginning.scenario, layers: new Map() });
    this.clock = new Clock(beginning.today, (setting) => this.#tell({ change: 'clock', setting }));
    this.faults = new Faults(beginning.faults);
    this.journal = beginning.journals.open(name);
  }

  get store(): Store {
    return this.#store;
  }

  /** The snapshots that were taken over HTTP, by name. */
  get snapshots(): ReadonlyMap<string, Snapshot> {
    return this.#snapshots;
  }

  today(): CalendarDate {
    return this.clock.today();
  }

  /** The same text as long as nothing has changed on which what is read of it depends: its state, its clock, and the day. */
  get moment(): string {
    return `${this.#revision} ${this.#beginning.today()}`;
  }

  /** Puts state, scenario, clock and fault rules back to the beginning, and clears the journal; snapshots stay. */
  reset(): void {
    this.begin();
    this.resetUnsaved();
  }

  /** The part of a reset that may be saved: state, scenario and clock. */
  begin(): void {
    this.store.reset(this.#beginning.scenario);
    this.clock.release();
    this.#tell({ change: 'reset' });
  }

  /** The part of a reset that no file ever has: fault rules and journal. */
  resetUnsaved(): void {
    this.faults.reset();
    this.journal.clear();
  }

  /**
   * Begins the state anew with a scenario, or with the fixtures alone.
   * @throws {RangeError} where there is no scenario of that name
   */
  switchTo(scenario: string | undefined): void {
    const { scenarios } = this.#beginning.ground;
    if (scenario !== undefined && !scenarios.includes(scenario))
      throw new RangeError(`Failed to switch the scenario: ${noScenario(scenario, scenarios)}`);
    this.store.reset(scenario);
  }

  snapshot(): Snapshot {
    return { state: this.store.copy(), clock: this.clock.setting };
  }

  restore({ state, clock }: Snapshot): void {
    this.store.restore(state);
    this.clock.restore(clock);
  }

  /** Goes on with another beginning, keeping the clock and the fault rules, and of state and snapshots what is carried over to it. */
  goOn(beginning: Beginning, carryOver: CarryOver): void {
    const before = this.#store;
    this.#beginning = beginning;
    this.#revision = ++Session.#lastRevision;
    this.#store = this.#storeOver(beginning.ground, carryOver.carry(before.copy()));
    before.giveWayTo(() => this.#store);
    this.faults.goOn(beginning.faults);
    for (const [name, { state, clock }] of this.#snapshots)
      this.#snapshots.set(name, { state: carryOver.carry(state), clock });
    this.#mayBeSaved = true;
  }

  /** Every state that it holds: its own, and those of its snapshots. */
  states(): StoredState[] {
    return [this.store.copy(), ...[...this.snapshots.values()].map(({ state }) => state)];
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

  /** Becomes what was saved of a session: state, scenario, clock and snapshots; fault rules and journal stay as they are. */
  resume({ now, snapshots }: SavedSession): void {
    if (now === undefined) this.begin();
    else this.restore(now);
    this.#snapshots.clear();
    for (const [name, snapshot] of snapshots) this.#snapshots.set(name, snapshot);
    this.#mayBeSaved = true;
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

  /** Ends the session, and its journal: what is still under way in it is told to nobody. */
  end(): void {
    this.journal.close();
    if (this.#mayBeSaved) this.#tell({ change: 'ended' });
    this.#tellChange = tellNobody;
  }

  #storeOver(ground: Ground, state: StoredState): Store {
    return new Store(ground, state, (change) => this.#tell(change));
  }

  #tell(change: SessionChange): void {
    this.#revision = ++Session.#lastRevision;
    this.#mayBeSaved = true;
    this.#tellChange(this.name, change);
  }
}

/** Why a session cannot begin with a scenario: there is none of that name among those that it lists. */
export function noScenario(name: string, known: readonly string[]): string {
  return `There is no "${name}". ${known.length > 0 ? `The scenarios are ${known.join(', ')}.` : 'The fixtures have none.'}`;
}
