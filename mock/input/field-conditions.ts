import {
  type Condition,
  isObject,
  type JsonObject,
  type LocatedSchema,
  membersOf,
  schemasOf,
  speaksOf,
  valueAt,
} from '../../spec';

/** What a field is that a schema excludes: unknown, unless another that may hold of the same object speaks of it. */
export function unknownCondition(openapi: JsonObject, schema: LocatedSchema, pointer: string): Condition {
  const holders = schemasWithin(openapi, schema, pointer.slice(0, pointer.lastIndexOf('/')));
  const name = membersOf(pointer).at(-1) ?? '';
  return holders.some((holder) => speaksOf(openapi, holder, name)) ? 'invalid-body' : 'unknown-field';
}

/** What a value is that breaks its schema. */
export function brokenCondition(body: unknown, pointer: string): Condition {
  return isNullField(body, pointer) ? 'null-field' : 'invalid-body';
}

/** What is said of a field that the schema does not have. */
export function unknownField(known: Iterable<string>): string {
  return `is not a field that can be sent; known are ${[...known].join(', ') || 'none'}`;
}

/** Whether a pointer names a null that is a field's value, and no item of an array. */
function isNullField(body: unknown, pointer: string): boolean {
  if (pointer === '' || valueAt(body, pointer) !== null) return false;
  return isObject(valueAt(body, pointer.slice(0, pointer.lastIndexOf('/'))));
}

/** All that a schema says of what a pointer names in a value of it. */
export function schemasWithin(openapi: JsonObject, schema: LocatedSchema, pointer: string): LocatedSchema[] {
  return membersOf(pointer).reduce<LocatedSchema[]>(
    (schemas, member) => {
      const items = /^\d+$/.test(member) ? schemasOf(openapi, schemas, Number(member)) : [];
      return [...schemasOf(openapi, schemas, member), ...items];
    },
    [schema],
  );
}
