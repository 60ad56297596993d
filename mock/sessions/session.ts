import type { CalendarDate } from '../calendar';
import { type FaultBeginning, Faults } from '../faults/faults';
import type { Journal } from '../journal/journal';
import type { Journals } from '../journal/journals';
import type { CarryOver } from '../state/carry-over';
import type { Ground } from '../state/ground';
import { Store, type StoredState } from '../state/store';
import { Clock, type ClockSetting } from './clock';

/** A session at one moment: its state, its scenario and its clock, but no fault rules. Later changes leave it as it is. */
export interface Snapshot {
  /** @internal */
  readonly state: StoredState;
  /** @internal */
  readonly clock: ClockSetting;
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
  /** Undefined for the one that requests without a session share. */
  readonly name: string | undefined;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly journal: Journal;
  /** The snapshots that were taken over HTTP, by name. */
  readonly snapshots = new Map<string, Snapshot>();
  #beginning: Beginning;
  #store: Store;

  constructor(name: string | undefined, beginning: Beginning) {
    this.name = name;
    this.#beginning = beginning;
    this.#store = new Store(beginning.ground, beginning.scenario);
    this.clock = new Clock(beginning.today);
    this.faults = new Faults(beginning.faults);
    this.journal = beginning.journals.open(name);
  }

  get store(): Store {
    return this.#store;
  }

  today(): CalendarDate {
    return this.clock.today();
  }

  /** Puts state, scenario, clock and fault rules back to the beginning, and clears the journal; snapshots stay. */
  reset(): void {
    this.store.reset(this.#beginning.scenario);
    this.clock.release();
    this.faults.reset();
    this.journal.clear();
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

  /** Goes on with another beginning, keeping the clock and the fault rules, and of state and snapshots what is carried over to it. */
  goOn(beginning: Beginning, carryOver: CarryOver): void {
    const before = this.#store;
    this.#beginning = beginning;
    this.#store = new Store(beginning.ground, undefined);
    this.#store.restore(carryOver.carry(before.copy()));
    before.giveWayTo(() => this.#store);
    this.faults.goOn(beginning.faults);
    for (const [name, { state, clock }] of this.snapshots)
      this.snapshots.set(name, { state: carryOver.carry(state), clock });
  }

  /** Every state that it holds: its own, and those of its snapshots. */
  states(): StoredState[] {
    return [this.store.copy(), ...[...this.snapshots.values()].map(({ state }) => state)];
  }
}

export function noScenario(name: string, known: readonly string[]): RangeError {
  const there = known.length > 0 ? `The scenarios are ${known.join(', ')}.` : 'The fixtures have none.';
  return new RangeError(`Failed to switch the scenario: There is no "${name}". ${there}`);
}
