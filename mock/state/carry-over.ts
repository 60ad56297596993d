import { setImmediate as otherWork } from 'node:timers/promises';
import { memberOf, pointerTo } from '../../spec';
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

/** Takes states over to another ground, as far as they conform to it. What states share is looked at once. */
export class CarryOver {
  /** What was let go, each entry once. */
  readonly dropped: Dropped[] = [];
  /** The scenarios that states were in and the ground does not have. */
  readonly lostScenarios = new Set<string>();
  readonly #ground: Ground;
  readonly #lostResources = new Set<string>();
  /** By entry, what is wrong with it; empty where it conforms. */
  readonly #faults = new WeakMap<Entry, string>();
  readonly #layers = new WeakMap<Layer, Layer>();

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

  /** Checks the entries of states beforehand, letting other work have its turn; `carry` then has little left to do. */
  async prepare(states: Iterable<StoredState>): Promise<void> {
    let since = performance.now();
    for (const [kind, entry] of this.#entriesOf(states)) {
      this.#faultOf(kind, entry);
      if (performance.now() - since < SLICE) continue;
      await otherWork();
      since = performance.now();
    }
  }

  *#entriesOf(states: Iterable<StoredState>): Iterable<[Kind, Entry]> {
    for (const { layers, kinds } of states) {
      if (kinds === this.#ground.kinds) continue;
      for (const [name, { base, changes }] of layers) {
        const kind = this.#ground.kinds.get(name);
        if (kind === undefined) continue;
        for (const entry of base?.entries ?? []) yield [kind, entry];
        for (const entry of changes.values()) if (entry !== undefined) yield [kind, entry];
      }
    }
  }

  #carryLayers(layers: StoredState['layers']): Map<string, Layer> {
    const carried = new Map<string, Layer>();
    for (const [name, layer] of layers) {
      const kind = this.#ground.kinds.get(name);
      if (kind !== undefined) carried.set(name, this.#carryLayer(kind, layer));
      else this.#lose(name);
    }
    return carried;
  }

  #lose(resource: string): void {
    if (this.#lostResources.has(resource)) return;
    this.#lostResources.add(resource);
    this.dropped.push({ resource, id: undefined, why: 'is no resource of the document any more' });
  }

  #carryLayer(kind: Kind, layer: Layer): Layer {
    const known = this.#layers.get(layer);
    if (known) return known;
    const { base, changes } = layer;
    const entries = base && this.#conforming(kind, base.entries);
    const carried = new Layer(entries && new Collection(kind, entries), this.#conformingChanges(kind, changes)).keep();
    this.#layers.set(layer, carried);
    return carried;
  }

  #conformingChanges(kind: Kind, changes: Changes): Map<string, Entry | undefined> {
    const entries = [...changes.values()].filter((entry) => entry !== undefined);
    const removed = [...changes].filter(([, entry]) => entry === undefined && kind.identity !== undefined);
    const kept = this.#conforming(kind, entries, 'is found by nothing, since the resource has no key');
    return new Map([...removed, ...kept.map((entry): [string, Entry] => [kind.identify(entry) ?? '', entry])]);
  }

  /** The entries that conform and share nothing that has to be unique; with `unfound`, those only that something identifies. */
  #conforming(kind: Kind, entries: readonly Entry[], unfound?: string): Entry[] {
    const seen = new Set<string>();
    return entries.filter((entry) => {
      const id = kind.identify(entry);
      const fault = this.#faultOf(kind, entry) || (id === undefined && unfound) || sharedField(kind, entry, seen);
      if (fault) this.dropped.push({ resource: kind.resource.name, id, why: fault });
      return !fault;
    });
  }

  #faultOf(kind: Kind, entry: Entry): string {
    const known = this.#faults.get(entry);
    if (known !== undefined) return known;
    const fault = faultOf(kind, entry);
    this.#faults.set(entry, fault);
    return fault;
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

/** Which field of an entry has a value that an earlier one has and that has to be unique. */
function sharedField(kind: Kind, entry: Entry, seen: Set<string>): string | undefined {
  for (const field of kind.uniqueFields) {
    const value = memberOf(entry, field);
    if (value === undefined) continue;
    const name = pointerTo(field, field === kind.identity ? kind.canonical(value) : String(value));
    if (seen.has(name)) return `has a ${field} that another entry has`;
    seen.add(name);
  }
  return undefined;
}
