import {
  isJsonMediaType,
  type JsonObject,
  type LocatedSchema,
  type ResponseHeader,
  schemasOf,
  statementsOf,
  typesOf,
} from '../../spec';

/**
 * What the text of a header may stand for, by its schema: `5` spells a number and a string, and `a,b` a list as well.
 * @returns the likeliest last; none where the text is not of its media type
 */
export function headerReadings(
  document: JsonObject,
  { schema, mediaType, explode }: Pick<ResponseHeader, 'schema' | 'mediaType' | 'explode'>,
  text: string,
): unknown[] {
  if (mediaType !== undefined) return isJsonMediaType(mediaType) ? parsed(text) : [text];
  if (schema === undefined) return [text];
  const types = possibleTypesOf(document, [schema]);
  const readings = [
    ...scalarsOf(text),
    ...(types.includes('object') ? [toObject(document, schema, text, explode)] : []),
    ...(types.includes('array') ? [toArray(document, schema, text)] : []),
  ];
  return types.includes('string') ? [...readings, text] : [text, ...readings];
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return []; // for who asks to judge
  }
}

/** The types that schemas, or what they choose from, name for their value. */
function possibleTypesOf(document: JsonObject, schemas: readonly LocatedSchema[]): string[] {
  return schemas.flatMap((schema) => statementsOf(document, schema).flatMap((each) => typesOf(document, each)));
}

/** A number as JSON spells it, whatever zeros it begins with. */
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const BOOLEAN = /^(true|false)$/i;

/** What a text spells that is no string. */
function scalarsOf(text: string): (number | boolean | null)[] {
  return [
    ...(text === '' || text === 'null' ? [null] : []),
    ...(BOOLEAN.test(text) ? [text.toLowerCase() === 'true'] : []),
    ...(NUMBER.test(text) ? [Number(text)] : []),
  ];
}

function toArray(document: JsonObject, schema: LocatedSchema, text: string): unknown[] {
  return partsOf(text).map((part, index) => toTyped(document, schemasOf(document, [schema], index), part));
}

function toObject(document: JsonObject, schema: LocatedSchema, text: string, explode: boolean): object {
  const parts = partsOf(text);
  const pairs = explode
    ? parts.map((part) => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)] as const)
    : parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ''] as const] : []));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, toTyped(document, schemasOf(document, [schema], name), value)]),
  );
}

/** What stands between commas, but for those in quoted strings (RFC 9110, section 5.6.4). */
function partsOf(text: string): string[] {
  return (text.match(/(?:"(?:\\.|[^"\\])*"|[^,])+/g) ?? []).map((part) => part.trim());
}

/** A part of a header as its schemas would have it: a string unless they allow none. */
function toTyped(document: JsonObject, schemas: readonly LocatedSchema[], text: string): unknown {
  const types = possibleTypesOf(document, schemas);
  return types.length === 0 || types.includes('string') ? text : (scalarsOf(text).at(-1) ?? text);
}
