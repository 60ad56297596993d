import { type Json, type JsonObject, memberOf, membersOf } from './json';

interface Entry {
  place: string;
  members: Map<string, string>;
}

/** Remembers where in which file each object, array and member was written; a place reads `file:line`. */
export class Positions {
  readonly #entries = new WeakMap<object, Entry>();

  has(container: object): boolean {
    return this.#entries.has(container);
  }

  /** Notes where a container and its members stand. */
  add(container: object, place: string, members: Map<string, string>): void {
    this.#entries.set(container, { place, members });
  }

  /** The places of a container and then of each member that it has, undefined for those that were not noted. */
  placesOf(container: object): (string | undefined)[] {
    const entry = this.#entries.get(container);
    return [entry?.place, ...Object.keys(container).map((member) => entry?.members.get(member))];
  }

  /** Notes that a member of `to` was written where the member of the same name of `from` stands. */
  adopt(to: object, from: object, member: string): void {
    const place = this.#entries.get(from)?.members.get(member);
    if (place !== undefined) this.#entries.get(to)?.members.set(member, place);
  }

  /** Adds an item to an array, as written at `place`. */
  append(array: Json[], item: Json, place: string): void {
    array.push(item);
    this.#entries.get(array)?.members.set(String(array.length - 1), place);
  }

  /** Takes an item out of an array, or a member out of an object; the places of the others go with them. */
  remove(container: Json[] | JsonObject, member: string): void {
    const entry = this.#entries.get(container);
    if (!Array.isArray(container)) {
      delete container[member];
      entry?.members.delete(member);
      return;
    }
    const places = [...container.keys()].map((index) => entry?.members.get(String(index)));
    container.splice(Number(member), 1);
    places.splice(Number(member), 1);
    entry?.members.clear();
    for (const [index, place] of places.entries()) if (place !== undefined) entry?.members.set(String(index), place);
  }

  /** A deep copy of a value whose parts stand where the originals do. */
  copy<T extends Json>(value: T): T {
    if (typeof value !== 'object' || value === null) return value;
    const copied = Array.isArray(value)
      ? value.map((item) => this.copy(item))
      : Object.fromEntries(Object.entries(value).map(([member, child]) => [member, this.copy(child)]));
    const known = this.#entries.get(value);
    if (known) this.add(copied, known.place, new Map(known.members));
    return copied as T; // the same members with the same values
  }

  /** The place of what `pointer` names below `root`, or of its nearest ancestor that is there. */
  placeOf(root: object, pointer: string): string {
    let container: unknown = root;
    let place = this.#entries.get(root)?.place ?? 'unknown place';
    for (const member of membersOf(pointer)) {
      if (typeof container !== 'object' || container === null) break;
      const child = memberOf(container, member);
      const own = typeof child === 'object' && child !== null ? this.#entries.get(child)?.place : undefined;
      place = this.#entries.get(container)?.members.get(member) ?? own ?? place;
      container = child;
    }
    return place;
  }
}
