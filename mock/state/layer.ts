import type { Collection } from './collection';
import type { Entry } from './kind';

/** By identity, what is over the fixtures: an entry that was changed or added; undefined for one that was removed. */
export type Changes = ReadonlyMap<string, Entry | undefined>;

/** What was made of one resource since the fixtures. */
export class Layer {
  /** Its entries, where all of them were replaced; undefined where they are the fixtures'. */
  readonly base: Collection | undefined;
  readonly #changes: Map<string, Entry | undefined>;
  #isKept = false;

  constructor(base: Collection | undefined, changes: Map<string, Entry | undefined> = new Map()) {
    this.base = base;
    this.#changes = changes;
  }

  get changes(): Changes {
    return this.#changes;
  }

  /** Keeps the layer as it is, for a copy of the state; the next change makes another one. */
  keep(): this {
    this.#isKept = true;
    return this;
  }

  /** The layer with further changes: this one, unless it is kept as it is. */
  with(further: Changes): Layer {
    const layer = this.#isKept ? new Layer(this.base, new Map(this.#changes)) : this;
    for (const [identity, entry] of further) layer.#changes.set(identity, entry);
    return layer;
  }

  /** The entries of the collection below, as they are seen through this layer; added ones come last. */
  over(below: Collection): Entry[] {
    const { kind, entries, byIdentity } = below;
    const kept = entries.flatMap((entry): Entry[] => {
      const identity = kind.identify(entry);
      if (identity === undefined || !this.#changes.has(identity)) return [entry];
      const changed = this.#changes.get(identity);
      return changed === undefined ? [] : [changed];
    });
    const added = [...this.#changes].flatMap(([identity, entry]): Entry[] =>
      entry === undefined || byIdentity.has(identity) ? [] : [entry],
    );
    return [...kept, ...added];
  }
}
