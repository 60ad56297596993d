import {
  isObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  mapObjects,
  memberOf,
  pointerTo,
  valueAt,
} from './json';

/** A schema with the JSON Pointer, into the document, at which it stands. */
export interface LocatedSchema {
  pointer: string;
  value: JsonSchema;
}

/** What a reference finally names, with its pointer; what is no reference names itself. */
export function dereference(document: JsonObject, pointer: string): { pointer: string; value: unknown } {
  const visited = new Set<string>();
  let current = pointer;
  let value = valueAt(document, current);
  while (isObject(value) && typeof value.$ref === 'string' && !visited.has(current)) {
    visited.add(current);
    current = value.$ref.replace(/^#/, '');
    value = valueAt(document, value.$ref);
  }
  return { pointer: current, value };
}

/** The schema at a pointer, its reference followed. A boolean or missing schema allows anything. */
export function schemaAt(document: JsonObject, pointer: string): LocatedSchema {
  const found = dereference(document, pointer);
  return { pointer: found.pointer, value: isObject(found.value) ? found.value : {} };
}

/** The fields that an object schema defines, those of its `allOf` included, each with its schema. */
export function fieldsOf(document: JsonObject, schema: LocatedSchema): Map<string, LocatedSchema> {
  const fields = new Map<string, LocatedSchema>();
  collect(schema, new Set());
  return fields;

  function collect({ pointer, value }: LocatedSchema, visited: Set<string>): void {
    if (visited.has(pointer)) return;
    visited.add(pointer);
    const { allOf, properties, $ref } = value;
    if (typeof $ref === 'string') collect(schemaAt(document, $ref.replace(/^#/, '')), visited);
    if (Array.isArray(allOf)) {
      for (const index of allOf.keys()) collect(schemaAt(document, pointerTo(pointer, 'allOf', index)), visited);
    }
    for (const name of Object.keys(isObject(properties) ? properties : {})) {
      fields.set(name, schemaAt(document, pointerTo(pointer, 'properties', name)));
    }
  }
}

/** A keyword of a schema, or of the schemas that it consists of (`allOf`). */
export function keywordOf(document: JsonObject, { pointer, value }: LocatedSchema, keyword: string): Json | undefined {
  const own = memberOf(value, keyword);
  if (own !== undefined) return own as Json; // a member of a Json object
  const parts = Array.isArray(value.allOf) ? [...value.allOf.keys()] : [];
  for (const index of parts) {
    const found = keywordOf(document, schemaAt(document, pointerTo(pointer, 'allOf', index)), keyword);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The types that a schema allows; none where it names none. */
export function typesOf(document: JsonObject, schema: LocatedSchema): string[] {
  const type = keywordOf(document, schema, 'type');
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
}

/** The document without the schema keywords that it marks as assumed: what may be asserted of a real server. */
export function withoutAssumptions(document: JsonObject): JsonObject {
  return mapObjects(document, (object) => {
    const mark = object['x-docent'];
    if (!isObject(mark) || !Array.isArray(mark.assumed)) return object;
    const { assumed } = mark;
    return Object.fromEntries(Object.entries(object).filter(([keyword]) => !assumed.includes(keyword)));
  });
}
