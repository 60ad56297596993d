import { exec } from 'jsonpath-rfc9535';
import { ConfigurationError, type Fault } from './faults';
import type { Files } from './files';
import { define, isObject, type Json, type JsonObject, memberOf, pointerTo, valueAt } from './json';
import type { Positions } from './positions';
import { readYaml } from './yaml-source';

/**
 * Applies an OpenAPI Overlay (Overlay Specification 1.0) to a document, in place.
 * @throws {ConfigurationError} with every action that is malformed or whose target matches nothing
 */
export function applyOverlay(document: JsonObject, file: string, positions: Positions, files: Files): void {
  const { value: overlay } = readYaml(file, positions, { files });
  if (!isObject(overlay) || !/^1\.\d/.test(String(overlay.overlay))) {
    const place = isObject(overlay) ? positions.placeOf(overlay, '/overlay') : `${file}:1`;
    const message = 'It is no OpenAPI Overlay. It has to begin with "overlay: 1.0.0".';
    throw new ConfigurationError(`apply ${file}`, [{ place, message }]);
  }
  const { actions } = overlay;
  const faults: Fault[] = [];
  const refuse = (pointer: string, message: string) =>
    faults.push({ place: positions.placeOf(overlay, pointer), message });
  if (!Array.isArray(actions) || actions.length === 0) refuse('/actions', 'An overlay needs "actions", a list.');
  for (const [index, action] of Array.isArray(actions) ? actions.entries() : []) {
    const problem = apply(document, action, positions);
    if (problem !== undefined) refuse(pointerTo('/actions', index), problem);
  }
  if (faults.length > 0) throw new ConfigurationError(`apply ${file}`, faults);
}

/** Applies one action; returns what is wrong with it, if anything is. */
function apply(document: JsonObject, action: Json, positions: Positions): string | undefined {
  if (!isObject(action) || typeof action.target !== 'string') {
    return 'An action needs "target", a JSONPath such as $.paths["/events"].get.';
  }
  const { target, update, remove } = action;
  if (update === undefined && remove !== true) {
    const found = Object.keys(action).filter((member) => !['target', 'description'].includes(member));
    return `An action needs "update" or "remove: true", but it has ${found.join(', ') || 'neither'}.`;
  }
  const matches: { value: unknown; path: (string | number)[] }[] = [];
  try {
    exec(document, target, (value, path) => matches.push({ value, path: [...path] }));
  } catch (cause) {
    return `The target ${target} is no JSONPath (RFC 9535): ${(cause as Error).message.replace(/\.$/, '')}.`;
  }
  if (matches.length === 0) return `The target ${target} matches nothing in the document.`;
  if (remove === true) return removeAll(document, target, matches, positions);
  for (const { value } of matches) {
    if (Array.isArray(value)) append(value, update ?? null, action, positions);
    else if (isObject(value) && isObject(update)) mergeInto(value, positions.copy(update), positions);
    else return `What the target ${target} names and the update are not both objects, so they cannot be merged.`;
  }
  return undefined;
}

function removeAll(
  document: JsonObject,
  target: string,
  matches: { path: (string | number)[] }[],
  positions: Positions,
): string | undefined {
  if (matches.some(({ path }) => path.length === 0)) return `The target ${target} would remove the whole document.`;
  const holders = new Map(
    matches.map(({ path }) => {
      const holder = valueAt(document, pointerTo('', ...path.slice(0, -1)));
      return [pointerTo('', ...path), { holder, member: path.at(-1) }];
    }),
  );
  // From the last item to the first, so that removing one leaves the places of the others.
  for (const { holder, member } of [...holders.values()].toSorted((a, b) => Number(b.member) - Number(a.member))) {
    if (Array.isArray(holder) || isObject(holder)) positions.remove(holder, String(member));
  }
  return undefined;
}

/** Adds the update to an array as one item. */
function append(array: Json[], update: Json, action: JsonObject, positions: Positions): void {
  positions.append(array, positions.copy(update), positions.placeOf(action, '/update'));
}

/** Objects merge member by member, arrays grow, anything else is replaced (Overlay Specification, Action Object). */
function mergeInto(target: JsonObject, update: JsonObject, positions: Positions): void {
  for (const [member, value] of Object.entries(update)) {
    const current = memberOf(target, member);
    if (isObject(current) && isObject(value)) mergeInto(current, value, positions);
    else if (Array.isArray(current) && Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        positions.append(current, item, positions.placeOf(value, pointerTo('', index)));
      }
    } else {
      define(target, member, value);
      positions.adopt(target, update, member);
    }
  }
}
