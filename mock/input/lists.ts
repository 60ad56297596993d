import { type JsonObject, type LocatedSchema, layersOf, pointerTo, schemaAt, typesOf } from '../../spec';

/** Whether a parameter or a member of one is always a list: null, which may stand beside it, has no spelling in a URL or a header. */
export function isList(openapi: JsonObject, schema: LocatedSchema): boolean {
  return isOfLists(openapi, schema) || layersOf(openapi, schema).some((layer) => choosesLists(openapi, layer));
}

function isOfLists(openapi: JsonObject, schema: LocatedSchema): boolean {
  const types = typesOf(openapi, schema).filter((type) => type !== 'null');
  return types.length > 0 && types.every((type) => type === 'array');
}

/** Whether all that a schema may be by its alternatives are lists. */
function choosesLists(openapi: JsonObject, { pointer, value }: LocatedSchema): boolean {
  return ['anyOf', 'oneOf'].some((keyword) => {
    const held = value[keyword];
    const indices = Array.isArray(held) ? [...held.keys()] : [];
    const choice = indices.map((index) => schemaAt(openapi, pointerTo(pointer, keyword, index)));
    const others = choice.filter((each) => typesOf(openapi, each).join() !== 'null');
    return others.length > 0 && others.every((each) => isOfLists(openapi, each));
  });
}
