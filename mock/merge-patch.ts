import { define, isObject, type Json, type JsonObject, type LocatedSchema, memberOf } from '../spec';

/**
 * JSON Merge Patch (RFC 7396): sent members take the new values, objects merge member by member, arrays are replaced whole, and
 * null removes a member, except where null is a value that the member's schema allows. Neither argument is changed.
 */
export function mergePatch(target: unknown, patch: JsonObject, fields: ReadonlyMap<string, LocatedSchema>): JsonObject {
  const merged: JsonObject = {};
  for (const [member, value] of Object.entries(isObject(target) ? target : {})) define(merged, member, value);
  for (const [member, value] of Object.entries(patch)) {
    if (value === null && !allowsNull(fields.get(member))) delete merged[member];
    else
      define(
        merged,
        member,
        isObject(value) ? mergePatch(memberOf(merged, member), value, NO_FIELDS) : (value as Json),
      );
  }
  return merged;
}

/** Inside a field nothing is known of null as a value, so it removes. */
const NO_FIELDS: ReadonlyMap<string, LocatedSchema> = new Map();

/** Whether a field's schema has null among its values. */
export function allowsNull(schema: LocatedSchema | undefined): boolean {
  const type = schema?.value.type;
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}
