import { percentDecoded } from './percent-encoding';

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object (RFC 8259, section 4). A name that others chose is set with `define`, as it may be `__proto__`. */
export interface JsonObject {
  [member: string]: Json;
}

/** A JSON Schema (2020-12) of an OpenAPI document, with its `$ref`s as they stand. */
export type JsonSchema = JsonObject;

/** Whether a value is an object in the sense of JSON, which neither null nor an array is, though JavaScript says so. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON Pointer (RFC 6901) that names a member of what `base` names. */
export function pointerTo(base: string, ...members: (string | number)[]): string {
  return members.reduce<string>((pointer, member) => `${pointer}/${escapeMember(String(member))}`, base);
}

/** A JSON Pointer as a URI fragment (RFC 6901, section 6), with its number sign. */
export function fragmentOf(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

/** The members that a JSON Pointer walks through; as a URI fragment (`#/…`) it may be percent-encoded (RFC 6901, section 6). */
export function membersOf(pointer: string): string[] {
  return (pointer.startsWith('#') ? fragmentDecoded(pointer.slice(1)) : pointer)
    .split('/')
    .slice(1)
    .map((member) => member.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a JSON Pointer names, or `undefined` where it names nothing. */
export function valueAt(root: unknown, pointer: string): unknown {
  return membersOf(pointer).reduce<unknown>((value, member) => memberOf(value, member), root);
}

/** An own member of an object or an array: never something inherited, such as `constructor`. */
export function memberOf(value: unknown, member: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
  return (value as Record<string, unknown>)[member]; // hasOwn has just seen it
}

/** A copy of a JSON value, of this realm's own objects: those of `structuredClone` are others' in a Jest test, and equal to none. */
export function copyOf<T>(value: T): T {
  return mapObjects(value, (object) => object);
}

/** A copy of a JSON value, each object of it changed by `change`; the value itself stays as it was. */
export function mapObjects<T>(value: T, change: (object: JsonObject) => JsonObject): T {
  // The result has the shape of `value` as far as `change` keeps it, which is its caller's contract.
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change)) as T;
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [member, child] of Object.entries(value)) define(copy, member, mapObjects(child, change));
  return change(copy) as T;
}

/** Sets a member whatever its name, `__proto__` included. */
export function define(object: JsonObject, member: string, value: Json): void {
  if (member !== '__proto__') object[member] = value;
  else Object.defineProperty(object, member, { value, enumerable: true, configurable: true, writable: true });
}

function escapeMember(member: string): string {
  return /[~/]/.test(member) ? member.replaceAll('~', '~0').replaceAll('/', '~1') : member;
}

/** A fragment with a literal percent sign, which authors do write, is as it stands. */
function fragmentDecoded(fragment: string): string {
  return percentDecoded(fragment) ?? fragment;
}
