import {
  isObject,
  type JsonObject,
  memberOf,
  type Operation,
  pointerTo,
  type Resource,
  type Service,
  valueAt,
} from '../spec';
import type { PlacedEntry } from './fixture-section';
import { canonicalKey } from './identifiers';

/** An example with the JSON Pointer of where the document gives it. */
interface Example {
  value: unknown;
  pointer: string;
}

/** What the document shows as examples of a resource: each entry once, with all that its examples say of it. */
export function exampleEntries(service: Service, { name, key }: Resource): PlacedEntry[] {
  const entries = new Map<string, PlacedEntry>();
  const operations = service.operations.filter(({ meaning }) => meaning.resource === name);
  for (const { value, pointer } of operations.flatMap((operation) => examplesOf(service, operation))) {
    for (const entry of (Array.isArray(value) ? value : [value]).filter(isObject)) {
      const identity = key ? canonicalKey(memberOf(entry, key.field), key) : JSON.stringify(entry);
      // A list may show less of an entry than a read does.
      const known = entries.get(identity)?.entry;
      entries.set(identity, { entry: { ...entry, ...known }, placeOf: () => service.placeOf(pointer) });
    }
  }
  return [...entries.values()];
}

/** The examples of an operation's success response; where it has none of its own, those of its schema. */
function examplesOf({ openapi }: Service, { success, returns }: Operation): Example[] {
  const own = success.content.flatMap(({ mediaType, example }): Example[] => {
    const at = pointerTo(success.pointer, 'content', mediaType);
    const named = valueAt(openapi, pointerTo(at, 'examples'));
    if (!isObject(named)) return example === undefined ? [] : [{ value: example, pointer: at }];
    return Object.entries(named).map(([name, written]) => ({
      value: memberOf(referenced(openapi, written), 'value'),
      pointer: pointerTo(at, 'examples', name),
    }));
  });
  const schemas = [...success.content.flatMap(({ schema }) => schema ?? []), ...(returns ? [returns] : [])];
  const ofSchemas = schemas.flatMap(({ pointer, value: { example, examples } }) =>
    [example, ...(Array.isArray(examples) ? examples : [])].map((value) => ({ value, pointer })),
  );
  return own.length > 0 ? own : ofSchemas;
}

function referenced(openapi: JsonObject, written: unknown): unknown {
  const target = isObject(written) ? written.$ref : undefined;
  return typeof target === 'string' ? referenced(openapi, valueAt(openapi, target)) : written;
}
