import type { JsonObject } from './json';
import { fieldsOf } from './schemas';
import type { Operation, Resource } from './service';
import type { PointedFault } from './telling-errors';

/** Which action shows an entry best: what a read returns is the entry, a list may return a summary. */
const DETAIL = { read: 0, merge: 1, list: 2 } as const;

/**
 * The resources that operations share, each with all that they say of it.
 * @param isComplete whether no operation was left out for a fault
 */
export function readResources(
  document: JsonObject,
  operations: Operation[],
  isComplete: boolean,
  faults: PointedFault[],
): Resource[] {
  const names = new Set(operations.map(({ meaning }) => meaning.resource));
  return [...names].flatMap((name) => {
    const group = operations.filter(({ meaning }) => meaning.resource === name);
    const detailed = group.toSorted((a, b) => DETAIL[a.meaning.action] - DETAIL[b.meaning.action]);
    const [first, ...others] = detailed.flatMap(({ returns }) => returns ?? []);
    if (first === undefined) {
      const message = `No operation returns "${name}", so its schema is unknown.`;
      if (isComplete) faults.push({ pointer: group[0]?.pointer ?? '', message });
      return [];
    }
    const keys = group.flatMap(({ meaning }) => (meaning.action === 'list' ? [] : [meaning.key]));
    const differing = keys.find(({ field }) => field !== keys[0]?.field);
    if (differing) {
      faults.push({
        pointer: differing.parameter.pointer,
        message: `"${name}" is identified by ${keys[0]?.field} and by ${differing.field}.`,
      });
    }
    const schemas: Resource['schemas'] = [first, ...others.filter(({ pointer }) => pointer !== first.pointer)];
    const fields = new Map(schemas.toReversed().flatMap((schema) => [...fieldsOf(document, schema)]));
    return [{ name, schemas, fields, key: keys[0] }];
  });
}
