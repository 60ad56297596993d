import { fieldsOf, isOpen, type Operation, type Parameter, type Service } from '../../spec';
import { isList } from './lists';
import type { Query } from './query';
import { namesIn } from './query-names';

/** Whether a parameter is an object whose fields are parameters of their own (OpenAPI 3.1, Style Examples: form, exploded). */
export function isExplodedObject({ in: place, types, style, explode }: Parameter): boolean {
  return place === 'query' && types.includes('object') && style === 'form' && explode;
}

/** A query with such objects in one piece, under the name of their parameter. One that was sent under that name stays as it is. */
export function withExplodedObjects(service: Service, operation: Operation, query: Query): Query {
  const isInOnePiece = ({ name }: Parameter) => Object.hasOwn(query, name);
  const exploded = operation.parameters.filter((each) => isExplodedObject(each) && !isInOnePiece(each));
  if (exploded.length === 0) return { ...query };
  const others = new Set(namesIn(operation));
  const whole = new Map<string, unknown>();
  const fields = new Map<string, [name: string, value: unknown][]>();
  for (const [name, value] of Object.entries(query)) {
    const holder = others.has(name) ? undefined : exploded.find((each) => hasField(service, each, name));
    if (holder === undefined) {
      whole.set(name, value);
      continue;
    }
    const members = fields.get(holder.name) ?? [];
    members.push([name, sentAs(service, holder, name, value)]);
    fields.set(holder.name, members);
  }
  for (const [name, members] of fields) whole.set(name, Object.fromEntries(members));
  return Object.fromEntries(whole);
}

/** Whether a name is a field of an object; where its schema lists none, or speaks of others itself, any name is. */
function hasField({ openapi }: Service, { schema }: Parameter, name: string): boolean {
  const fields = fieldsOf(openapi, schema);
  return fields.has(name) || fields.size === 0 || isOpen(openapi, schema);
}

/** A list that was sent with one value looks like none. */
function sentAs({ openapi }: Service, { schema }: Parameter, name: string, value: unknown): unknown {
  const field = fieldsOf(openapi, schema).get(name);
  return field !== undefined && isList(openapi, field) && !Array.isArray(value) ? [value] : value;
}
