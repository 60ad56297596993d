import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScalarTag } from 'yaml';
import { define, isObject, type Json, type JsonObject } from './json';
import { packageFolder, packageVersion } from './package-folder';
import type { Positions } from './positions';

/** Where `docent mock` keeps what document and fixtures say: beside the program, as what Node compiles of it. */
export const READINGS = join(packageFolder, 'dist', 'bin', 'mock-readings.cache');

/** What a text says, in a form that JSON carries, and the lines of its parts in the order of a walk through them. */
interface KeptReading {
  value: Json;
  lines: number[];
}

/** A text to be read, and what has to be known to read it. */
export interface Text {
  text: string;
  file: string;
  /** Takes the place of each part. */
  positions: Positions;
  tags: readonly ScalarTag[];
}

/** More characters than this are not kept: reading them back would take memory for little. */
const MOST = 100_000_000;

/** Stands for a value that a tag has made: its only member has this name, which no author gives one. */
const TAGGED = '\0tag';

/**
 * What texts were found to say at an earlier start, from a file. Parsing YAML with the place of each part takes a good part of a
 * start, and a text always says the same.
 */
export class KeptReadings {
  readonly #file: string;
  /** By digest of a text, its reading as JSON, so that nobody changes it. */
  #before: JsonObject;
  readonly #now = new Map<string, string>();
  #isNew = false;
  #length = 0;

  /** @param file where they are kept; one that is missing, or another version's, is none */
  constructor(file: string) {
    this.#file = file;
    this.#before = readingsIn(file);
  }

  /** What a text says, as it was kept, or else as it is parsed. */
  of(text: Text, parse: () => unknown): unknown {
    const digest = digestOf(text);
    const kept = Object.hasOwn(this.#before, digest) ? this.#before[digest] : undefined;
    if (typeof kept === 'string') {
      const restored = toRestored(kept, text);
      if (restored !== undefined) {
        this.#now.set(digest, kept);
        return restored.value;
      }
    }
    const value = parse();
    this.#length += text.text.length;
    const reading = this.#length > MOST ? undefined : toKept(value, text);
    if (reading !== undefined) {
      this.#now.set(digest, JSON.stringify(reading));
      this.#isNew = true;
    }
    return value;
  }

  /**
   * Keeps what was asked for, and nothing else, where some of it is new; where the file cannot be written, nothing. Afterwards it is
   * in the file alone.
   */
  keep(): void {
    if (this.#isNew) this.#write();
    this.#now.clear();
    this.#before = {};
    this.#isNew = false;
  }

  #write(): void {
    const draft = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(dirname(draft), { recursive: true });
      writeFileSync(draft, JSON.stringify({ version: packageVersion, readings: Object.fromEntries(this.#now) }));
      renameSync(draft, this.#file); // as a whole: another process may read it at the same time
    } catch {
      try {
        rmSync(draft, { force: true });
      } catch {} // a file system that only reads may refuse even that
    }
  }
}

function readingsIn(file: string): JsonObject {
  try {
    const { version, readings }: JsonObject = JSON.parse(readFileSync(file, 'utf8'));
    return version === packageVersion && isObject(readings) ? readings : {};
  } catch {
    return {};
  }
}

function digestOf({ text, tags }: Text): string {
  return createHash('sha256')
    .update(tags.map(({ tag }) => tag).join(' '))
    .update('\0')
    .update(text)
    .digest('base64');
}

/** Undefined where JSON cannot carry it: a value that stands in two places, by an alias, or a number that JSON does not have. */
function toKept(value: unknown, { positions, tags }: Text): KeptReading | undefined {
  const lines: number[] = [];
  const seen = new Set<object>();
  let isWhole = true;
  const kept = carried(value);
  return isWhole ? { value: kept, lines } : undefined;

  function carried(part: unknown): Json {
    if (typeof part !== 'object' || part === null) return scalar(part);
    const tag = tags.find(({ identify }) => identify?.(part));
    if (tag !== undefined) return { [TAGGED]: [tag.tag, written(tag, part)] };
    if (seen.has(part) || Object.hasOwn(part, TAGGED)) isWhole = false;
    if (!isWhole) return null;
    seen.add(part);
    lines.push(...positions.placesOf(part).map(lineOf));
    if (Array.isArray(part)) return part.map(carried);
    const object: JsonObject = {};
    for (const [member, child] of Object.entries(part)) define(object, member, carried(child));
    return object;
  }

  function scalar(part: unknown): Json {
    const isJson = typeof part === 'number' ? Number.isFinite(part) && !Object.is(part, -0) : isPlain(part);
    if (!isJson) isWhole = false;
    return isJson ? (part as Json) : null; // a number, a text, a boolean or null
  }
}

function isPlain(part: unknown): boolean {
  return part === null || typeof part === 'string' || typeof part === 'boolean';
}

function written({ stringify }: ScalarTag, value: object): string {
  return stringify?.({ value } as never, {} as never) ?? ''; // the tags that are given look at the value alone
}

function lineOf(place: string | undefined): number {
  return place === undefined ? 0 : Number(place.slice(place.lastIndexOf(':') + 1));
}

/** What was kept, with its places noted; undefined where it is not what `toKept` makes. */
function toRestored(kept: string, { file, positions, tags }: Text): { value: unknown } | undefined {
  let at = 0;
  try {
    const { value, lines } = JSON.parse(kept) as KeptReading;
    return { value: whole(value, lines) };
  } catch {
    return undefined;
  }

  function whole(part: unknown, lines: number[]): unknown {
    if (typeof part !== 'object' || part === null) return part;
    if (isObject(part) && Object.hasOwn(part, TAGGED)) return made(part[TAGGED]);
    const members = Object.keys(part);
    const places = lines.slice(at, at + members.length + 1).map((line) => `${file}:${line}`);
    at += places.length;
    const [own = '', ...others] = places;
    positions.add(part, own, new Map(members.map((member, index) => [member, others[index] ?? own])));
    const container = part as Record<string, unknown>; // arrays as well, by their indices
    for (const member of members) {
      const child = container[member];
      if (typeof child === 'object' && child !== null)
        define(container as JsonObject, member, whole(child, lines) as Json);
    }
    return part;
  }

  function made(tagged: Json | undefined): unknown {
    const [name, text] = tagged as [string, string]; // what is no such pair is refused by its use
    const tag = tags.find(({ tag: known }) => known === name);
    if (tag?.resolve === undefined) throw new Error(`There is no tag ${name}.`);
    return tag.resolve(text, raise, {});
  }
}

function raise(message: string): never {
  throw new Error(message);
}
