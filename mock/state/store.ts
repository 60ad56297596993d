import {
  define,
  fieldsOf,
  type Json,
  type JsonObject,
  type List,
  memberOf,
  pointerTo,
  type Resource,
  type Service,
} from '../../spec';
import type { CalendarDate } from '../calendar';
import type { Dataset } from '../fixtures/fixtures';
import { compare } from './comparison';
import type { Conformance, Nonconformity } from './conformance';
import { canonicalKey } from './identifiers';
import { mergePatch, type Shape } from './merge-patch';

/** The data of a day, where the clock is an argument. */
export interface DataSource {
  on(today: CalendarDate): Dataset;
}

/** An entry of the store. Entries are never changed, only replaced, so they are handed out as they are. */
export type Entry = Readonly<JsonObject>;

export type MergeResult =
  | { outcome: 'merged'; entry: Entry }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; nonconformities: Nonconformity[] };

/** The entries of one resource on one day, as the fixtures have them. */
interface Collection {
  entries: readonly Entry[];
  byKey: ReadonlyMap<string, Entry>;
}

/** How many days' data is kept worked out: today's, yesterday's over midnight, and a few that tests ask for. */
const DAYS_KEPT = 4;

/**
 * The state of the mock: what the fixtures say of a day, and over it the entries that were changed since. Only valid entries
 * get in, so that reading checks nothing.
 */
export class Store {
  readonly #resources: Map<string, Resource>;
  readonly #conformance: Conformance;
  readonly #shape: Shape;
  readonly #source: DataSource;
  /** By resource and canonical key, the entries that differ from the fixtures. */
  readonly #changes = new Map<string, Map<string, Entry>>();
  readonly #days = new Map<CalendarDate, Map<string, Collection>>();
  /** By resource, then by day and order, the lists that were asked for since its last change. */
  readonly #lists = new Map<string, Map<string, readonly Entry[]>>();

  constructor({ resources, openapi }: Service, conformance: Conformance, source: DataSource) {
    this.#resources = new Map(resources.map((resource) => [resource.name, resource]));
    this.#conformance = conformance;
    this.#shape = {
      fieldsOf: (schema) => fieldsOf(openapi, schema),
      allowsNull: (schema) => Object.keys(schema.value).length > 0 && conformance.check(schema, null).length === 0,
    };
    this.#source = source;
  }

  /** Every entry of a resource in the given order; without one in the order of the fixtures. */
  list(name: string, order: List['order'], today: CalendarDate): readonly Entry[] {
    const lists = this.#lists.get(name) ?? new Map<string, readonly Entry[]>();
    this.#lists.set(name, lists);
    const view = `${today} ${order?.direction} ${order?.by}`;
    const known = lists.get(view);
    if (known) return known;
    const { key } = this.#resource(name);
    const changes = this.#changes.get(name);
    const current = (entry: Entry) => (key && changes?.get(canonicalKey(memberOf(entry, key.field), key))) ?? entry;
    const entries = this.#collection(name, today).entries.map(current);
    const sorted = order ? entries.toSorted(comparing(order)) : entries;
    lists.set(view, sorted);
    return sorted;
  }

  /** One entry, or undefined where there is none of that key. */
  read(name: string, key: string, today: CalendarDate): Entry | undefined {
    const resource = this.#resource(name);
    const canonical = canonicalKey(key, resource.key);
    const initial = this.#collection(name, today).byKey.get(canonical);
    return initial && (this.#changes.get(name)?.get(canonical) ?? initial);
  }

  /** Merges a patch (RFC 7396) into one entry, all of it or nothing; the identifier stays. */
  merge(name: string, key: string, patch: JsonObject, today: CalendarDate): MergeResult {
    const resource = this.#resource(name);
    const current = this.read(name, key, today);
    if (current === undefined || resource.key === undefined) return { outcome: 'unknown' };
    const { field } = resource.key;
    const entry = mergePatch(current, patch, resource.fields, this.#shape);
    const nonconformities = resource.schemas.flatMap((schema) => this.#conformance.check(schema, entry));
    if (canonicalKey(memberOf(entry, field), resource.key) === canonicalKey(key, resource.key)) {
      define(entry, field, current[field] as Json); // in its own spelling; it has one, or nothing would be found by it
    } else {
      const message = 'identifies the resource and cannot be changed';
      nonconformities.push({ pointer: pointerTo('', field), rule: 'identifier', message });
    }
    if (nonconformities.length > 0) return { outcome: 'refused', nonconformities };
    this.#commit(name, canonicalKey(key, resource.key), entry);
    return { outcome: 'merged', entry };
  }

  /** The identifiers of a resource, as they are spelled. */
  identifiers(name: string, today: CalendarDate): string[] {
    const { key } = this.#resource(name);
    return key ? this.list(name, undefined, today).map((entry) => String(memberOf(entry, key.field))) : [];
  }

  /** Forgets every change. */
  reset(): void {
    this.#changes.clear();
    this.#lists.clear();
  }

  #commit(name: string, key: string, entry: Entry): void {
    const changes = this.#changes.get(name) ?? new Map<string, Entry>();
    this.#changes.set(name, changes.set(key, entry));
    this.#lists.delete(name);
  }

  #resource(name: string): Resource {
    const resource = this.#resources.get(name);
    if (resource === undefined) throw new Error(`The document has no resource "${name}".`);
    return resource;
  }

  #collection(name: string, today: CalendarDate): Collection {
    const day = this.#days.get(today) ?? this.#workOut(today);
    return day.get(name) ?? { entries: [], byKey: new Map() };
  }

  #workOut(today: CalendarDate): Map<string, Collection> {
    const collections = [...this.#source.on(today)].map(([name, entries]): [string, Collection] => {
      const { key } = this.#resource(name);
      const keyed = key
        ? entries.map((entry): [string, Entry] => [canonicalKey(memberOf(entry, key.field), key), entry])
        : [];
      return [name, { entries, byKey: new Map(keyed) }];
    });
    const day = new Map(collections);
    this.#days.set(today, day);
    for (const oldest of this.#days.keys()) {
      if (this.#days.size <= DAYS_KEPT) break;
      this.#days.delete(oldest);
      this.#lists.clear(); // they hold entries of days that are no longer kept
    }
    return day;
  }
}

/** The order that a list asks for; an entry without the field comes last in either direction. */
function comparing({ by, direction }: NonNullable<List['order']>): (a: Entry, b: Entry) => number {
  return (a, b) => {
    const [left, right] = [memberOf(a, by) ?? undefined, memberOf(b, by) ?? undefined];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return direction === 'descending' ? compare(right, left) : compare(left, right);
  };
}
