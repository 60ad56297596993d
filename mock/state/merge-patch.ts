import { define, isObject, type Json, type JsonObject, type LocatedSchema, memberOf } from '../../spec';

/** What a merge has to know of schemas. */
export interface Shape {
  /** The fields of an object of this schema, each with its schema. */
  fieldsOf(schema: LocatedSchema): ReadonlyMap<string, LocatedSchema>;
  /** Whether null is a value that the schema allows. */
  allowsNull(schema: LocatedSchema): boolean;
}

/**
 * JSON Merge Patch (RFC 7396): sent members take the new values, objects merge member by member, arrays are replaced whole, and
 * null removes a member, except where null is a value that the member's schema allows. Neither argument is changed.
 */
export function mergePatch(
  target: unknown,
  patch: JsonObject,
  fields: ReadonlyMap<string, LocatedSchema>,
  shape: Shape,
): JsonObject {
  const merged = (isObject(target) ? { ...target } : {}) as JsonObject; // what is merged into is JSON
  for (const member of Object.keys(patch)) {
    const value = memberOf(patch, member) as Json; // a member of a Json object
    const schema = fields.get(member);
    if (value === null && !(schema && shape.allowsNull(schema))) delete merged[member];
    else define(merged, member, mergedValue(memberOf(merged, member), value, schema, shape));
  }
  return merged;
}

function mergedValue(target: unknown, value: Json, schema: LocatedSchema | undefined, shape: Shape): Json {
  if (!isObject(value)) return value;
  return mergePatch(target, value, schema ? shape.fieldsOf(schema) : new Map(), shape);
}
