import {
  define,
  isOpen,
  type Json,
  type JsonObject,
  type Key,
  memberOf,
  pointerTo,
  type Resource,
  type Service,
  schemasOf,
  typesOf,
} from '../../spec';
import { type Conformance, type Nonconformity, shown } from './conformance';
import { canonicalKey } from './identifiers';
import { mergePatch, type Shape } from './merge-patch';
import { NullFields } from './null-fields';
import { type Summary, summaryOf } from './summary';
import { isOnlyWritten } from './write-only';

/** An entry of the state. Entries are never changed, only replaced, so they are handed out as they are. */
export type Entry = Readonly<JsonObject>;

/** What the document says of the entries of one resource, ready to be used by every session's store. */
export class Kind {
  readonly resource: Resource;
  /** The field by which an entry is found: its key, or what it is listed by where no two may share that. */
  readonly identity: string | undefined;
  /** The fields of which no two entries may share a value. */
  readonly uniqueFields: ReadonlySet<string>;
  /** Whether a schema speaks of fields beside those that it lists. */
  readonly isOpen: boolean;
  readonly #key: Key | undefined;
  readonly #conformance: Conformance;
  readonly #shape: Shape;
  readonly #isNumbered: boolean;
  /** The fields that are only written, as pointers into an entry. */
  readonly #writeOnly: ReadonlySet<string>;
  /** What of an entry is shown by a schema, by the schema's pointer; all of it where there is none. */
  readonly #summaries: ReadonlyMap<string, Summary>;

  constructor(service: Service, resource: Resource, conformance: Conformance) {
    const { operations, openapi } = service;
    this.resource = resource;
    this.#key = resource.key;
    this.#conformance = conformance;
    const nulls = new NullFields(openapi, conformance);
    this.#shape = {
      schemasOf: (schemas, member) => schemasOf(openapi, schemas, member),
      allowsNull: (schemas, member, object) => nulls.allow(schemas, member, object),
    };
    const listed = operations.flatMap(({ meaning }) =>
      meaning.action === 'list' && meaning.resource === resource.name && meaning.order?.unique ? meaning.order.by : [],
    );
    this.uniqueFields = new Set(resource.key ? [resource.key.field, ...listed] : listed);
    [this.identity] = this.uniqueFields;
    const names = [...resource.fields.keys()].filter((name) => isOnlyWritten(openapi, resource.schemas, name));
    this.#writeOnly = new Set(names.map((name) => pointerTo('', name)));
    this.#summaries = summariesOf(service, resource);
    this.isOpen = resource.schemas.some((schema) => isOpen(openapi, schema));
    const identifiers = this.identity === undefined ? [] : schemasOf(openapi, resource.schemas, this.identity);
    const types = identifiers.flatMap((schema) => typesOf(openapi, schema));
    this.#isNumbered = types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
  }

  /** What identifies an entry, in the one spelling by which it is found; undefined where it lacks the field. */
  identify(entry: Entry): string | undefined {
    const value = this.identity === undefined ? undefined : memberOf(entry, this.identity);
    return value === undefined ? undefined : this.canonical(value);
  }

  /** What may stand once alone in a field that has to be unique; undefined where an entry lacks it. */
  distinctive(entry: Entry, field: string): string | undefined {
    const value = memberOf(entry, field);
    if (value === undefined) return undefined;
    return field === this.identity ? this.canonical(value) : String(value);
  }

  /** What an update gives an entry that has to be unique and another has. The others are looked at only where such a field changes. */
  conflicts(before: Entry, after: Entry, entries: () => readonly Entry[]): Nonconformity[] {
    return [...this.uniqueFields].flatMap((field) => {
      const value = this.distinctive(after, field);
      if (value === undefined || value === this.distinctive(before, field)) return [];
      const other = entries().find((entry) => this.distinctive(entry, field) === value);
      if (other === undefined) return [];
      const message = `must be unique, but it is ${shown(after[field])}, as in "${this.identify(other)}"`;
      return [{ pointer: pointerTo('', field), rule: 'unique', message }];
    });
  }

  /** An identifier, however it is spelled, in the one spelling by which entries are found. */
  canonical(identifier: unknown): string {
    return canonicalKey(identifier, this.#key);
  }

  /** Every way in which an entry breaks a schema by which the document returns it. No answer needs the fields that are only written. */
  check(entry: JsonObject): Nonconformity[] {
    return this.resource.schemas
      .flatMap((schema) => {
        const summary = this.#summaries.get(schema.pointer);
        return this.#conformance.check(schema, summary ? summary(entry) : entry);
      })
      .filter(({ pointer, rule }) => rule !== 'required' || !this.#writeOnly.has(pointer));
  }

  /** An entry with a patch merged into it (RFC 7396), and what is wrong with the result; the identifier stays. */
  merge(current: Entry, patch: JsonObject): { entry: Entry; nonconformities: Nonconformity[] } {
    const entry = mergePatch(current, patch, this.resource.schemas, this.#shape);
    const nonconformities = this.check(entry);
    const { identity } = this;
    if (identity === undefined) return { entry, nonconformities };
    if (this.identify(entry) === this.identify(current)) {
      // In its own spelling; it has one, or nothing would be found by it.
      define(entry, identity, current[identity] as Json);
    } else {
      const message = 'identifies the resource and cannot be changed';
      nonconformities.push({ pointer: pointerTo('', identity), rule: 'identifier', message });
    }
    return { entry, nonconformities };
  }

  /** The beginning of a new entry: nothing but its identifier, as a number where the schema wants one. */
  begin(identifier: string): Entry {
    if (this.identity === undefined) return {};
    const entry: JsonObject = {};
    define(entry, this.identity, this.#isNumbered && identifier.trim() !== '' ? Number(identifier) : identifier);
    return entry;
  }
}

function summariesOf(service: Service, { name }: Resource): Map<string, Summary> {
  const operations = service.operations.filter(({ meaning }) => meaning.resource === name);
  return new Map(
    operations.flatMap((operation): [string, Summary][] => {
      const summary = summaryOf(service, operation);
      return summary && operation.returns ? [[operation.returns.pointer, summary]] : [];
    }),
  );
}

/** The kinds of every resource of a service, by name. */
export function kindsOf(service: Service, conformance: Conformance): Map<string, Kind> {
  return new Map(service.resources.map((resource) => [resource.name, new Kind(service, resource, conformance)]));
}
