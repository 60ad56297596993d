import { dirname, isAbsolute, join, normalize } from 'node:path';
import { heldWith } from './applicators';
import { ConfigurationError, type Fault } from './faults';
import type { Files } from './files';
import { isObject, type JsonObject, valueAt } from './json';
import { percentDecoded } from './percent-encoding';
import type { Positions } from './positions';
import { dereference, pointerOf } from './schemas';
import { readYaml } from './yaml-source';

/** Where the documents that the root document refers to are kept inside it. */
export const BUNDLED = 'x-docent-files';

/**
 * Makes every `$ref` of a document one into the document itself: files that it refers to are read, each once, and kept
 * under an extension of the root. References may be relative, nested and circular. Works in place.
 * @returns every file that was read, the root's own first, and every reference that leads nowhere
 */
export function bundleReferences(
  root: JsonObject,
  rootFile: string,
  positions: Positions,
  disk: Files,
): { files: string[]; faults: Fault[] } {
  const bundle = new Bundle(root, rootFile, positions, disk);
  bundle.collect();
  const problems = new Map<string, (holder: JsonObject) => string | undefined>(); // many references lead to the same
  for (const { holder, reference, place } of referencesOf(root, positions)) {
    const problemIn = problems.get(reference) ?? problemOf(root, reference);
    problems.set(reference, problemIn);
    const problem = problemIn(holder);
    if (problem !== undefined && reference.startsWith('#'))
      bundle.faults.push({ place, message: `$ref "${bundle.written.get(holder) ?? reference}" ${problem}` });
  }
  return { files: [rootFile, ...bundle.files.slice(1)], faults: bundle.faults };
}

/** A document and the files that it refers to, each read when the first reference to it is met. */
class Bundle {
  /** The root's own first. */
  readonly files: string[];
  readonly faults: Fault[] = [];
  /** The references as their authors wrote them, for messages. */
  readonly written = new Map<JsonObject, string>();
  readonly #root: JsonObject;
  /** What the files say, in their order. */
  readonly #contents: unknown[];
  readonly #positions: Positions;
  readonly #disk: Files;

  constructor(root: JsonObject, rootFile: string, positions: Positions, disk: Files) {
    this.files = [normalize(rootFile)];
    this.#root = root;
    this.#contents = [root];
    this.#positions = positions;
    this.#disk = disk;
  }

  collect(): void {
    // The list grows while it is walked: a file that is read may refer to others.
    for (let index = 0; index < this.files.length; index += 1) this.#redirect(this.#contents[index], index);
    if (this.files.length > 1) this.#root[BUNDLED] = this.#contents.slice(1) as JsonObject[]; // YAML values, as JSON has them
  }

  /** Makes the references of one file lead to where their targets are kept. */
  #redirect(value: unknown, fileIndex: number): void {
    for (const { holder, reference, place } of referencesOf(value, this.#positions)) {
      const [name, fragment] = splitReference(reference);
      const target = name === '' ? fileIndex : this.#open(name, dirname(this.files[fileIndex] ?? ''), place);
      if (target === undefined) continue;
      this.written.set(holder, reference);
      const isPointer = fragment === '' || fragment.startsWith('/');
      holder.$ref = target === 0 || !isPointer ? `#${fragment}` : `#/${BUNDLED}/${target - 1}${fragment}`;
    }
  }

  /** The index of a file, which is read unless it was; undefined where it cannot be. */
  #open(name: string, folder: string, place: string): number | undefined {
    if (/^([a-z][a-z0-9+.-]+:|\/\/)/i.test(name)) {
      const message = `"${name}" is on the network; only files are read. Save it beside the document.`;
      this.faults.push({ place, message });
      return undefined;
    }
    const file = isAbsolute(name) ? normalize(name) : join(folder, name);
    const known = this.files.indexOf(file);
    if (known !== -1) return known;
    try {
      this.#contents.push(readYaml(file, this.#positions, { files: this.#disk }).value);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      // A file that cannot be opened has no lines: what has to be mended is the reference.
      const mended = (fault: Fault) =>
        fault.place === file ? { place, message: `"${file}": ${fault.message}` } : fault;
      this.faults.push(...error.faults.map(mended));
      return undefined;
    }
    return this.files.push(file) - 1;
  }
}

/** Tells what is wrong with a reference after bundling, if anything is, by the object that holds it. */
export function problemOf(root: JsonObject, reference: string): (holder: JsonObject) => string | undefined {
  if (!reference.startsWith('#')) return () => 'could not be read.';
  if (reference !== '#' && !reference.startsWith('#/'))
    return () => 'names an anchor. What comes after "#" has to be a path such as "/components/schemas/Event".';
  if (valueAt(root, reference) === undefined) return () => 'leads nowhere.';
  const pointer = pointerOf(reference);
  const { value } = dereference(root, pointer);
  const isCircle = isObject(value) && typeof value.$ref === 'string' && valueAt(root, value.$ref) !== undefined;
  const held = heldWith(root, pointer);
  // One that is held with what it leads to is held for ever.
  return (holder) => (isCircle || held.has(holder) ? 'leads round in a circle.' : undefined);
}

interface Reference {
  holder: JsonObject;
  reference: string;
  place: string;
}

/** Every `$ref` below a value, each object of it visited once. */
function referencesOf(value: unknown, positions: Positions): Reference[] {
  const found: Reference[] = [];
  const seen = new Set<unknown>();
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (isObject(next) && typeof next.$ref === 'string') {
      found.push({ holder: next, reference: next.$ref, place: positions.placeOf(next, '/$ref') });
    }
    for (const child of Object.values(next).reverse()) pending.push(child);
  }
  return found;
}

/** The file's name is a URI reference, so it may be percent-encoded. */
function splitReference(reference: string): [file: string, fragment: string] {
  const hash = reference.indexOf('#');
  const [file, fragment] = hash === -1 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
  return [percentDecoded(file) ?? file, fragment]; // as it stands where it has a literal percent sign
}
