import type { Part } from './anatomy';
import { heldWith } from './applicators';
import { fragmentOf, isObject, type JsonObject, membersOf, pointerTo, valueAt } from './json';
import { BUNDLED } from './references';
import { keywordOf, layersOf, pointerOf } from './schemas';

/** Where the conditions stand that `tellKinds` adds to a document. */
const KINDS = 'x-docent-kinds';

/** A schema that extends another, and the values of the other's discriminator that name it. */
interface Kind {
  pointer: string;
  names: string[];
}

/** A schema whose discriminator names those that extend it. */
interface Parent {
  pointer: string;
  propertyName: string;
  kinds: Kind[];
}

/**
 * Adds to every reference to a schema that others extend (`allOf`) and that tells them apart by its `discriminator`, in place, that a value is of the
 * one that it names. JSON Schema reads such a schema alone, and leaves out what its kinds have. That is why the conditions are marked as assumed.
 */
export function tellKinds(document: JsonObject, parts: readonly Part[]): void {
  const schemas = parts.filter(({ kind }) => kind === 'schema');
  const parents = parentsIn(document, schemas);
  // What a kind itself refers to is left as it is, or a condition would lead back to itself.
  const kinds = parents.flatMap((parent) => parent.kinds.map(({ pointer }) => pointer));
  const withKinds = new Set(kinds.flatMap((pointer) => [...heldWith(document, pointer)]));
  let isReferredTo = false;
  for (const { value } of schemas) {
    if (typeof value.$ref !== 'string' || withKinds.has(value)) continue;
    const target = pointerOf(value.$ref);
    const index = parents.findIndex(({ pointer }) => pointer === target);
    if (index === -1) continue;
    isReferredTo = true;
    value.allOf = [...(Array.isArray(value.allOf) ? value.allOf : []), { $ref: `#/${KINDS}/${index}` }];
  }
  if (isReferredTo) document[KINDS] = parents.map(conditionsOf);
}

/** The document without those conditions, for what need not be whole, such as an update. */
export function withoutKinds(document: JsonObject): JsonObject {
  const conditions = document[KINDS];
  return Array.isArray(conditions) ? { ...document, [KINDS]: conditions.map(() => ({})) } : document;
}

function conditionsOf({ propertyName, kinds }: Parent): JsonObject {
  const conditions = kinds.map(({ pointer, names }) => ({
    if: { properties: { [propertyName]: { enum: names } }, required: [propertyName] },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    then: { $ref: fragmentOf(pointer) },
  }));
  return { allOf: conditions, 'x-docent': { assumed: ['allOf'] } };
}

function parentsIn(document: JsonObject, schemas: readonly Part[]): Parent[] {
  const parents = new Map<string, Parent>();
  for (const { pointer, value } of schemas) {
    if (!Array.isArray(value.allOf) || !isNamed(pointer)) continue;
    for (const layer of layersOf(document, { pointer, value })) {
      const discriminator = keywordOf(document, layer, 'discriminator');
      if (layer.pointer === pointer || !isNamed(layer.pointer) || !isObject(discriminator)) continue;
      if (keywordOf(document, layer, 'oneOf') ?? keywordOf(document, layer, 'anyOf')) continue; // which say themselves what there is
      const { propertyName, mapping } = discriminator;
      const parent = parents.get(layer.pointer) ?? {
        pointer: layer.pointer,
        propertyName: String(propertyName),
        kinds: [],
      };
      parent.kinds.push({ pointer, names: namesOf(document, pointer, layer.pointer, mapping) });
      parents.set(layer.pointer, parent);
    }
  }
  return [...parents.values()];
}

/** The values that stand for a schema: those that are mapped to it, else its name. */
function namesOf(document: JsonObject, pointer: string, parent: string, mapping: unknown): string[] {
  const file = parent.startsWith(`/${BUNDLED}/`) ? pointerTo('', ...membersOf(parent).slice(0, 2)) : '';
  const mapped = Object.entries(isObject(mapping) ? mapping : {}).filter(([, target]) => {
    const component = `${file}${pointerTo('/components/schemas', String(target))}`;
    const found = valueAt(document, component) === undefined ? `${file}${pointerOf(String(target))}` : component;
    return found === pointer;
  });
  return mapped.length > 0 ? mapped.map(([name]) => name) : [membersOf(pointer).at(-1) ?? ''];
}

function isNamed(pointer: string): boolean {
  return /\/components\/schemas\/[^/]+$/.test(pointer);
}
