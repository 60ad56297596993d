import {
  fieldsOf,
  isOpen,
  type JsonObject,
  type LocatedSchema,
  layersOf,
  pointerTo,
  schemaAt,
  speaksOf,
} from '../../spec';
import { alternativesOf } from './alternatives';

/**
 * What an update is documented to carry of a value: without members that its schema does not list where it lists some. What only answers
 * have, as a total or a link, is the server's own.
 */
export function sentPart<Value>(document: JsonObject, schema: LocatedSchema, value: Value): Value {
  return partOf(document, schema, value, (each) => fieldsOf(document, each).size > 0 && !isOpen(document, each));
}

/** What an update may carry of a value: without members that its schema forbids. */
export function sendablePart<Value>(document: JsonObject, schema: LocatedSchema, value: Value): Value {
  return partOf(document, schema, value, (each) =>
    layersOf(document, each).some(
      (layer) => layer.value.additionalProperties === false || layer.value.unevaluatedProperties === false,
    ),
  );
}

/** A value without the members that are not listed by schemas which take none beside those; of alternatives nobody knows which applies. */
function partOf<Value>(
  document: JsonObject,
  schema: LocatedSchema,
  value: Value,
  isLimited: (schema: LocatedSchema) => boolean,
): Value {
  if (typeof value !== 'object' || value === null || alternativesOf(document, schema).length > 0) return value;
  if (Array.isArray(value)) {
    const items = schemaAt(document, pointerTo(schema.pointer, 'items'));
    const isFlat = value.every((item) => typeof item !== 'object');
    return isFlat ? value : (value.map((item) => partOf(document, items, item, isLimited)) as Value); // a list as before
  }
  const fields = fieldsOf(document, schema);
  const limited = isLimited(schema);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const field = fields.get(name);
    if (field !== undefined) return [[name, partOf(document, field, member, isLimited)]];
    return limited && !speaksOf(document, schema, name) ? [] : [[name, member]];
  });
  return Object.fromEntries(members) as Value; // an object as before, with members that it had
}
