import { define, isObject, type Json, type JsonObject, type LocatedSchema, memberOf } from '../../spec';

/** What a merge has to know of schemas: all are given that may hold of one value. */
export interface Shape {
  /** The schemas of a member of an object. */
  schemasOf(schemas: readonly LocatedSchema[], member: string): readonly LocatedSchema[];
  /** Whether null is a value that they allow for a member of an object, which is merged but for its nulls. */
  allowsNull(schemas: readonly LocatedSchema[], member: string, object: JsonObject): boolean;
}

/**
 * JSON Merge Patch (RFC 7396): sent members take the new values, objects merge member by member, arrays are replaced whole, and
 * null removes a member, except where null is a value that the member's schema allows. Neither argument is changed.
 * @param schemas those of the target
 */
export function mergePatch(
  target: unknown,
  patch: JsonObject,
  schemas: readonly LocatedSchema[],
  shape: Shape,
): JsonObject {
  const merged = (isObject(target) ? { ...target } : {}) as JsonObject; // what is merged into is JSON
  const nulls: string[] = [];
  for (const member of Object.keys(patch)) {
    const value = memberOf(patch, member) as Json; // a member of a Json object
    if (value === null) nulls.push(member);
    else if (!isObject(value)) define(merged, member, value);
    else define(merged, member, mergePatch(memberOf(merged, member), value, shape.schemasOf(schemas, member), shape));
  }
  if (nulls.length === 0) return merged;
  const stored = nulls.filter((member) => shape.allowsNull(schemas, member, merged));
  for (const member of nulls) {
    if (stored.includes(member)) define(merged, member, null);
    else delete merged[member];
  }
  return merged;
}
