import {
  isObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  mapObjects,
  memberOf,
  membersOf,
  pointerTo,
  valueAt,
} from './json';

/** A schema with the JSON Pointer, into the document, at which it stands. */
export interface LocatedSchema {
  /** By RFC 6901; where the schema was referred to, it names the schema and not the mere reference. */
  pointer: string;
  /** The schema as it stands there; empty where the document has none, or a boolean. */
  value: JsonSchema;
}

/** The JSON Pointer that a reference into the document (`#/…`, perhaps percent-encoded) names. */
export function pointerOf(reference: string): string {
  return pointerTo('', ...membersOf(reference));
}

/** What a reference finally names, with its pointer; what is no reference names itself. */
export function dereference(document: JsonObject, pointer: string): { pointer: string; value: unknown } {
  return follow(document, pointer, () => true);
}

/**
 * The schema at a pointer, its reference followed. A reference with keywords of its own beside it (JSON Schema 2020-12,
 * section 8.2.3) is left in place, as both hold. A boolean or missing schema allows anything.
 */
export function schemaAt(document: JsonObject, pointer: string): LocatedSchema {
  const found = follow(document, pointer, (schema) => Object.keys(schema).every(saysNothing));
  return { pointer: found.pointer, value: isObject(found.value) ? found.value : {} };
}

function follow(document: JsonObject, pointer: string, isMereReference: (value: JsonObject) => boolean) {
  const visited = new Set<string>();
  let current = pointer;
  let value = valueAt(document, current);
  while (isObject(value) && typeof value.$ref === 'string' && isMereReference(value) && !visited.has(current)) {
    visited.add(current);
    current = pointerOf(value.$ref);
    value = valueAt(document, current);
  }
  return { pointer: current, value };
}

/** Members beside a `$ref` that change nothing of what the schema means to a reader of it. */
export function saysNothing(member: string): boolean {
  return ['$ref', '$comment', 'title', 'summary', 'description'].includes(member) || member.startsWith('x-');
}

/** The fields that an object schema defines, those of its `allOf` included, each with its schema. */
export const fieldsOf = onceForEach((document, schema): ReadonlyMap<string, LocatedSchema> => {
  const fields = new Map<string, LocatedSchema>();
  // What a schema says itself is the nearest, so it comes last and wins.
  for (const { pointer, value } of layersOf(document, schema).toReversed()) {
    for (const name of Object.keys(isObject(value.properties) ? value.properties : {})) {
      fields.set(name, schemaAt(document, pointerTo(pointer, 'properties', name)));
    }
  }
  return fields;
});

/** A keyword of a schema, or of the schemas that it consists of (`$ref`, `allOf`). */
export function keywordOf(document: JsonObject, schema: LocatedSchema, keyword: string): Json | undefined {
  const layer = layersOf(document, schema).find(({ value }) => Object.hasOwn(value, keyword));
  return layer && (memberOf(layer.value, keyword) as Json); // a member of a Json object
}

/** The types that a schema allows; none where it names none. */
export function typesOf(document: JsonObject, schema: LocatedSchema): string[] {
  const type = keywordOf(document, schema, 'type');
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
}

/** A schema and those that it consists of (`$ref`, `allOf`), itself first, each once. */
export const layersOf = onceForEach((document, schema): readonly LocatedSchema[] => {
  const layers = new Map<string, LocatedSchema>();
  collect(schema);
  return [...layers.values()];

  function collect(layer: LocatedSchema): void {
    if (layers.has(layer.pointer)) return;
    layers.set(layer.pointer, layer);
    const { allOf, $ref } = layer.value;
    if (typeof $ref === 'string') collect(schemaAt(document, pointerOf($ref)));
    if (Array.isArray(allOf)) {
      for (const index of allOf.keys()) collect(schemaAt(document, pointerTo(layer.pointer, 'allOf', index)));
    }
  }
});

/** Keeps what is found out of a schema as long as there is the schema; a document that was read does not change any more. */
export function onceForEach<Found>(find: (document: JsonObject, schema: LocatedSchema) => Found): typeof find {
  const known = new WeakMap<JsonObject, { document: JsonObject; pointer: string; found: Found }>();
  return (document, schema) => {
    const kept = known.get(schema.value);
    if (kept?.document === document && kept.pointer === schema.pointer) return kept.found;
    const found = find(document, schema);
    known.set(schema.value, { document, pointer: schema.pointer, found });
    return found;
  };
}

/** The document without the schema keywords that it marks as assumed: what may be asserted of a real server. */
export function withoutAssumptions(document: JsonObject): JsonObject {
  return mapObjects(document, (object) => {
    const mark = memberOf(object, 'x-docent');
    if (!isObject(mark) || !Array.isArray(mark.assumed)) return object;
    const { assumed } = mark;
    return Object.fromEntries(Object.entries(object).filter(([keyword]) => !assumed.includes(keyword)));
  });
}
