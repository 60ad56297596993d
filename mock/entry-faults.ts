import { type Fault, isObject, type JsonObject, memberOf, pointerTo, type Resource, type Service } from '../spec';
import type { Conformance } from './conformance';
import type { PlacedEntry } from './fixture-section';
import { canonicalKey } from './identifiers';

/** What is wrong with the entries of one resource, each fault once: a pattern repeats its own week after week. */
export function entryFaults(
  service: Service,
  resource: Resource,
  entries: readonly PlacedEntry[],
  conformance: Conformance,
): Fault[] {
  const faults = entries.flatMap(({ entry, placeOf }) =>
    [...ownFaults(resource, entry, conformance)].map(({ pointer, message }): Fault => {
      const name = pointer.slice(1).replaceAll('/', '.') || resource.name;
      return { place: placeOf(pointer), message: `${name} ${message}.` };
    }),
  );
  return distinct([...faults, ...uniquenessFaults(service, resource, entries)]);
}

/** Fields that the resource's schema does not have: legal in a response, but in a fixture they are misspelt. */
export function unknownFieldFaults({ schemas, fields }: Resource, entries: readonly PlacedEntry[]): Fault[] {
  const isOpen = schemas.some(({ value: { additionalProperties: others } }) => others === true || isObject(others));
  if (isOpen || fields.size === 0) return [];
  const known = [...fields.keys()].join(', ');
  const faults = entries.flatMap(({ entry, placeOf }) =>
    Object.keys(entry)
      .filter((field) => !fields.has(field))
      .map((field) => ({
        place: placeOf(pointerTo('', field)),
        message: `${field} is not a known field. Known are ${known}.`,
      })),
  );
  return distinct(faults);
}

function distinct(faults: Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.place} ${fault.message}`, fault])).values()];
}

function* ownFaults({ schemas, key }: Resource, entry: JsonObject, conformance: Conformance) {
  yield* schemas.flatMap((schema) => conformance.check(schema, entry));
  if (key && !['string', 'number'].includes(typeof memberOf(entry, key.field))) {
    yield { pointer: '', message: `has no ${key.field}, which identifies it` };
  }
}

function* uniquenessFaults(service: Service, resource: Resource, entries: readonly PlacedEntry[]): Iterable<Fault> {
  for (const field of uniqueFieldsOf(service, resource)) {
    const key = field === resource.key?.field ? resource.key : undefined;
    const seen = new Set<string>();
    for (const { entry, placeOf } of entries) {
      const value = memberOf(entry, field);
      if (value === undefined) continue;
      if (seen.has(canonicalKey(value, key))) {
        yield { place: placeOf(pointerTo('', field)), message: `${field} stands twice; it has to be unique.` };
      }
      seen.add(canonicalKey(value, key));
    }
  }
}

/** The fields of which no two entries may share a value. */
function uniqueFieldsOf({ operations }: Service, resource: Resource): Set<string> {
  const fields = new Set(resource.key ? [resource.key.field] : []);
  for (const { meaning } of operations) {
    if (meaning.action === 'list' && meaning.resource === resource.name && meaning.order?.unique)
      fields.add(meaning.order.by);
  }
  return fields;
}
