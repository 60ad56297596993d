import type { Collection } from './collection';
import type { Entry } from './kind';

/** By identity, what is over the fixtures: an entry that was changed or added; undefined for one that was removed. */
export type Changes = ReadonlyMap<string, Entry | undefined>;

/** What was made of one resource since the fixtures. A change makes the next layer, which takes its place. */
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

  /** Keeps the layer as it is, for a copy of the state; the next one then begins with a copy of the changes. */
  keep(): this {
    this.#isKept = true;
    return this;
  }

  /** The layer with further changes. Unless this one is kept, it is used up. */
  with(further: Changes): Layer {
    const changes = this.#isKept ? new Map(this.#changes) : this.#changes;
    for (const [identity, entry] of further) changes.set(identity, entry);
    return new Layer(this.base, changes);
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
