import {
  fieldsOf,
  isObject,
  keywordOf,
  type LocatedSchema,
  layersOf,
  mapObjects,
  pointerTo,
  type Service,
  schemaAt,
} from '../../spec';

/** By document, whether it has fields that are only written. */
const known = new WeakMap<object, boolean>();

/** What is stored as an answer shows it: without the fields that are only written, such as a password (OpenAPI, `writeOnly`). */
export function withoutWriteOnly<Value>({ openapi }: Service, schema: LocatedSchema | undefined, value: Value): Value {
  if (schema === undefined || !hasWriteOnly(openapi)) return value;
  return shown(openapi, schema, value) as Value; // of the same type, since such fields may always be absent
}

function hasWriteOnly(openapi: Service['openapi']): boolean {
  const before = known.get(openapi);
  if (before !== undefined) return before;
  let found = false;
  mapObjects(openapi, (object) => {
    found ||= object.writeOnly === true;
    return object;
  });
  known.set(openapi, found);
  return found;
}

function shown(openapi: Service['openapi'], schema: LocatedSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(openapi, schema);
    return items === undefined ? value : value.map((item) => shown(openapi, items, item));
  }
  if (!isObject(value)) return value;
  const fields = fieldsOf(openapi, schema);
  const visible = Object.entries(value).flatMap(([name, member]) => {
    const field = fields.get(name);
    if (field === undefined) return [[name, member]];
    return keywordOf(openapi, field, 'writeOnly') === true ? [] : [[name, shown(openapi, field, member)]];
  });
  return Object.fromEntries(visible);
}

function itemsOf(openapi: Service['openapi'], schema: LocatedSchema): LocatedSchema | undefined {
  const layer = layersOf(openapi, schema).find(({ value }) => isObject(value.items));
  return layer && schemaAt(openapi, pointerTo(layer.pointer, 'items'));
}
