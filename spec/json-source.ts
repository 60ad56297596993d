import { visit } from 'jsonc-parser';
import type { ScalarTag } from 'yaml';
import { ConfigurationError, type Fault } from './faults';
import { memberOf } from './json';
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
  const faults: Fault[] = [];
  const around: Open[] = [];
  const placeAt = placesIn(file);

  try {
    walk();
  } catch (error) {
    if (error instanceof RangeError) return undefined; // nested too deep for the stack, as YAML will find and tell
    throw error;
  }
  if (faults.length > 0) throw new ConfigurationError(`read ${file}`, faults);
  return { value };

  function walk(): void {
    visit(text, {
      onObjectBegin: (_offset, _length, line) => begin(line),
      onObjectProperty: (name, _offset, _length, line) => {
        const open = around.at(-1);
        if (open === undefined) return;
        if (open.members.has(name)) {
          faults.push({ place: placeAt(line), message: `The key ${JSON.stringify(name)} stands twice in one object.` });
        }
        open.members.set(name, placeAt(line));
        open.next = name;
      },
      onObjectEnd: () => void around.pop(),
      onArrayBegin: (_offset, _length, line) => begin(line),
      onArrayEnd: () => void around.pop(),
      onLiteralValue: (literal, offset, length, line) => {
        memberAt(line);
        if (typeof literal === 'number') check(text.slice(offset, offset + length), line);
      },
    });
  }

  function check(number: string, line: number): void {
    const tag = tags.find(({ test }) => test?.test(number));
    tag?.resolve(number, (message) => faults.push({ place: placeAt(line), message }), {});
  }

  function begin(line: number): void {
    const open = around.at(-1);
    const member = memberAt(line);
    const container = open === undefined || member === undefined ? value : memberOf(open.container, member);
    const members = new Map<string, string>();
    // Another than the last of two members of one name is not in the value; that is a fault already.
    const known = typeof container === 'object' && container !== null ? container : {};
    positions.add(known, placeAt(line), members);
    around.push({ container: known, members, next: undefined });
  }

  /** The member that a value at this line is, noted; undefined for the whole. */
  function memberAt(line: number): string | undefined {
    const open = around.at(-1);
    if (open === undefined) return undefined;
    if (open.next !== undefined) return open.next; // whose key has been noted
    const index = String(open.members.size);
    open.members.set(index, placeAt(line));
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
