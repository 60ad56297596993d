import { define, isObject, type Json, type JsonObject, mapObjects, pointerOf, valueAt } from '../../spec';

/** A part of a document, and the schemas that it refers to as components of its own. */
interface OnItsOwn {
  value: JsonObject;
  schemas: JsonObject;
}

/**
 * A copy of a part of a document that refers to components alone, whichever part of which file its references lead to. Components keep
 * their names, which a discriminator may go by. What stands beside a reference holds as well (JSON Schema 2020-12, section 8.2.3): such
 * a reference becomes one of the schemas that all have to hold.
 */
export function withOwnComponents(document: JsonObject, part: JsonObject): OnItsOwn {
  const schemas: JsonObject = {};
  /** By the pointer at which a schema stands. */
  const names = new Map<string, string>();
  let made = 0;
  const copy = <T>(value: T): T => mapObjects(value, (object) => withOwnMapping(withOwnReference(object)));
  return { value: copy(part), schemas };

  function withOwnReference(object: JsonObject): JsonObject {
    const { $ref, ...others } = object;
    if (typeof $ref !== 'string' || valueAt(document, $ref) === undefined) return object;
    const reference = { $ref: own($ref) };
    if (Object.keys(others).length === 0) return reference;
    return { ...others, allOf: [reference, ...(Array.isArray(others.allOf) ? others.allOf : [])] };
  }

  /** A discriminator maps values to references. */
  function withOwnMapping(object: JsonObject): JsonObject {
    const { propertyName, mapping } = object;
    if (typeof propertyName !== 'string' || !isObject(mapping)) return object;
    const mapped = Object.entries(mapping).map(([value, target]) => [value, isLocal(target) ? own(target) : target]);
    return { ...object, mapping: Object.fromEntries(mapped) };
  }

  function isLocal(target: Json): target is string {
    return typeof target === 'string' && target.startsWith('#') && valueAt(document, target) !== undefined;
  }

  /** The reference to the component that stands for what a reference leads to. */
  function own(reference: string): string {
    const pointer = pointerOf(reference);
    const known = names.get(pointer);
    const name = known ?? nameFor(pointer);
    if (known === undefined) {
      names.set(pointer, name); // before it is copied, as it may refer to itself
      define(schemas, name, copy(valueAt(document, pointer) as Json)); // a part of the document
    }
    return `#/components/schemas/${name}`;
  }

  function nameFor(pointer: string): string {
    const [, name] = /^\/components\/schemas\/([\w.-]+)$/.exec(pointer) ?? [];
    if (name !== undefined) return name;
    const isTaken = (candidate: string) => valueAt(document, `/components/schemas/${candidate}`) !== undefined;
    do made += 1;
    while (isTaken(`schema-${made}`));
    return `schema-${made}`;
  }
}
