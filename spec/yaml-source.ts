import { readFileSync } from 'node:fs';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParseOptions,
  parseDocument,
  type Tags,
} from 'yaml';
import { ConfigurationError } from './faults';
import { type Json, memberOf, membersOf } from './json';

/** Remembers where in which file each object, array and member was written; a place reads `file:line`. */
export class Positions {
  readonly #places = new WeakMap<object, { place: string; members: Map<string, string> }>();

  has(container: object): boolean {
    return this.#places.has(container);
  }

  /** Notes where a container and its members stand. */
  add(container: object, place: string, members: Map<string, string>): void {
    this.#places.set(container, { place, members });
  }

  /** Notes that a member of `to` was written where the same member of `from` stands. */
  adopt(to: object, from: object, member: string): void {
    const place = this.#places.get(from)?.members.get(member);
    if (place !== undefined) this.#places.get(to)?.members.set(member, place);
  }

  /** A deep copy of a value whose parts stand where the originals do. */
  copy<T extends Json>(value: T): T {
    if (typeof value !== 'object' || value === null) return value;
    const copied = Array.isArray(value)
      ? value.map((item) => this.copy(item))
      : Object.fromEntries(Object.entries(value).map(([member, child]) => [member, this.copy(child)]));
    const known = this.#places.get(value);
    if (known) this.add(copied, known.place, new Map(known.members));
    return copied as T; // the same members with the same values
  }

  /** The place of what `pointer` names below `root`, or of its nearest ancestor that is there. */
  placeOf(root: object, pointer: string): string {
    let container: unknown = root;
    let place = this.#places.get(root)?.place ?? 'unknown place';
    for (const member of membersOf(pointer)) {
      if (typeof container !== 'object' || container === null) break;
      const next = this.#places.get(container)?.members.get(member);
      if (next === undefined) break;
      place = next;
      container = memberOf(container, member);
    }
    return place;
  }
}

/** What a YAML or JSON file says. */
export interface YamlSource {
  file: string;
  value: unknown;
  positions: Positions;
}

/**
 * Reads a YAML file (JSON is YAML) and notes where each part of it stands.
 * @throws {ConfigurationError} where it cannot be read, or with each syntax error and its line
 */
export function readYaml(file: string, positions = new Positions(), customTags: Tags = []): YamlSource {
  return parseYaml(readText(file), file, positions, { customTags });
}

/** Like `readYaml`, for a text that was read already. */
export function parseYaml(
  text: string,
  file: string,
  positions = new Positions(),
  options: ParseOptions & { customTags?: Tags } = {},
): YamlSource {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { ...options, lineCounter, prettyErrors: false, merge: true });
  const placeOf = (node: unknown) => `${file}:${lineCounter.linePos((node as Node | null)?.range?.[0] ?? 0).line}`;
  const complaints = [...document.errors, ...document.warnings];
  if (complaints.length > 0) {
    throw new ConfigurationError(
      `read ${file}`,
      complaints.map(({ pos, message }) => ({ place: `${file}:${lineCounter.linePos(pos[0]).line}`, message })),
    );
  }
  const value: unknown = document.toJS({ maxAliasCount: 1000 });
  note(document.contents, value);
  return { file, value, positions };

  function note(node: unknown, noted: unknown): void {
    const resolved = isAlias(node) ? node.resolve(document) : node;
    if (typeof noted !== 'object' || noted === null || positions.has(noted)) return;
    const members = new Map<string, string>();
    positions.add(noted, placeOf(resolved), members);
    const child = (member: string, position: unknown, childNode: unknown) => {
      members.set(member, placeOf(position));
      note(childNode, memberOf(noted, member));
    };
    if (isMap(resolved)) {
      for (const { key, value: item } of resolved.items) if (isScalar(key)) child(String(key.value), key, item);
    } else if (isSeq(resolved)) {
      for (const [index, item] of resolved.items.entries()) child(String(index), item, item);
    }
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = REASONS[code ?? ''] ?? (cause as Error).message; // readFileSync throws only errors of the system
    throw new ConfigurationError(`read ${file}`, [{ place: file, message: reason }]);
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'It is a folder; a file is needed.',
  EACCES: 'It may not be read by this user.',
};
