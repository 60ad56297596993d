import {
  isObject,
  type LocatedSchema,
  mapObjects,
  onceForEach,
  partsOf,
  type Service,
  schemasOf,
  statementsOf,
} from '../../spec';

type Document = Service['openapi'];

/** Whether a document has fields that are only written, which is asked with every answer, and looked for once. */
const known = new WeakMap<Document, boolean>();

/** What is stored as an answer shows it: without the fields that are only written, such as a password (OpenAPI, `writeOnly`). */
export function withoutWriteOnly<Value>({ openapi }: Service, schema: LocatedSchema | undefined, value: Value): Value {
  if (schema === undefined || !hasWriteOnly(openapi)) return value;
  return shown(openapi, [schema], value) as Value; // of the same type, since such fields may always be absent
}

/**
 * Whether a field is only written, by any of what schemas of its object say of it. An alternative counts whether the object is
 * of it or not: what may be a secret is not shown.
 */
export function isOnlyWritten(openapi: Document, schemas: readonly LocatedSchema[], field: string): boolean {
  return isMarked(openapi, schemasOf(openapi, schemas, field));
}

function isMarked(openapi: Document, schemas: readonly LocatedSchema[]): boolean {
  return schemas.some((schema) => statementsOf(openapi, schema).some(({ value }) => value.writeOnly === true));
}

function hasWriteOnly(openapi: Document): boolean {
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

/** Whether anything in a value of a schema is only written. */
const hides = onceForEach((openapi, schema): boolean =>
  partsOf(openapi, { kind: 'schema', ...schema }).some(({ value }) => value.writeOnly === true),
);

function shown(openapi: Document, schemas: readonly LocatedSchema[], value: unknown): unknown {
  if (!Array.isArray(value) && !isObject(value)) return value;
  const hiding = schemas.filter((schema) => hides(openapi, schema));
  if (hiding.length === 0) return value;
  if (Array.isArray(value)) return value.map((item, index) => shown(openapi, schemasOf(openapi, hiding, index), item));
  const visible = Object.entries(value).flatMap(([name, member]) => {
    const held = schemasOf(openapi, hiding, name);
    return isMarked(openapi, held) ? [] : [[name, shown(openapi, held, member)]];
  });
  return Object.fromEntries(visible);
}
