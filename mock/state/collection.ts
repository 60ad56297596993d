import { type List, memberOf } from '../../spec';
import { compare } from './comparison';
import type { Entry, Kind } from './kind';

type Order = NonNullable<List['order']>;

/** Entries of one resource that do not change, with the ways to find them; what is asked of them is worked out once. */
export class Collection {
  readonly kind: Kind;
  readonly entries: readonly Entry[];
  #byIdentity: ReadonlyMap<string, Entry> | undefined;
  readonly #sorted = new Map<string, readonly Entry[]>();

  constructor(kind: Kind, entries: readonly Entry[]) {
    this.kind = kind;
    this.entries = entries;
  }

  /** The entries by what identifies them; those that lack it are not among them. */
  get byIdentity(): ReadonlyMap<string, Entry> {
    this.#byIdentity ??= new Map(
      this.entries.flatMap((entry): [string, Entry][] => {
        const identity = this.kind.identify(entry);
        return identity === undefined ? [] : [[identity, entry]];
      }),
    );
    return this.#byIdentity;
  }

  /** The entries in an order, of which a document has few; without one as they stand. */
  inOrder(order: Order | undefined): readonly Entry[] {
    if (order === undefined) return this.entries;
    const name = `${order.direction} ${order.by}`;
    const known = this.#sorted.get(name);
    if (known) return known;
    const sorted = this.entries.toSorted(comparing(order));
    this.#sorted.set(name, sorted);
    return sorted;
  }
}

/** The order that a list asks for; an entry without the field comes last in either direction. */
function comparing({ by, direction }: Order): (a: Entry, b: Entry) => number {
  return (a, b) => {
    const [left, right] = [memberOf(a, by) ?? undefined, memberOf(b, by) ?? undefined];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return direction === 'descending' ? compare(right, left) : compare(left, right);
  };
}
