import { define, isObject, type Json, type JsonObject } from './json';

/** Members that name a schema, where they stand in one; those of the document's schemas were taken out when it was read. */
const NAMES = ['$id', '$anchor'];
/** Members in which Ajv looks for no schemas, and whose values count. */
const VALUES = ['const', 'default', 'enum'];

/**
 * A document without what Ajv would take for the names of schemas, as it looks for them in examples too: two examples may well have the
 * same `$id`. One that has none is handed back as it is.
 */
export function withoutNames(document: JsonObject): JsonObject {
  return hasNames(document) ? (nameless(document) as JsonObject) : document; // a copy of an object is one
}

function hasNames(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([member, child]) => isName(member, child) || (!VALUES.includes(member) && hasNames(child)),
  );
}

function nameless(value: Json): Json {
  if (Array.isArray(value)) return value.map(nameless);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [member, child] of Object.entries(value)) {
    if (!isName(member, child)) define(copy, member, VALUES.includes(member) ? child : nameless(child));
  }
  return copy;
}

function isName(member: string, value: Json): boolean {
  return NAMES.includes(member) && typeof value === 'string';
}
