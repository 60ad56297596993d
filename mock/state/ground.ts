import type { JsonObject } from '../../spec';
import type { CalendarDate } from '../calendar';
import { Collection } from './collection';
import type { Kind } from './kind';
import type { Layer } from './layer';
import { Recent } from './recent';

/** The data that the state begins with, where day and scenario are arguments. */
export interface DataSource {
  /** The entries of every resource. */
  on(today: CalendarDate): ReadonlyMap<string, readonly JsonObject[]>;
  /** The names of the scenarios that there are. */
  readonly scenarios: readonly string[];
  /** The entries of the resources that a scenario replaces. */
  inScenario(scenario: string, today: CalendarDate): ReadonlyMap<string, readonly JsonObject[]>;
}

/** How many entries are kept worked out: of the days and scenarios asked for lately, and of the changed resources listed lately. */
const ENTRIES_KEPT = 300_000;

/** What the state of every session stands on: the document's kinds of entries, and the data of each day, worked out once for all. */
export class Ground {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly scenarios: readonly string[];
  readonly #source: DataSource;
  readonly #days = new Recent<string, ReadonlyMap<string, Collection>>(ENTRIES_KEPT, sizeOf);
  /** By layer, what is seen through it. */
  readonly #views = new Recent<Layer, { below: Collection; seen: Collection }>(
    ENTRIES_KEPT,
    ({ seen }) => seen.entries.length,
  );

  constructor(kinds: ReadonlyMap<string, Kind>, source: DataSource) {
    this.kinds = kinds;
    this.scenarios = source.scenarios;
    this.#source = source;
  }

  kind(resource: string): Kind {
    const kind = this.kinds.get(resource);
    if (kind === undefined)
      throw new Error(
        `The document has no resource "${resource}". Its resources are ${[...this.kinds.keys()].join(', ')}.`,
      );
    return kind;
  }

  /** The entries of a resource on a day, as the fixtures or a scenario have them. */
  collection(resource: string, today: CalendarDate, scenario: string | undefined): Collection {
    const day = this.#day(today, scenario).get(resource);
    if (day === undefined)
      throw new Error(
        `The document has no resource "${resource}". Its resources are ${[...this.kinds.keys()].join(', ')}.`,
      );
    return day;
  }

  /** What is seen of a collection through a layer over it. */
  through(layer: Layer, below: Collection): Collection {
    const see = () => ({ below, seen: new Collection(below.kind, layer.over(below)) });
    const view = this.#views.get(layer, see);
    if (view.below === below) return view.seen;
    this.#views.forget(layer); // another day's
    return this.#views.get(layer, see).seen;
  }

  /** Lets go of what was seen through a layer that nobody will ask for again. */
  forget(layer: Layer): void {
    this.#views.forget(layer);
  }

  #day(today: CalendarDate, scenario: string | undefined): ReadonlyMap<string, Collection> {
    if (scenario === undefined) {
      return this.#days.get(today, () => {
        const data = this.#source.on(today);
        return new Map([...this.kinds].map(([name, kind]) => [name, new Collection(kind, data.get(name) ?? [])]));
      });
    }
    return this.#days.get(`${today} ${scenario}`, () => {
      const replaced = [...this.#source.inScenario(scenario, today)].map(([name, entries]): [string, Collection] => [
        name,
        new Collection(this.kind(name), entries),
      ]);
      return new Map([...this.#day(today, undefined), ...replaced]);
    });
  }
}

function sizeOf(day: ReadonlyMap<string, Collection>): number {
  return [...day.values()].reduce((sum, { entries }) => sum + entries.length, 1);
}
