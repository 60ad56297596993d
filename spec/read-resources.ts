import type { JsonObject } from './json';
import { fieldsOf } from './schemas';
import type { Key, Operation, Resource } from './service';
import type { PointedFault } from './telling-errors';

/** Which action shows an entry best: what a read returns is the entry, a list may return a summary. */
const DETAIL = { read: 0, merge: 1, list: 2 } as const;

/**
 * The resources that operations share, each with all that they say of it.
 * @param isComplete whether no operation was left out for a fault
 * @param faults takes what does not fit together
 */
export function readResources(
  document: JsonObject,
  operations: Operation[],
  { isComplete, faults }: { isComplete: boolean; faults: PointedFault[] },
): Resource[] {
  const names = new Set(operations.map(({ meaning }) => meaning.resource));
  return [...names].flatMap((name) => {
    const group = operations.filter(({ meaning }) => meaning.resource === name);
    const schemas = returnedBy(group);
    if (schemas === undefined) {
      const message = `No operation returns "${name}", so its schema is unknown.`;
      if (isComplete) faults.push({ pointer: group[0]?.pointer ?? '', message });
      return [];
    }
    const keys = group.flatMap(({ meaning }) => (meaning.action === 'list' ? [] : [meaning.key]));
    faults.push(...keyFaults(name, keys));
    const fields = new Map(schemas.toReversed().flatMap((schema) => [...fieldsOf(document, schema)]));
    return [{ name, schemas, fields, key: keys[0] }];
  });
}

/** The schemas by which operations return an entry, the one with the most of it first; undefined where none returns any. */
function returnedBy(operations: Operation[]): Resource['schemas'] | undefined {
  const detailed = operations.toSorted((a, b) => DETAIL[a.meaning.action] - DETAIL[b.meaning.action]);
  const [first, ...others] = detailed.flatMap(({ returns }) => returns ?? []);
  return first && [first, ...others.filter(({ pointer }) => pointer !== first.pointer)];
}

function keyFaults(name: string, [first, ...others]: Key[]): PointedFault[] {
  const differing = others.find(({ field }) => field !== first?.field);
  if (differing === undefined) return [];
  const message = `"${name}" is identified by ${first?.field} and by ${differing.field}.`;
  return [{ pointer: differing.parameter.pointer, message }];
}
