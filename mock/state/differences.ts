import { isDeepStrictEqual } from 'node:util';
import { define, type Json, type JsonObject, memberOf } from '../../spec';
import type { Collection } from './collection';
import type { Entry } from './kind';

/** One entry that is not as the fixtures have it. */
export interface Difference {
  change: 'added' | 'changed' | 'removed';
  /** What identifies it; an entry that nothing identifies is only added or removed. */
  id?: string;
  /** What the fixtures have: the whole entry, or of a changed one the fields that differ. */
  from?: Entry;
  /** What is there now: the whole entry, or of a changed one the fields that differ. */
  to?: Entry;
}

/** What differs from one state of a resource to another, in the order of their entries. */
export function differences(from: Collection, to: Collection): Difference[] {
  if (from === to) return [];
  const [before, after] = [named(from), named(to)];
  const gone = [...before].filter(([name]) => !after.has(name));
  return [
    ...[...after].flatMap(([name, { id, entry }]): Difference[] => {
      const known = before.get(name);
      if (known === undefined) return [{ change: 'added', ...id, to: entry }];
      if (isDeepStrictEqual(known.entry, entry)) return [];
      return [{ change: 'changed', ...id, ...fieldsThatDiffer(known.entry, entry) }];
    }),
    ...gone.map(([, { id, entry }]): Difference => ({ change: 'removed', ...id, from: entry })),
  ];
}

/** The entries by what tells them apart: their identity, or everything that they say and how often it was said before. */
function named({ kind, entries }: Collection): Map<string, { id?: { id: string }; entry: Entry }> {
  const found = new Map<string, { id?: { id: string }; entry: Entry }>();
  for (const entry of entries) {
    const id = kind.identify(entry);
    if (id !== undefined) found.set(`id ${id}`, { id: { id }, entry });
    else found.set(unusedName(`entry ${JSON.stringify(entry)}`, found), { entry });
  }
  return found;
}

function unusedName(name: string, used: ReadonlyMap<string, unknown>): string {
  let times = 1;
  while (used.has(`${name} ${times}`)) times += 1;
  return `${name} ${times}`;
}

function fieldsThatDiffer(before: Entry, after: Entry): { from: Entry; to: Entry } {
  const [from, to]: [JsonObject, JsonObject] = [{}, {}];
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [memberOf(before, field), memberOf(after, field)] as (Json | undefined)[]; // members of entries
    if (isDeepStrictEqual(old, now)) continue;
    if (old !== undefined) define(from, field, old);
    if (now !== undefined) define(to, field, now);
  }
  return { from, to };
}
