import { type Fault, isObject, type Json, type JsonObject, pointerTo } from '../../spec';
import { schemaFaults, uniquenessFaults, unknownFieldFaults } from '../fixtures/entry-faults';
import type { PlacedEntry } from '../fixtures/fixture-section';
import { Collection } from '../state/collection';
import type { Entry, Kind } from '../state/kind';
import { type BodyError, ControlRefusal } from './problem';

/** What a resource's entries are replaced by, with the pointer of the list in the body. */
export interface Replacement {
  kind: Kind;
  entries: Json;
  pointer: string;
}

/**
 * Holds entries that are to replace those of resources against the document, just as fixtures are.
 * @throws {ControlRefusal} invalid-state, with every fault of all of them
 */
export function collectionsOf(replacements: readonly Replacement[]): Collection[] {
  const errors: BodyError[] = [];
  const collections = replacements.map(({ kind, entries, pointer }) => {
    if (!Array.isArray(entries)) errors.push({ pointer, message: 'An array of entries is needed.' });
    const placed = (Array.isArray(entries) ? entries : []).flatMap((entry, index): PlacedEntry[] => {
      const at = pointerTo(pointer, index);
      if (isObject(entry)) return [placedAt(entry, at)];
      errors.push({ pointer: at, message: 'An entry is an object.' });
      return [];
    });
    const faults = [
      ...schemaFaults(kind, placed),
      ...unknownFieldFaults(kind, placed),
      ...uniquenessFaults(kind, placed),
    ];
    errors.push(...faults.map(toError));
    return new Collection(
      kind,
      placed.map(({ entry }) => entry),
    );
  });
  refuseIfAny(errors);
  return collections;
}

/**
 * The entries that patches lead to, by identity: an object is merged (RFC 7396) into the entry of that identifier, or begins a
 * new one; null removes it.
 * @throws {ControlRefusal} invalid-state, with every fault of all of them
 */
export function patchedEntries(current: Collection, patches: JsonObject): Map<string, Entry | undefined> {
  const { kind } = current;
  if (kind.identity === undefined) {
    const message = `Nothing identifies the entries of ${kind.resource.name}; replace them all with PUT.`;
    refuseIfAny([{ pointer: '', message }]);
  }
  const errors: BodyError[] = [];
  const changes = new Map<string, Entry | undefined>();
  const places = new Map<string, string>();
  for (const [identifier, patch] of Object.entries(patches)) {
    const [identity, at] = [kind.canonical(identifier), pointerTo('', identifier)];
    if (places.has(identity)) errors.push({ pointer: at, message: 'The identifier stands twice, in other spellings.' });
    places.set(identity, at);
    changes.set(identity, patch === null ? undefined : merged(current, identity, identifier, patch, at, errors));
  }
  errors.push(...uniquenessFaults(kind, allPlaced(current, changes, places)).map(toError));
  refuseIfAny(errors);
  return changes;
}

function merged(
  { kind, byIdentity }: Collection,
  identity: string,
  identifier: string,
  patch: Json,
  at: string,
  errors: BodyError[],
): Entry | undefined {
  if (!isObject(patch)) {
    errors.push({ pointer: at, message: 'A patch is an object, or null to remove the entry.' });
    return undefined;
  }
  const { entry, nonconformities } = kind.merge(byIdentity.get(identity) ?? kind.begin(identifier), patch);
  errors.push(
    ...nonconformities.map(({ pointer, message }) => ({ pointer: at + pointer, message: `It ${message}.` })),
    ...unknownFieldFaults(kind, [placedAt(entry, at)]).map(toError),
  );
  const filed = kind.identify(entry); // in which a number is spelled as JSON has it
  if (nonconformities.length === 0 && filed !== identity)
    errors.push({ pointer: at, message: `As a number the identifier is ${filed}; write it so, if it is that.` });
  return entry;
}

/** All entries as they would be; of those that are not changed the place is the whole body. */
function allPlaced(
  current: Collection,
  changes: ReadonlyMap<string, Entry | undefined>,
  places: ReadonlyMap<string, string>,
): PlacedEntry[] {
  const others = current.entries.filter((entry) => {
    const identity = current.kind.identify(entry);
    return identity === undefined || !changes.has(identity);
  });
  const changed = [...changes].flatMap(([identity, entry]) =>
    entry === undefined ? [] : [placedAt(entry, places.get(identity) ?? '')],
  );
  return [...others.map((entry) => placedAt(entry, '')), ...changed];
}

function placedAt(entry: Entry, at: string): PlacedEntry {
  return { entry, placeOf: (pointer) => at + pointer };
}

function toError({ place, message }: Fault): BodyError {
  return { pointer: place, message };
}

/** How many faults of one body are listed. */
const LISTED = 100;

function refuseIfAny(errors: readonly BodyError[]): void {
  if (errors.length === 0) return;
  const distinct = [...new Map(errors.map((error) => [`${error.pointer} ${error.message}`, error])).values()];
  const detail = `Nothing was changed: ${distinct.length} ${distinct.length === 1 ? 'fault was' : 'faults were'} found.`;
  throw new ControlRefusal('invalid-state', detail, distinct.slice(0, LISTED));
}
