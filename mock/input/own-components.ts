import {
  define,
  fragmentOf,
  isObject,
  type Json,
  type JsonObject,
  mapObjects,
  partsOf,
  pointerOf,
  saysNothing,
  valueAt,
} from '../../spec';

/** A part of a document, and the schemas that it refers to as components of its own. */
interface OnItsOwn {
  value: JsonObject;
  schemas: JsonObject;
}

/** A component's name (OpenAPI 3.1, Components Object). */
const NAME = /^[\w.-]+$/;

/**
 * A copy of a part of a document that refers to components alone, whichever part of which file its references lead to. Components keep
 * their names, which a discriminator may go by. What stands beside a reference holds as well (JSON Schema 2020-12, section 8.2.3): such
 * a reference becomes one of the schemas that all have to hold. A property that chooses by a discriminator becomes a component. An
 * anchor of dynamic references stands once in a document, and would not in the copy: such references become plain ones.
 */
export function withOwnComponents(document: JsonObject, part: JsonObject): OnItsOwn {
  const components = new OwnComponents(document);
  return { value: components.copy(part), schemas: components.schemas };
}

/** The components of one copy, each made with the first reference to it. */
class OwnComponents {
  readonly schemas: JsonObject = {};
  readonly #document: JsonObject;
  /** By the pointer at which a schema stands. */
  readonly #names = new Map<string, string>();
  /** References to components whose names are not the author's. */
  readonly #nameless = new Set<Json>();
  /** Found with the first that is asked for: few documents have any. */
  #anchors: ReadonlyMap<string, string> | undefined;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  copy<T>(value: T): T {
    return mapObjects(value, (object) =>
      this.#withChoicesApart(
        this.#withTellingDiscriminator(this.#withOwnMapping(this.#withOwnReference(this.#withoutAnchor(object)))),
      ),
    );
  }

  /** The validator takes the discriminator of a property for one of the whole object, unless the property's schema is a component. */
  #withChoicesApart(object: JsonObject): JsonObject {
    const { properties } = object;
    const entries = Object.entries(isObject(properties) ? properties : {});
    if (!entries.some(([, schema]) => isChoice(schema))) return object;
    const apart = entries.map(([name, schema]) => [name, isChoice(schema) ? this.#component(schema) : schema]);
    return { ...object, properties: Object.fromEntries(apart) };
  }

  /** The reference to a component that is made of a schema which stands in place. */
  #component(schema: JsonObject): JsonObject {
    const name = this.#nameFor('');
    this.#names.set(name, name); // no pointer
    define(this.schemas, name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  #withoutAnchor(object: JsonObject): JsonObject {
    const { $dynamicAnchor, ...others } = object;
    const isMeant = typeof $dynamicAnchor === 'string' && this.#anchored(`#${$dynamicAnchor}`) !== undefined;
    return isMeant ? others : object;
  }

  #withOwnReference(object: JsonObject): JsonObject {
    const { $ref, ...others } = object;
    if (typeof $ref !== 'string' || valueAt(this.#document, $ref) === undefined)
      return this.#withStaticReference(object);
    const reference = { $ref: this.#own($ref) };
    if (Object.keys(others).every(saysNothing)) return reference;
    return withSchema(this.#withStaticReference(others), reference);
  }

  #withStaticReference(object: JsonObject): JsonObject {
    const { $dynamicRef, ...others } = object;
    const target = typeof $dynamicRef === 'string' ? this.#anchored($dynamicRef) : undefined;
    return target === undefined ? object : withSchema(others, { $ref: this.#own(target) });
  }

  /** A discriminator maps values to references, or to the names of components. */
  #withOwnMapping(object: JsonObject): JsonObject {
    const { propertyName, mapping } = object;
    if (typeof propertyName !== 'string' || !isObject(mapping)) return object;
    const mapped = Object.entries(mapping).map(([value, target]) => {
      const reference = NAME.test(String(target)) ? `#/components/schemas/${target}` : target;
      return [value, this.#isLocal(reference) ? this.#own(reference) : reference];
    });
    return { ...object, mapping: Object.fromEntries(mapped) };
  }

  /** The validator refuses what a discriminator does not tell; where it has no name for a schema, the schemas alone decide. */
  #withTellingDiscriminator(object: JsonObject): JsonObject {
    const { discriminator, ...others } = object;
    if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return object;
    const mapped = Object.values(isObject(discriminator.mapping) ? discriminator.mapping : {});
    const isReadable = mapped.every((target) => String(target).startsWith('#'));
    const isTold = (schema: Json) =>
      isObject(schema) &&
      schema.$ref !== undefined &&
      (mapped.includes(schema.$ref) || !this.#nameless.has(schema.$ref));
    const schemas = object.oneOf ?? object.anyOf;
    return Array.isArray(schemas) && !(isReadable && schemas.every(isTold)) ? others : object;
  }

  /** The reference to the schema at an anchor. */
  #anchored(reference: string): string | undefined {
    this.#anchors ??= anchorsOf(this.#document);
    return this.#anchors.get(reference);
  }

  #isLocal(target: Json): target is string {
    return typeof target === 'string' && target.startsWith('#') && valueAt(this.#document, target) !== undefined;
  }

  /** The reference to the component that stands for what a reference leads to. */
  #own(reference: string): string {
    const pointer = pointerOf(reference);
    const known = this.#names.get(pointer);
    const name = known ?? this.#nameFor(pointer);
    if (known === undefined) {
      this.#names.set(pointer, name); // before it is copied, as it may refer to itself
      define(this.schemas, name, this.copy(valueAt(this.#document, pointer) as Json)); // a part of the document
    }
    return `#/components/schemas/${name}`;
  }

  #nameFor(pointer: string): string {
    const [, file, name] = /^(.*)\/components\/schemas\/([\w.-]+)$/.exec(pointer) ?? [];
    if (name !== undefined && (file === '' || !this.#isTaken(name))) return name;
    let number = this.#nameless.size + 1;
    while (this.#isTaken(`schema-${number}`)) number += 1;
    this.#nameless.add(`#/components/schemas/schema-${number}`);
    return `schema-${number}`;
  }

  #isTaken(name: string): boolean {
    return [...this.#names.values()].includes(name) || this.#isLocal(`#/components/schemas/${name}`);
  }
}

/** Whether a schema that stands in place tells its alternatives apart by a discriminator. */
function isChoice(schema: Json): schema is JsonObject {
  return isObject(schema) && isObject(schema.discriminator) && typeof schema.discriminator.propertyName === 'string';
}

/** A schema that has to hold together with another. */
function withSchema(schema: JsonObject, other: JsonObject): JsonObject {
  return { ...schema, allOf: [other, ...(Array.isArray(schema.allOf) ? schema.allOf : [])] };
}

/** By the dynamic reference that leads to it, where a schema stands. */
function anchorsOf(document: JsonObject): Map<string, string> {
  return new Map(
    partsOf(document).flatMap(({ kind, pointer, value: { $dynamicAnchor } }): [string, string][] =>
      kind === 'schema' && typeof $dynamicAnchor === 'string' ? [[`#${$dynamicAnchor}`, fragmentOf(pointer)]] : [],
    ),
  );
}
