import { isObject, type Json, type JsonObject, pointerTo } from '../../spec';
import { Collection } from '../state/collection';
import { type ControlCall, kindNamed } from './control-call';
import { collectionsOf, patchedEntries } from './state-input';

export function readState({ session }: ControlCall): Json {
  const { store } = session();
  return Object.fromEntries(store.entries(session().today())) as unknown as Json; // entries are only read from here on
}

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

export function readResource({ session, ground, parameter }: ControlCall): Json {
  kindNamed(ground, parameter);
  return session().store.list(parameter, undefined, session().today()) as Json; // entries are only read from here on
}

export function replaceResource(call: ControlCall): Json {
  const kind = kindNamed(call.ground, call.parameter);
  const entries = call.body as Json; // parsed from JSON
  call.session().store.replace(collectionsOf([{ kind, entries, pointer: '' }]));
  return readResource(call);
}

export function patchResource(call: ControlCall): Json {
  const { session, ground, parameter, body } = call;
  const kind = kindNamed(ground, parameter);
  const { store } = session();
  const current = new Collection(kind, store.list(parameter, undefined, session().today()));
  store.change(parameter, patchedEntries(current, body as JsonObject)); // its schema
  return readResource(call);
}

export function diff({ session }: ControlCall): Json {
  return Object.fromEntries(session().store.differences(session().today())) as unknown as Json; // plain data
}
