import { isObject, type JsonObject, memberOf, pointerTo, valueAt } from './json';
import { type LocatedSchema, layersOf, onceForEach, pointerOf, schemaAt } from './schemas';

/** Keywords with schemas for the same value as the schema that they stand in (JSON Schema 2020-12, section 10.2). */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];
/** Keywords that hold one schema; the others hold a list of them, or a map. */
const SINGLE: readonly string[] = [
  ...['not', 'if', 'then', 'else', 'items', 'contains'],
  ...['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'],
];
/** Those of whose schemas one at least has to hold. */
const CHOICES = ['anyOf', 'oneOf'];
/** Those of whose schemas not all need to hold. */
const CHOSEN = [...CHOICES, 'then', 'else', 'dependentSchemas'];

/** Keywords with which a schema speaks of fields beside its properties, unless they say that there are none. */
const OPENING = [
  ...['additionalProperties', 'unevaluatedProperties', 'patternProperties'],
  ...[...CHOICES, 'if', 'dependentSchemas'],
];

/** Where the schemas stand that a schema at a pointer has for the value that it is for itself, what it refers to among them. */
function inPlace(document: JsonObject, pointer: string): string[] {
  const target = memberOf(valueAt(document, pointer), '$ref');
  const below = under(document, pointer, IN_PLACE);
  return typeof target === 'string' ? [pointerOf(target), ...below] : below;
}

/** Where the schemas stand under keywords of the schema at a pointer. */
function under(document: JsonObject, pointer: string, keywords: readonly string[]): string[] {
  const schema = valueAt(document, pointer);
  return keywords.flatMap((keyword) => {
    const held = memberOf(schema, keyword);
    if (SINGLE.includes(keyword)) return isObject(held) ? [pointerTo(pointer, keyword)] : [];
    const members = typeof held === 'object' && held !== null ? Object.keys(held) : [];
    return members.map((member) => pointerTo(pointer, keyword, member));
  });
}

/** Every schema, as it is written, that is held against the same value as the schema at a pointer: itself and what it leads to. */
export function heldWith(document: JsonObject, pointer: string): Set<unknown> {
  const seen = new Set<string>();
  const pending = [pointer];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    pending.push(...inPlace(document, next));
  }
  return new Set([...seen].map((each) => valueAt(document, each)));
}

/**
 * A schema and all that it says of its value, be it in an alternative or under a condition: itself first, each schema once. What
 * holds of a value is among them, and what does not.
 */
export const statementsOf = onceForEach((document, schema): readonly LocatedSchema[] => {
  const found = new Map<string, LocatedSchema>();
  const pending = [schema];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if (found.has(next.pointer)) continue;
    found.set(next.pointer, next);
    const others = inPlace(document, next.pointer).filter((pointer) => pointer !== pointerTo(next.pointer, 'not'));
    pending.push(...others.map((pointer) => schemaAt(document, pointer)));
  }
  return [...found.values()];
});

/** What a schema itself chooses from, by the value or under a condition: its alternatives, of which not all need to hold. */
export const alternativesOf = onceForEach((document, schema): readonly LocatedSchema[] =>
  schemasUnder(document, schema, CHOSEN),
);

/** Whether a schema, or one that it consists of, itself speaks of fields beside those that it lists. */
export const isOpen = onceForEach((document, schema): boolean =>
  layersOf(document, schema).some(({ value }) =>
    OPENING.some((keyword) => Object.hasOwn(value, keyword) && value[keyword] !== false),
  ),
);

/** Whether every object of a schema may have a field by its name: the schema lists it, or all that it chooses one from do. */
export function isListed(document: JsonObject, schema: LocatedSchema, field: string): boolean {
  return layersOf(document, schema).some(
    (layer) =>
      propertiesOf(document, layer).has(field) ||
      CHOICES.some((keyword) => {
        const choice = schemasUnder(document, layer, [keyword]);
        return choice.length > 0 && choice.every((each) => isListed(document, each, field));
      }),
  );
}

/** The fields that a schema lists, and those that its alternatives do. */
export function possibleFieldsOf(document: JsonObject, schema: LocatedSchema): Set<string> {
  return new Set(statementsOf(document, schema).flatMap((each) => [...propertiesOf(document, each).keys()]));
}

/** Whether a schema speaks of a field by its name or a pattern, be it in an alternative. */
export function speaksOf(document: JsonObject, schema: LocatedSchema, field: string): boolean {
  return statementsOf(document, schema).some(
    (each) =>
      propertiesOf(document, each).has(field) || patternsOf(document, each).some(({ pattern }) => pattern.test(field)),
  );
}

/** All that schemas say of a member of their object, by its name, or of an item of their array, by its index: each schema once. */
export function schemasOf(
  document: JsonObject,
  schemas: readonly LocatedSchema[],
  member: string | number,
): LocatedSchema[] {
  const found: LocatedSchema[] = [];
  for (const schema of schemas) {
    for (const each of statementsOf(document, schema)) found.push(...ownSchemasOf(document, each, member));
  }
  return found.length < 2 ? found : [...new Map(found.map((schema) => [schema.pointer, schema])).values()];
}

/** What one schema itself says of a member or an item: nothing of it is in what the schema consists of, or chooses from. */
export function ownSchemasOf(document: JsonObject, schema: LocatedSchema, member: string | number): LocatedSchema[] {
  if (typeof member === 'number') return itemSchemasOf(document, schema, member);
  const found: LocatedSchema[] = [];
  const named = propertiesOf(document, schema).get(member);
  if (named !== undefined) found.push(named);
  for (const { pattern, held } of patternsOf(document, schema)) if (pattern.test(member)) found.push(held);
  if (found.length > 0) return found;
  return schemasUnder(document, schema, ['additionalProperties', 'unevaluatedProperties']);
}

function itemSchemasOf(document: JsonObject, schema: LocatedSchema, index: number): LocatedSchema[] {
  const { prefixItems } = schema.value;
  const isPlaced = Array.isArray(prefixItems) && index < prefixItems.length;
  const placed = isPlaced ? [schemaAt(document, pointerTo(schema.pointer, 'prefixItems', index))] : [];
  const others = isPlaced ? ['contains'] : ['items', 'unevaluatedItems', 'contains'];
  return [...placed, ...schemasUnder(document, schema, others)];
}

function schemasUnder(document: JsonObject, { pointer }: LocatedSchema, keywords: readonly string[]): LocatedSchema[] {
  return under(document, pointer, keywords).map((found) => schemaAt(document, found));
}

/** The fields that a schema names itself. */
const propertiesOf = onceForEach((document, { pointer, value }): ReadonlyMap<string, LocatedSchema> => {
  const names = Object.keys(isObject(value.properties) ? value.properties : {});
  return new Map(names.map((name) => [name, schemaAt(document, pointerTo(pointer, 'properties', name))]));
});

const patternsOf = onceForEach((document, { pointer, value }) =>
  Object.keys(isObject(value.patternProperties) ? value.patternProperties : {}).map((pattern) => ({
    pattern: new RegExp(pattern, 'u'),
    held: schemaAt(document, pointerTo(pointer, 'patternProperties', pattern)),
  })),
);
