import { isObject, type JsonObject, type Operation, possibleFieldsOf, type Service } from '../../spec';
import { Examination } from '../examination';
import type { Exchange } from '../target/exchange';
import { firstPages } from './lists';

/** An entry as a list shows it. */
export interface ListedEntry {
  identifier: string;
  entry: JsonObject;
  exchange: Exchange;
}

/** The operation that lists the entries of a resource with what identifies them. */
export function listingOf({ meaning }: Operation, { operations, openapi }: Service): Operation | undefined {
  const field = keyField(meaning.resource, operations);
  return operations.find(
    ({ meaning: other, returns }) =>
      other.action === 'list' &&
      other.resource === meaning.resource &&
      field !== undefined &&
      returns !== undefined &&
      possibleFieldsOf(openapi, returns).has(field),
  );
}

/** The operation that updates the entries of a resource. */
export function updatingOf({ meaning }: Operation, { operations }: Service): Operation | undefined {
  return operations.find(({ meaning: other }) => other.action === 'merge' && other.resource === meaning.resource);
}

/** The examination of another operation of the same target. */
export function examinationOf({ service, target, oracle, chance }: Examination, operation: Operation): Examination {
  return new Examination(service, operation, target, oracle, chance);
}

/** The entries on the first pages of a list, as far as they show what identifies them. */
export async function listedEntries(list: Examination): Promise<ListedEntry[]> {
  const { operation, service } = list;
  const field = keyField(operation.meaning.resource, service.operations) ?? '';
  const pages = await firstPages(list);
  return pages.flatMap(({ entries, exchange }) =>
    entries.filter(isObject).flatMap((entry) => {
      const identifier = entry[field];
      const isKnown = typeof identifier === 'string' || typeof identifier === 'number';
      return isKnown ? [{ identifier: String(identifier), entry, exchange }] : [];
    }),
  );
}

function keyField(resource: string, operations: readonly Operation[]): string | undefined {
  const keys = operations.map(({ meaning }) =>
    meaning.action !== 'list' && meaning.resource === resource ? meaning.key.field : undefined,
  );
  return keys.find((field) => field !== undefined);
}
