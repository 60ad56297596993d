import type { Json, JsonObject } from '../../spec';

/** What may have to lie in an order that no document states, as a beginning and an end: numbers, days and times of day. */
export const ORDERED_KINDS: ((value: unknown) => value is string | number)[] = [
  (value): value is number => typeof value === 'number',
  (value): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value),
  (value): value is string => typeof value === 'string' && /^\d\d:\d\d/.test(value),
];

/**
 * An object with its values of each kind in the order in which another object has them, equal ones equal; where there is no other, in
 * that of their names.
 */
export function inOrderOf(model: JsonObject | undefined, made: JsonObject): JsonObject {
  const placed = new Map<string, Json>(Object.entries(made));
  for (const isOfKind of ORDERED_KINDS) {
    const names = Object.keys(made).filter((name) => isOfKind(made[name]) && isOfKind((model ?? made)[name]));
    const values = names.map((name) => made[name] ?? null).sort(ascending);
    const ranked = model === undefined ? names : names.toSorted((a, b) => ascending(model[a], model[b]));
    for (const [rank, name] of ranked.entries()) {
      const below = ranked[rank - 1];
      const isAsBelow = below !== undefined && model !== undefined && ascending(model[below], model[name]) === 0;
      placed.set(name, (isAsBelow ? placed.get(below) : values[rank]) ?? null);
    }
  }
  return Object.fromEntries(placed);
}

/** Numbers by size, points in time by when they are, other texts by their letters. */
function ascending(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [String(a), String(b)];
  const difference = one.includes('T') && other.includes('T') ? Date.parse(one) - Date.parse(other) : Number.NaN;
  if (!Number.isNaN(difference)) return difference;
  return one < other ? -1 : Number(one > other);
}
