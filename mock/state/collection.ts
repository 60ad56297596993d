import { type List, memberOf } from '../../spec';
import { compare, type Scale, scaleOf } from './comparison';
import type { Entry, Kind } from './kind';

type Order = NonNullable<List['order']>;

/** Entries in an order: first those that have the field by which they stand. */
interface Sorted {
  entries: readonly Entry[];
  /** How many have the field. */
  present: number;
  /** Of all its values; undefined where they are on more than one, or there are none. */
  scale: Scale | undefined;
}

/** Entries of one resource that do not change, with the ways to find them; what is asked of them is worked out once. */
export class Collection {
  readonly kind: Kind;
  readonly entries: readonly Entry[];
  #byIdentity: ReadonlyMap<string, Entry> | undefined;
  readonly #sorted = new Map<string, Sorted>();

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
    return order === undefined ? this.entries : this.#sortedBy(order).entries;
  }

  /** Of the entries in an order, those whose field has a value that is not below the bound: found by halving where they stand by it. */
  from(order: Order | undefined, field: string, bound: unknown): readonly Entry[] {
    const isFrom = (entry: Entry | undefined) => {
      const value = valueIn(entry, field);
      return value !== undefined && compare(value, bound) >= 0;
    };
    const sorted = order?.by === field ? this.#sortedBy(order) : undefined;
    if (sorted?.scale === undefined || sorted.scale !== scaleOf(bound)) return this.inOrder(order).filter(isFrom);
    const { entries, present } = sorted;
    if (order?.direction === 'descending')
      return entries.slice(
        0,
        firstOf(present, (index) => !isFrom(entries[index])),
      );
    return entries.slice(
      firstOf(present, (index) => isFrom(entries[index])),
      present,
    );
  }

  #sortedBy(order: Order): Sorted {
    const name = `${order.direction} ${order.by}`;
    const known = this.#sorted.get(name);
    if (known) return known;
    const entries = this.entries.toSorted(comparing(order));
    const values = entries.map((entry) => valueIn(entry, order.by)).filter((value) => value !== undefined);
    const [scale, ...others] = new Set(values.map(scaleOf));
    const sorted = { entries, present: values.length, scale: others.length === 0 ? scale : undefined };
    this.#sorted.set(name, sorted);
    return sorted;
  }
}

/** The least number below `length` that fulfils what all greater ones fulfil too; `length` where none does. */
function firstOf(length: number, isFulfilled: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isFulfilled(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The value of a field; undefined where there is none, or null. */
function valueIn(entry: Entry | undefined, field: string): unknown {
  return memberOf(entry, field) ?? undefined;
}

/** The order that a list asks for; an entry without the field comes last in either direction. */
function comparing({ by, direction }: Order): (a: Entry, b: Entry) => number {
  return (a, b) => {
    const [left, right] = [valueIn(a, by), valueIn(b, by)];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return direction === 'descending' ? compare(right, left) : compare(left, right);
  };
}
