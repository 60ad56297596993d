import { type JsonObject, type LocatedSchema, layersOf, pointerTo, schemaAt } from '../../spec';

/** The schemas of `oneOf` and `anyOf`, at any depth. */
export function alternativesOf(document: JsonObject, schema: LocatedSchema, seen = new Set<string>()): LocatedSchema[] {
  if (seen.has(schema.pointer)) return [];
  seen.add(schema.pointer);
  const direct = layersOf(document, schema).flatMap(({ pointer, value }) =>
    (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
      const listed = value[keyword];
      return Array.isArray(listed)
        ? listed.map((_, index) => schemaAt(document, pointerTo(pointer, keyword, index)))
        : [];
    }),
  );
  return direct.flatMap((alternative) => [alternative, ...alternativesOf(document, alternative, seen)]);
}
