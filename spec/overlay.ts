import { exec } from 'jsonpath-rfc9535';
import { ConfigurationError, type Fault } from './faults';
import { isObject, type Json, type JsonObject, memberOf, pointerTo, valueAt } from './json';
import { type Positions, readYaml } from './yaml-source';

interface OverlayAction {
  target: string;
  update: Json;
  remove: boolean;
}

/**
 * Applies an OpenAPI Overlay (Overlay Specification 1.0) to a document, in place.
 * @throws {ConfigurationError} with every action that is malformed or whose target matches nothing
 */
export function applyOverlay(document: JsonObject, file: string, positions: Positions): void {
  const { value } = readYaml(file, positions);
  const faults: Fault[] = [];
  for (const [index, action] of actionsOf(value, file, positions).entries()) {
    // actionsOf has seen that the overlay is an object.
    const place = positions.placeOf(value as JsonObject, `/actions/${index}`);
    const message = apply(document, action, positions);
    if (message !== undefined) faults.push({ place, message });
  }
  if (faults.length > 0) throw new ConfigurationError(`apply ${file}`, faults);
}

function actionsOf(overlay: unknown, file: string, positions: Positions): OverlayAction[] {
  const refuse = (pointer: string, message: string): never => {
    const place = isObject(overlay) ? positions.placeOf(overlay, pointer) : `${file}:1`;
    throw new ConfigurationError(`apply ${file}`, [{ place, message }]);
  };
  if (!isObject(overlay) || typeof overlay.overlay !== 'string' || !overlay.overlay.startsWith('1.')) {
    return refuse('', 'It is no OpenAPI Overlay: it has to begin with "overlay: 1.0.0".');
  }
  if (!Array.isArray(overlay.actions)) return refuse('/actions', 'An overlay needs "actions", a list.');
  return overlay.actions.map((action, index) => {
    if (!isObject(action) || typeof action.target !== 'string') {
      return refuse(`/actions/${index}`, 'An action needs "target", a JSONPath such as $.paths["/events"].get.');
    }
    return { target: action.target, update: action.update ?? {}, remove: action.remove === true };
  });
}

/** Applies one action; returns what is wrong with it, if anything is. */
function apply(
  document: JsonObject,
  { target, update, remove }: OverlayAction,
  positions: Positions,
): string | undefined {
  const matches: { value: unknown; path: (string | number)[] }[] = [];
  try {
    exec(document, target, (value, path) => matches.push({ value, path: [...path] }));
  } catch (cause) {
    return `The target ${target} is no JSONPath (RFC 9535): ${(cause as Error).message}.`;
  }
  if (matches.length === 0) return `The target ${target} matches nothing in the document.`;
  if (remove) {
    // From the last to the first, so that removing an array's item leaves the places of the others.
    for (const { path } of matches.toReversed()) removeAt(document, path);
    return undefined;
  }
  for (const { value } of matches) {
    if (Array.isArray(value)) value.push(positions.copy(update));
    else if (isObject(value) && isObject(update)) mergeInto(value, positions.copy(update), positions);
    else return `The target ${target} is neither an object nor an array, so nothing can be merged into it.`;
  }
  return undefined;
}

function removeAt(document: JsonObject, path: (string | number)[]): void {
  const parent = valueAt(document, pointerTo('', ...path.slice(0, -1)));
  const member = path.at(-1);
  if (Array.isArray(parent)) parent.splice(Number(member), 1);
  else if (isObject(parent)) delete parent[String(member)];
}

/** Objects merge member by member, arrays grow, anything else is replaced (Overlay Specification, Action Object). */
function mergeInto(target: JsonObject, update: JsonObject, positions: Positions): void {
  for (const [member, value] of Object.entries(update)) {
    const current = memberOf(target, member);
    if (isObject(current) && isObject(value)) mergeInto(current, value, positions);
    else if (Array.isArray(current) && Array.isArray(value)) current.push(...value);
    else {
      target[member] = value;
      positions.adopt(target, update, member);
    }
  }
}
