import { isObject, type Json, type JsonObject, pointerTo } from '../../spec';
import { Collection } from '../state/collection';
import { type ControlCall, kindNamed } from './control-call';
import { collectionsOf, patchedEntries } from './state-input';

/** The entries of every resource on the day of the session, in the order of the fixtures and with all that is stored of them. */
export function readState({ session }: ControlCall): Json {
  const { store } = session();
  return Object.fromEntries(store.entries(session().today())) as unknown as Json; // entries are only read from here on
}

/**
 * Replaces all entries of each resource that the body names, and leaves the others; answers with the whole state.
 * @throws {ControlRefusal} unknown-name, or invalid-state with every fault; then nothing has changed
 */
export function replaceState(call: ControlCall): Json {
  const { session, ground, body } = call;
  const replacements = Object.entries(isObject(body) ? body : {}).map(([name, entries]) => ({
    kind: kindNamed(ground, name),
    entries,
    pointer: pointerTo('', name),
  }));
  session().store.replace(collectionsOf(replacements));
  return readState(call);
}

/**
 * The entries of one resource, as `readState` shows them.
 * @throws {ControlRefusal} unknown-name, with the resources that there are
 */
export function readResource({ session, ground, parameter }: ControlCall): Json {
  kindNamed(ground, parameter);
  return session().store.list(parameter, undefined, session().today()) as Json; // entries are only read from here on
}

/**
 * Replaces all entries of one resource, which no longer move with the clock.
 * @throws {ControlRefusal} unknown-name, or invalid-state with every fault; then nothing has changed
 */
export function replaceResource(call: ControlCall): Json {
  const kind = kindNamed(call.ground, call.parameter);
  const entries = call.body as Json; // parsed from JSON
  call.session().store.replace(collectionsOf([{ kind, entries, pointer: '' }]));
  return readResource(call);
}

/**
 * Merges objects (RFC 7396) into the entries that their members name, adds those that are not there, and removes those with null.
 * @throws {ControlRefusal} unknown-name, or invalid-state with every fault; then nothing has changed
 */
export function patchResource(call: ControlCall): Json {
  const { session, ground, parameter, body } = call;
  const kind = kindNamed(ground, parameter);
  const { store } = session();
  const current = new Collection(kind, store.list(parameter, undefined, session().today()));
  store.change(parameter, patchedEntries(current, body as JsonObject)); // its schema
  return readResource(call);
}

/** What differs on the day of the session from the fixtures, or from its scenario, by resource; a resource without any is left out. */
export function diff({ session }: ControlCall): Json {
  return Object.fromEntries(session().store.differences(session().today())) as unknown as Json; // plain data
}
