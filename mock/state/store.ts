import type { JsonObject, List } from '../../spec';
import type { CalendarDate } from '../calendar';
import { conformingState } from './carry-over';
import type { Collection } from './collection';
import type { Nonconformity } from './conformance';
import { type Difference, differences } from './differences';
import type { Ground } from './ground';
import type { Entry, Kind } from './kind';
import { type Changes, Layer } from './layer';

/** What has come of a merge: the whole entry as it is now; or nothing has changed, as there is none, or it would not conform. */
export type MergeResult =
  | { outcome: 'merged'; entry: Entry }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; nonconformities: Nonconformity[] };

/** Everything that a store holds at one moment. */
export interface StoredState {
  readonly scenario: string | undefined;
  readonly layers: ReadonlyMap<string, Layer>;
  /** The kinds to which its entries are known to conform; a state without them is held against the document when it is put back. */
  readonly kinds?: ReadonlyMap<string, Kind>;
}

/** What has happened to a store, told right after it was done. */
export type StoreChange =
  | { change: 'entries'; resource: string; entries: Changes }
  | { change: 'replaced'; resource: string; entries: readonly Entry[] }
  | { change: 'restored'; state: StoredState };

/**
 * The state of one session: what the fixtures say of a day, and over it what was changed since. Only valid entries get in, so
 * that reading checks nothing. It holds its changes alone; the rest is the ground that all sessions share.
 */
export class Store {
  readonly #ground: Ground;
  #scenario: string | undefined;
  /** By resource, what was made of it. */
  #layers: Map<string, Layer>;
  #tell: (change: StoreChange) => void;
  #successor: (() => Store) | undefined;

  /**
   * @param state what it begins with, which has to conform to the kinds of the ground
   * @param tell is told of each change from then on
   */
  constructor(ground: Ground, { scenario, layers }: StoredState, tell: (change: StoreChange) => void) {
    this.#ground = ground;
    this.#scenario = scenario;
    this.#layers = new Map(layers);
    this.#tell = tell;
  }

  /** The scenario whose data the state began with; undefined for the fixtures alone. */
  get scenario(): string | undefined {
    return this.#scenario;
  }

  hasResource(name: string): boolean {
    return this.#ground.kinds.has(name);
  }

  /** Every entry of a resource in the given order; without one in the order of the fixtures. */
  list(name: string, order: List['order'], today: CalendarDate): readonly Entry[] {
    return this.#collection(name, today).inOrder(order);
  }

  /** Of every entry of a resource in the given order, those whose field has a value that is not below the bound. */
  listFrom(name: string, order: List['order'], field: string, bound: unknown, today: CalendarDate): readonly Entry[] {
    return this.#collection(name, today).from(order, field, bound);
  }

  /** One entry, or undefined where there is none of that key. */
  read(name: string, key: string, today: CalendarDate): Entry | undefined {
    return this.#find(name, this.#ground.kind(name).canonical(key), today);
  }

  /** Merges a patch (RFC 7396) into one entry, all of it or nothing; the identifier stays, and what has to be unique is. */
  merge(name: string, key: string, patch: JsonObject, today: CalendarDate): MergeResult {
    const kind = this.#ground.kind(name);
    const identity = kind.canonical(key);
    const current = this.#find(name, identity, today);
    if (current === undefined) return { outcome: 'unknown' };
    const { entry, nonconformities } = kind.merge(current, patch);
    nonconformities.push(...kind.conflicts(current, entry, () => this.list(name, undefined, today)));
    if (nonconformities.length > 0) return { outcome: 'refused', nonconformities };
    this.change(name, new Map([[identity, entry]]));
    const successor = this.#successor?.();
    if (successor?.hasResource(name)) successor.merge(name, key, patch, today);
    return { outcome: 'merged', entry };
  }

  /** The identifiers of a resource, as they are spelled. */
  identifiers(name: string, today: CalendarDate): string[] {
    const { key } = this.#ground.kind(name).resource;
    return key ? this.list(name, undefined, today).map((entry) => String(entry[key.field])) : [];
  }

  /** All entries of every resource, by its name. */
  entries(today: CalendarDate): Map<string, readonly Entry[]> {
    return new Map([...this.#ground.kinds.keys()].map((name) => [name, this.list(name, undefined, today)]));
  }

  /** Sets entries by their identity, undefined for one that is to go. They have to be valid. */
  change(name: string, changes: Changes): void {
    this.#put(name, this.#layerWith(name, changes));
    this.#tell({ change: 'entries', resource: name, entries: changes });
  }

  /** Replaces all entries of some resources. They have to be valid; they do not move with the clock. */
  replace(replaced: Iterable<Collection>): void {
    for (const collection of replaced) {
      const { name: resource } = collection.kind.resource;
      this.#put(resource, new Layer(collection));
      this.#tell({ change: 'replaced', resource, entries: collection.entries });
    }
  }

  /** What differs from the fixtures, or from the scenario in their place, by resource. */
  differences(today: CalendarDate): Map<string, Difference[]> {
    const found = [...this.#layers.keys()].map((name): [string, Difference[]] => [
      name,
      differences(this.#ground.collection(name, today, this.#scenario), this.#collection(name, today)),
    ]);
    return new Map(found.filter(([, differing]) => differing.length > 0));
  }

  /** Forgets every change; what is left is the data of a scenario, or the fixtures alone. */
  reset(scenario: string | undefined): void {
    this.restore({ scenario, layers: new Map(), kinds: this.#ground.kinds });
  }

  /** What is stored now; later changes leave it as it is. */
  copy(): StoredState {
    const layers = new Map([...this.#layers].map(([name, layer]) => [name, layer.keep()]));
    return { scenario: this.#scenario, layers, kinds: this.#ground.kinds };
  }

  /** Puts back what `copy` has returned; of what comes from a store over another ground, as much as conforms. */
  restore(given: StoredState): void {
    const state = given.kinds === this.#ground.kinds ? given : conformingState(given, this.#ground).state;
    for (const layer of this.#layers.values()) this.#ground.forget(layer);
    this.#scenario = state.scenario;
    this.#layers = new Map(state.layers);
    this.#tell({ change: 'restored', state });
  }

  /**
   * Lets updates that requests under way still make here be made, where they can be, to the store in its place as well. That one
   * tells of them; what happens here is told no longer.
   */
  giveWayTo(successor: () => Store): void {
    this.#successor = successor;
    this.#tell = () => undefined;
  }

  #find(name: string, identity: string, today: CalendarDate): Entry | undefined {
    const layer = this.#layers.get(name);
    if (layer?.changes.has(identity)) return layer.changes.get(identity);
    return this.#below(name, today, layer).byIdentity.get(identity);
  }

  #layerWith(name: string, changes: Changes): Layer {
    return (this.#layers.get(name) ?? new Layer(undefined)).with(changes);
  }

  #put(name: string, layer: Layer): void {
    const before = this.#layers.get(name);
    if (before) this.#ground.forget(before); // it is another one, or has changed
    this.#layers.set(name, layer);
  }

  #collection(name: string, today: CalendarDate): Collection {
    const layer = this.#layers.get(name);
    const below = this.#below(name, today, layer);
    return layer === undefined || layer.changes.size === 0 ? below : this.#ground.through(layer, below);
  }

  #below(name: string, today: CalendarDate, layer: Layer | undefined): Collection {
    return layer?.base ?? this.#ground.collection(name, today, this.#scenario);
  }
}
