import {
  copyOf,
  isObject,
  type JsonObject,
  type LocatedSchema,
  layersOf,
  ownSchemasOf,
  partsOf,
  valueAt,
  withoutKinds,
} from '../../spec';

/**
 * A document as it holds of requests. A field that is read-only is required of answers alone (OpenAPI 3.0, Schema Object, `readOnly`), or
 * no request could be right, with it or without. And what the kind of an entry needs has to be there after an update, not in it.
 */
export function requiringOfRequests(openapi: JsonObject): JsonObject {
  const document = withoutKinds(openapi);
  const schemas = partsOf(document).filter(({ kind }) => kind === 'schema');
  if (!schemas.some(({ value }) => value.readOnly === true)) return document;
  const copy = copyOf(document);
  for (const schema of schemas) {
    for (const { pointer } of layersWithin(document, schema)) {
      const layer = valueAt(copy, pointer);
      if (!isObject(layer) || !Array.isArray(layer.required)) continue;
      layer.required = layer.required.filter((name) => !isReadOnly(document, schema, String(name)));
    }
  }
  return copy;
}

/** A schema and the parts of its `allOf` that stand in it: one that it refers to may be without those beside it elsewhere. */
function layersWithin(document: JsonObject, { pointer, value }: LocatedSchema): LocatedSchema[] {
  return layersOf(document, { pointer, value }).filter((layer) => `${layer.pointer}/`.startsWith(`${pointer}/`));
}

/** Whether an object of the schema has the field as read-only, whichever alternative it is of. */
function isReadOnly(document: JsonObject, schema: LocatedSchema, field: string): boolean {
  const fields = layersOf(document, schema).flatMap((layer) => ownSchemasOf(document, layer, field));
  return fields.some((each) => layersOf(document, each).some(({ value }) => value.readOnly === true));
}
