import { type LocatedSchema, layersOf, type Operation, ownSchemasOf, type Service, speaksOf } from '../../spec';
import type { Entry } from './kind';

/** An entry as a list shows it: with some of its fields. */
export type Summary = (entry: Entry) => Entry;

/** How an operation shows an entry, which is asked with every list, and found out once; null where it shows all of it. */
const known = new WeakMap<Operation, Summary | null>();

/**
 * How an operation shows an entry that has more than it returns: a list whose items are closed to other fields, while a read or an
 * update returns the entry by another schema. Undefined where it shows all of it.
 */
export function summaryOf(service: Service, operation: Operation): Summary | undefined {
  const before = known.get(operation);
  if (before !== undefined) return before ?? undefined;
  const found = isSummary(service, operation) ? summaryBy(service.openapi, operation.returns) : undefined;
  known.set(operation, found ?? null);
  return found;
}

function isSummary({ operations }: Service, { meaning, returns }: Operation): boolean {
  if (meaning.action !== 'list' || returns === undefined) return false;
  const details = operations.filter(
    (other) => other.meaning.resource === meaning.resource && other.meaning.action !== 'list' && other.returns,
  );
  return details.length > 0 && details.every((other) => other.returns?.pointer !== returns.pointer);
}

function summaryBy(openapi: Service['openapi'], schema: LocatedSchema | undefined): Summary | undefined {
  if (schema === undefined) return undefined;
  const closures = layersOf(openapi, schema).flatMap((layer) => {
    if (layer.value.additionalProperties === false)
      return [(field: string) => ownSchemasOf(openapi, layer, field).length > 0];
    return layer.value.unevaluatedProperties === false ? [(field: string) => speaksOf(openapi, layer, field)] : [];
  });
  if (closures.length === 0) return undefined;
  const isShown = (field: string) => closures.every((allows) => allows(field));
  return (entry) => Object.fromEntries(Object.entries(entry).filter(([field]) => isShown(field)));
}
