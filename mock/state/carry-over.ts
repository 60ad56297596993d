import { setImmediate as otherWork } from 'node:timers/promises';
import { memberOf } from '../../spec';
import { Collection } from './collection';
import type { Ground } from './ground';
import type { Entry, Kind } from './kind';
import { type Changes, Layer } from './layer';
import type { StoredState } from './store';

/** An entry of a state that was let go, since it does not conform to the document. */
export interface Dropped {
  resource: string;
  /** What identifies it; undefined where nothing does, and of a whole resource. */
  id: string | undefined;
  /** Why, as what would follow its name in a sentence. */
  why: string;
}

/**
 * A state as far as it conforms to the kinds of a ground, which need not be those that it came from, and everything of it that
 * does not. A scenario that the ground does not have becomes the fixtures alone.
 */
export function conformingState(state: StoredState, ground: Ground): { state: StoredState; dropped: Dropped[] } {
  const carryOver = new CarryOver(ground);
  return { state: carryOver.carry(state), dropped: carryOver.dropped };
}

/** For how many milliseconds entries are checked before other work has its turn. */
const SLICE = 10;

/** A layer as far as it conforms, and what does not. */
interface Carried {
  layer: Layer;
  dropped: readonly Dropped[];
}

/** Takes states over to another ground, as far as they conform to it. What states share is looked at once. */
export class CarryOver {
  /** What was let go, of all states that were carried. */
  readonly dropped: Dropped[] = [];
  /** The scenarios that states were in and the ground does not have. */
  readonly lostScenarios = new Set<string>();
  readonly #ground: Ground;
  readonly #lostResources = new Set<string>();
  /** By entry, what is wrong with it; empty where it conforms. */
  readonly #faults = new WeakMap<Entry, string>();
  readonly #known = new WeakMap<Layer, Carried>();
  readonly #told = new WeakSet<Carried>();

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  carry({ scenario, layers, kinds }: StoredState): StoredState {
    const isThere = scenario === undefined || this.#ground.scenarios.includes(scenario);
    if (!isThere) this.lostScenarios.add(scenario);
    return {
      scenario: isThere ? scenario : undefined,
      layers: kinds === this.#ground.kinds ? layers : this.#carryLayers(layers),
      kinds: this.#ground.kinds,
    };
  }

  /** Looks at states beforehand, letting other work have its turn; `carry` then has little left to do. */
  async prepare(states: Iterable<StoredState>): Promise<void> {
    let since = performance.now();
    for (const _entry of this.#looking(states)) {
      if (performance.now() - since < SLICE) continue;
      await otherWork();
      since = performance.now();
    }
  }

  *#looking(states: Iterable<StoredState>): Generator<void> {
    for (const { layers, kinds } of states) {
      if (kinds === this.#ground.kinds) continue;
      for (const [name, layer] of layers) {
        const kind = this.#ground.kinds.get(name);
        if (kind !== undefined) yield* this.#carrying(kind, layer);
        yield;
      }
    }
  }

  #carryLayers(layers: StoredState['layers']): Map<string, Layer> {
    const carried = new Map<string, Layer>();
    for (const [name, layer] of layers) {
      const kind = this.#ground.kinds.get(name);
      if (kind === undefined) this.#lose(name);
      else {
        const layerNow = this.#carryLayer(kind, layer);
        if (layerNow.base !== undefined || layerNow.changes.size > 0) carried.set(name, layerNow);
      }
    }
    return carried;
  }

  #lose(resource: string): void {
    if (this.#lostResources.has(resource)) return;
    this.#lostResources.add(resource);
    this.dropped.push({ resource, id: undefined, why: 'is no resource of the document any more' });
  }

  #carryLayer(kind: Kind, layer: Layer): Layer {
    const carried = finished(this.#carrying(kind, layer));
    if (!this.#told.has(carried)) for (const dropped of carried.dropped) this.dropped.push(dropped);
    this.#told.add(carried);
    return carried.layer;
  }

  /** Carries a layer over, stopping at each entry. */
  *#carrying(kind: Kind, layer: Layer): Generator<void, Carried> {
    const known = this.#known.get(layer);
    if (known) return known;
    const dropped: Dropped[] = [];
    const base = layer.base && (yield* this.#conforming(kind, layer.base.entries, dropped));
    const changes = yield* this.#conformingChanges(kind, layer.changes, dropped);
    const carried = { layer: new Layer(base && new Collection(kind, base), changes).keep(), dropped };
    this.#known.set(layer, carried);
    return carried;
  }

  *#conformingChanges(
    kind: Kind,
    changes: Changes,
    dropped: Dropped[],
  ): Generator<void, Map<string, Entry | undefined>> {
    const found = new Map<string, Entry | undefined>();
    const entries: Entry[] = [];
    for (const [identity, entry] of changes) {
      if (entry !== undefined) entries.push(entry);
      else if (kind.identity !== undefined) found.set(kind.canonical(identity), undefined);
    }
    for (const entry of yield* this.#conforming(kind, entries, dropped)) {
      const identity = kind.identify(entry);
      if (identity !== undefined) found.set(identity, entry);
      else
        dropped.push({ resource: kind.resource.name, id: undefined, why: 'has nothing any more that identifies it' });
      yield;
    }
    return found;
  }

  /** The entries that conform and share nothing that has to be unique. */
  *#conforming(kind: Kind, entries: readonly Entry[], dropped: Dropped[]): Generator<void, Entry[]> {
    const seen = new Map([...kind.uniqueFields].map((field) => [field, new Set<string>()]));
    const kept: Entry[] = [];
    for (const entry of entries) {
      const why = this.#faultOf(kind, entry) || sharedField(kind, entry, seen);
      if (why === '') kept.push(entry);
      else dropped.push({ resource: kind.resource.name, id: kind.identify(entry), why });
      yield;
    }
    return kept;
  }

  #faultOf(kind: Kind, entry: Entry): string {
    const known = this.#faults.get(entry);
    if (known !== undefined) return known;
    const fault = faultOf(kind, entry);
    this.#faults.set(entry, fault);
    return fault;
  }
}

/** What is left of steps, done at once. */
function finished<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What is wrong with an entry by itself; empty where it conforms. */
function faultOf(kind: Kind, entry: Entry): string {
  const { key, name } = kind.resource;
  if (key && !['string', 'number'].includes(typeof memberOf(entry, key.field)))
    return `has no ${key.field}, which identifies it`;
  const sentences = kind.check(entry).map(({ pointer, message }) => `${pointer.slice(1) || name} ${message}`);
  return [...new Set(sentences)].join('; ');
}

/** What an entry has that an earlier one has and that has to be unique, as a sentence; empty where there is nothing. */
function sharedField(kind: Kind, entry: Entry, seen: ReadonlyMap<string, Set<string>>): string {
  for (const [field, values] of seen) {
    const value = kind.distinctive(entry, field);
    if (value === undefined) continue;
    if (values.has(value)) return `has the ${field} of another entry`;
    values.add(value);
  }
  return '';
}
