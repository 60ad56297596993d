import { dirname, join } from 'node:path';
import { ConfigurationError, type Fault } from './faults';
import { isObject, type JsonObject, valueAt } from './json';
import { type Positions, readYaml } from './yaml-source';

/** Where the documents that the root document refers to are kept inside it. */
const BUNDLED = 'x-docent-files';

/**
 * Makes every `$ref` of a document one into the document itself: files that it refers to are read, each once, and kept
 * under an extension of the root. References may be relative, nested and circular. Works in place.
 * @returns every file that was read, the root's own first
 * @throws {ConfigurationError} with every reference that leads nowhere
 */
export function bundleReferences(root: JsonObject, rootFile: string, positions: Positions): string[] {
  const files = [rootFile];
  const roots: unknown[] = [root];
  const faults: Fault[] = [];
  // The list grows while it is walked: a file that is read may refer to others.
  for (let index = 0; index < files.length; index += 1) bundle(roots[index], index);
  if (files.length > 1) root[BUNDLED] = roots.slice(1) as JsonObject[]; // open has read objects only
  for (const { holder, reference, place } of referencesOf(root, positions)) {
    if (valueAt(root, reference) === undefined) {
      faults.push({ place, message: `${originOf(holder)} leads nowhere.` });
    }
  }
  if (faults.length > 0) throw new ConfigurationError(`read ${rootFile}`, faults);
  return files;

  function bundle(value: unknown, fileIndex: number): void {
    for (const { holder, reference, place } of referencesOf(value, positions)) {
      const [file, pointer = ''] = splitReference(reference);
      const target = file === '' ? fileIndex : open(join(dirname(files[fileIndex] ?? ''), file), place);
      if (target === undefined) continue;
      origins.set(holder, reference);
      holder.$ref = target === 0 ? `#${pointer}` : `#/${BUNDLED}/${target - 1}${pointer}`;
    }
  }

  function open(file: string, place: string): number | undefined {
    const known = files.indexOf(file);
    if (known !== -1) return known;
    if (/^[a-z]+:\/\//i.test(file)) {
      faults.push({ place, message: `"${file}" is on the network; only files are read. Save it beside the document.` });
      return undefined;
    }
    const { value } = readYaml(file, positions);
    files.push(file);
    roots.push(value);
    return files.length - 1;
  }
}

/** The reference as its author wrote it, for messages. */
const origins = new WeakMap<object, string>();
const originOf = (holder: JsonObject) => `$ref "${origins.get(holder) ?? String(holder.$ref)}"`;

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
    pending.push(...Object.values(next));
  }
  return found;
}

function splitReference(reference: string): [file: string, pointer: string] {
  const hash = reference.indexOf('#');
  return hash === -1 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
}
