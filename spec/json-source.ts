import { visit } from 'jsonc-parser';
import type { ScalarTag } from 'yaml';
import { ConfigurationError, type Fault } from './faults';
import { memberOf } from './json';
import type { Text } from './kept-readings';
import type { Positions } from './positions';

/** A container that the walk is inside of, and where its members stand. */
interface Open {
  container: object;
  members: Map<string, string>;
  /** The member that comes next, of an object. */
  next: string | undefined;
}

/**
 * Reads a text that is JSON, which takes a small part of the time that YAML takes, and notes where each part of it stands.
 * @param tags those that are for numbers as YAML would read them are asked what is wrong with each
 * @returns undefined where it is no JSON; it may be YAML
 * @throws {ConfigurationError} where a key stands twice in one object, or with what a tag finds wrong
 */
export function parseJson(
  text: string,
  file: string,
  positions: Positions,
  tags: readonly ScalarTag[] = [],
): { value: unknown } | undefined {
  const value = jsonIn(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const notes = new Notes(value, { file, positions, tags });
  try {
    visit(text, {
      onObjectBegin: (_offset, _length, line) => notes.begin(line),
      onObjectProperty: (name, _offset, _length, line) => notes.key(name, line),
      onObjectEnd: () => notes.end(),
      onArrayBegin: (_offset, _length, line) => notes.begin(line),
      onArrayEnd: () => notes.end(),
      onLiteralValue: (literal, offset, length, line) => {
        notes.memberAt(line);
        if (typeof literal === 'number') notes.number(text.slice(offset, offset + length), line);
      },
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined; // nested too deep for the stack, as YAML will find and tell
    throw error;
  }
  if (notes.faults.length > 0) throw new ConfigurationError(`read ${file}`, notes.faults);
  return { value };
}

/** Notes where each part of a value stands, and what is wrong with it, as a walk through its text comes to them. */
class Notes {
  readonly faults: Fault[] = [];
  readonly #value: object;
  readonly #positions: Positions;
  readonly #tags: readonly ScalarTag[];
  readonly #placeAt: (line: number) => string;
  /** The containers that the walk is inside of, the innermost last. */
  readonly #around: Open[] = [];

  constructor(value: object, { file, positions, tags }: Omit<Text, 'text'>) {
    this.#value = value;
    this.#positions = positions;
    this.#tags = tags;
    this.#placeAt = placesIn(file);
  }

  begin(line: number): void {
    const open = this.#around.at(-1);
    const member = this.memberAt(line);
    const container = open === undefined || member === undefined ? this.#value : memberOf(open.container, member);
    const members = new Map<string, string>();
    // Another than the last of two members of one name is not in the value; that is a fault already.
    const known = typeof container === 'object' && container !== null ? container : {};
    this.#positions.add(known, this.#placeAt(line), members);
    this.#around.push({ container: known, members, next: undefined });
  }

  end(): void {
    this.#around.pop();
  }

  key(name: string, line: number): void {
    const open = this.#around.at(-1);
    if (open === undefined) return;
    const place = this.#placeAt(line);
    if (open.members.has(name))
      this.faults.push({ place, message: `The key ${JSON.stringify(name)} stands twice in one object.` });
    open.members.set(name, place);
    open.next = name;
  }

  number(text: string, line: number): void {
    const tag = this.#tags.find(({ test }) => test?.test(text));
    tag?.resolve(text, (message) => this.faults.push({ place: this.#placeAt(line), message }), {});
  }

  /** The member that a value at this line is, noted; undefined for the whole. */
  memberAt(line: number): string | undefined {
    const open = this.#around.at(-1);
    if (open === undefined) return undefined;
    if (open.next !== undefined) return open.next; // whose key has been noted
    const index = String(open.members.size);
    open.members.set(index, this.#placeAt(line));
    return index;
  }
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells the places of lines, counted from 0; many parts stand in one line. */
function placesIn(file: string): (line: number) => string {
  let last = -1;
  let place = '';
  return (line) => {
    if (line !== last) place = `${file}:${line + 1}`;
    last = line;
    return place;
  };
}
