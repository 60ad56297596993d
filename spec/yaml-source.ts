import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type ScalarTag,
  visit,
  type YAMLError,
} from 'yaml';
import { ConfigurationError, type Fault } from './faults';
import { DISK, EncodingError, type Files } from './files';
import { memberOf } from './json';
import { parseJson } from './json-source';
import { Positions } from './positions';

/** What a YAML or JSON file says, and where each part of it stands. */
export interface YamlSource {
  file: string;
  value: unknown;
  positions: Positions;
}

/**
 * Reads a file of YAML or JSON and notes where each part of it stands. Custom tags come before those of YAML itself.
 * @throws {ConfigurationError} where it cannot be read, or with each syntax error and its line
 */
export function readYaml(
  file: string,
  positions = new Positions(),
  { customTags: tags = [], files = DISK }: { customTags?: ScalarTag[]; files?: Files } = {},
): YamlSource {
  const text = readText(file, files);
  const json = parseJson(text, file, positions, tags);
  if (json !== undefined) return { file, value: json.value, positions };
  const parse = () => parseYaml(text, file, positions, tags);
  const value = files.readings ? files.readings.of({ text, file, positions, tags }, parse) : parse();
  return { file, value, positions };
}

function parseYaml(text: string, file: string, positions: Positions, customTags: ScalarTag[]): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    customTags: (known) => [...customTags, ...known],
    lineCounter,
    prettyErrors: false,
    merge: true,
  });
  const placeAt = (offset: number) => `${file}:${lineCounter.linePos(offset).line}`;
  const placeOf = (node: unknown) => placeAt((node as Node | null)?.range?.[0] ?? 0);
  const faults: Fault[] = [...document.errors, ...document.warnings].map((complaint) => ({
    place: placeAt(complaint.pos[0]),
    message: sentenceOf(complaint, text),
  }));
  if (faults.length > 0) throw new ConfigurationError(`read ${file}`, faults);
  const value = contentOf(document, file, placeOf);
  new Notes(document, positions, placeOf, faults).take(document.contents, value);
  if (faults.length > 0) throw new ConfigurationError(`read ${file}`, faults);
  return value;
}

function contentOf(document: Document.Parsed, file: string, placeOf: (node: unknown) => string): unknown {
  try {
    return document.toJS({ maxAliasCount: 1000 });
  } catch (cause) {
    const faults = lostAliases(document, placeOf);
    // Else there are so many aliases inside of aliases that they would fill the memory.
    if (faults.length === 0) faults.push({ place: `${file}:1`, message: `${(cause as Error).message}.` });
    throw new ConfigurationError(`read ${file}`, faults);
  }
}

function lostAliases(document: Document.Parsed, placeOf: (node: unknown) => string): Fault[] {
  const faults: Fault[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return;
      faults.push({ place: placeOf(alias), message: `The alias *${alias.source} has no anchor before it.` });
    },
  });
  return faults;
}

/** Walks the syntax tree beside the value that it stands for, and notes the place of each part. */
class Notes {
  /** The values that the walk is inside of. */
  readonly #around = new Set<unknown>();

  constructor(
    readonly document: Document.Parsed,
    readonly positions: Positions,
    readonly placeOf: (node: unknown) => string,
    readonly faults: Fault[],
  ) {}

  take(node: unknown, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (this.#around.has(value)) {
      const message = 'The alias stands inside what it names, so it would never end. Say it without an alias.';
      this.faults.push({ place: this.placeOf(node), message });
    }
    if (this.positions.has(value)) return;
    const resolved = isAlias(node) ? node.resolve(this.document) : node;
    const members = new Map<string, string>();
    this.positions.add(value, this.placeOf(resolved), members);
    this.#around.add(value);
    this.#takeMembers(resolved, value, members);
    this.#around.delete(value);
  }

  #takeMembers(node: unknown, value: object, members: Map<string, string>): void {
    const take = (member: string, position: unknown, child: unknown) => {
      if (members.has(member)) return;
      members.set(member, this.placeOf(position));
      this.take(child, memberOf(value, member));
    };
    if (isSeq(node)) for (const [index, item] of node.items.entries()) take(String(index), item, item);
    if (!isMap(node)) return;
    for (const { key, value: child } of node.items) {
      if (isScalar(key) && !isMerge(key.value)) take(String(key.value ?? ''), key, child);
    }
    // What `<<` merges in was written where the anchor is; a member of the object itself wins.
    for (const { key, value: child } of node.items) {
      if (!isScalar(key) || !isMerge(key.value)) continue;
      const merged = isAlias(child) ? child.resolve(this.document) : child;
      for (const source of isSeq(merged) ? merged.items : [merged]) {
        this.#takeMembers(isAlias(source) ? source.resolve(this.document) : source, value, members);
      }
    }
  }
}

/** Whether a key is `<<`, for which the parser has a symbol where it merges. */
function isMerge(key: unknown): boolean {
  return typeof key === 'symbol';
}

/** The parser's complaint for someone who does not know its terms. */
function sentenceOf({ code, message, pos }: YAMLError, text: string): string {
  if (code === 'DUPLICATE_KEY') {
    const [key = ''] = /^("[^"]*"|'[^']*'|[^\n:]*)/.exec(text.slice(pos[0])) ?? [];
    return `The key "${key.trim().replace(/^(["'])(.*)\1$/, '$2')}" stands twice in one object.`;
  }
  if (code === 'MULTIPLE_DOCS') return 'A second YAML document begins here ("---"); the file may hold one only.';
  if (code === 'TAG_RESOLVE_FAILED') return message;
  return `It is no YAML: ${message.replace(/\.$/, '')}.`;
}

function readText(file: string, files: Files): string {
  try {
    return files.read(file);
  } catch (cause) {
    if (cause instanceof EncodingError) throw new ConfigurationError(`read ${file}`, [faultOf(cause, file)]);
    const { code } = cause as NodeJS.ErrnoException;
    const reason = REASONS[code ?? ''] ?? (cause as Error).message; // reading throws only errors of the system
    throw new ConfigurationError(`read ${file}`, [{ place: file, message: reason }]);
  }
}

function faultOf({ line, message }: EncodingError, file: string): Fault {
  return { place: `${file}:${line}`, message };
}

const REASONS: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'It is a folder; a file is needed.',
  EACCES: 'It may not be read by this user.',
};
