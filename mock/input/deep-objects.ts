import {
  define,
  isObject,
  type Json,
  type JsonObject,
  type LocatedSchema,
  memberOf,
  type Operation,
  type Parameter,
  type Service,
  schemasOf,
} from '../../spec';
import { isList } from './lists';
import type { Query } from './query';
import { namesIn } from './query-names';

/**
 * A query with its deep objects (OpenAPI 3.1, Style Examples) in one piece, under the name of their parameter. A member that fits into
 * no such object stays as it is, and so does an object that was sent under its own name.
 */
export function withDeepObjects(service: Service, operation: Operation, query: Query): Query {
  const deep = operation.parameters.filter((each) => isDeepObject(each) && !Object.hasOwn(query, each.name));
  if (deep.length === 0) return query;
  const others = new Set(namesIn(operation));
  const whole: JsonObject = {};
  for (const [sent, value] of Object.entries(query as JsonObject)) {
    const holder = others.has(sent) ? undefined : deep.find(({ name }) => sent.startsWith(`${name}[`));
    const members = holder === undefined ? [] : [holder.name, ...membersIn(sent.slice(holder.name.length))];
    if (members.length < 2 || !put(whole, members, value)) define(whole, sent, value);
  }
  for (const { name, schema } of deep) {
    const object = memberOf(whole, name) as Json | undefined; // a member of a Json object
    if (object !== undefined) define(whole, name, withLists(service, [schema], object));
  }
  return whole;
}

/** Whether the members of a parameter are sent in brackets after its name. */
export function isDeepObject({ in: place, types, style }: Parameter): boolean {
  return place === 'query' && style === 'deepObject' && (types.length === 0 || types.includes('object'));
}

/** The members that brackets name, `[a][b]`; of a list, `[a][]`, the last is empty. None where there is more than brackets. */
function membersIn(brackets: string): string[] {
  return /^(\[[^[\]]+\])+(\[\])?$/.test(brackets) ? brackets.slice(1, -1).split('][') : [];
}

/** Puts a value where members lead to; returns whether nothing else is there. */
function put(holder: JsonObject, [member = '', ...below]: string[], value: Json): boolean {
  const held = memberOf(holder, member);
  const isLast = below.length === 0 || below[0] === '';
  if (isLast) {
    if (held === undefined) define(holder, member, below.length === 0 ? value : [value].flat());
    return held === undefined;
  }
  if (held !== undefined && !isObject(held)) return false;
  const child = held ?? {};
  define(holder, member, child);
  return put(child, below, value);
}

/** A list that was sent with one value looks like none, and one whose items are numbered like an object. */
function withLists(service: Service, schemas: LocatedSchema[], value: Json): Json {
  const { openapi } = service;
  const isListed = schemas.some((schema) => isList(openapi, schema));
  if (isListed && isNumbered(value)) return withLists(service, schemas, Object.values(value));
  if (Array.isArray(value)) {
    return value.map((item, index) => withLists(service, schemasOf(openapi, schemas, index), item));
  }
  if (!isObject(value)) return isListed ? [value] : value;
  const members: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    define(members, name, withLists(service, schemasOf(openapi, schemas, name), member));
  }
  return members;
}

function isNumbered(value: Json): value is JsonObject {
  return isObject(value) && Object.keys(value).every((name) => /^\d+$/.test(name));
}
