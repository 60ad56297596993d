import type { CalendarDate } from '../calendar';
import type { Journal } from '../journal/journal';
import type { Journals } from '../journal/journals';
import type { Ground } from '../state/ground';
import { Store, type StoredState } from '../state/store';
import { Clock, type ClockSetting } from './clock';

/** A session at one moment: its state, its scenario and its clock. Later changes leave it as it is. */
export interface Snapshot {
  readonly state: StoredState;
  readonly clock: ClockSetting;
}

/** What every session begins with, and goes back to when it is reset. */
export interface Beginning {
  ground: Ground;
  scenario: string | undefined;
  /** The mock's own clock. */
  today: () => CalendarDate;
  /** What keeps the exchanges. */
  journals: Journals;
}

/** What one caller has of the mock to itself: state, clock, snapshots and journal. Nothing of it is seen in another session. */
export class Session {
  /** Undefined for the one that requests without a session share. */
  readonly name: string | undefined;
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: Journal;
  /** The snapshots that were taken over HTTP, by name. */
  readonly snapshots = new Map<string, Snapshot>();
  readonly #beginning: Beginning;

  constructor(name: string | undefined, beginning: Beginning) {
    this.name = name;
    this.#beginning = beginning;
    this.store = new Store(beginning.ground, beginning.scenario);
    this.clock = new Clock(beginning.today);
    this.journal = beginning.journals.open(name);
  }

  today(): CalendarDate {
    return this.clock.today();
  }

  /** Puts state, scenario and clock back to the beginning, and clears the journal; snapshots stay. */
  reset(): void {
    this.store.reset(this.#beginning.scenario);
    this.clock.release();
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
}

export function noScenario(name: string, known: readonly string[]): RangeError {
  const there = known.length > 0 ? `The scenarios are ${known.join(', ')}.` : 'The fixtures have none.';
  return new RangeError(`Failed to switch the scenario: There is no "${name}". ${there}`);
}
