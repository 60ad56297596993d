import { schemasOf, statementsOf } from './applicators';
import { isObject, type Json, type JsonObject } from './json';
import { isJsonMediaType } from './media-types';
import { type LocatedSchema, typesOf } from './schemas';
import type { ResponseHeader } from './service';

/** Whether a value conforms to a schema, as the one who asks sees it. */
export type Conforms = (schema: LocatedSchema, value: unknown) => boolean;

/** A value as its header carries it: in the style `simple` (OpenAPI 3.1, Header Object), or in a media type of its own. */
export function writtenHeader(
  { mediaType, explode }: Pick<ResponseHeader, 'mediaType' | 'explode'>,
  value: Json,
): string {
  if (mediaType !== undefined && isJsonMediaType(mediaType)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(scalar).join(',');
  if (!isObject(value)) return scalar(value);
  const sign = explode ? '=' : ',';
  return Object.entries(value)
    .map(([name, member]) => `${name}${sign}${scalar(member)}`)
    .join(',');
}

function scalar(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * What the text of a header may stand for, by its schema: `5` spells a number and a string, and `a,b` a list as well.
 * @param text as Node gives it, a letter for each byte
 * @param conforms decides what the items of a list and the members of an object are
 * @returns the likeliest last; none where the text is not of its media type
 */
export function headerReadings(
  document: JsonObject,
  { schema, mediaType, explode }: Pick<ResponseHeader, 'schema' | 'mediaType' | 'explode'>,
  text: string,
  conforms: Conforms,
): unknown[] {
  const read = (spelt: string): unknown[] => {
    if (mediaType !== undefined && isJsonMediaType(mediaType)) return parsed(spelt);
    if (schema === undefined) return [spelt];
    const types = possibleTypesOf(document, [schema]);
    const typed = (part: string, member: string | number) =>
      toTyped(document, schemasOf(document, [schema], member), part, conforms);
    const readings = [
      ...scalarsOf(spelt),
      ...(types.includes('object') ? [toObject(spelt, explode, typed)] : []),
      ...(types.includes('array') ? toArrays(spelt).map((parts) => parts.map(typed)) : []),
    ];
    return types.includes('string') ? [...readings, spelt] : [spelt, ...readings];
  };
  return spellingsOf(text).flatMap(read);
}

/** A text as it is, and what its bytes are in UTF-8, where they are that. */
function spellingsOf(text: string): string[] {
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded === text || decoded.includes('\ufffd') ? [text] : [text, decoded];
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

/** The parts of a list: those that are empty are none (RFC 9110, section 5.6.1), or are (RFC 6570, section 3.2.2). */
function toArrays(text: string): string[][] {
  const parts = partsOf(text);
  const filled = parts.filter((part) => part !== '');
  return filled.length === parts.length || filled.length === 0 ? [filled] : [parts, filled];
}

function toObject(text: string, explode: boolean, typed: (part: string, name: string) => unknown): object {
  const parts = partsOf(text);
  const pairs = explode
    ? parts.map((part) => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)] as const)
    : parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ''] as const] : []));
  return Object.fromEntries(pairs.map(([name, value]) => [name, typed(value, name)]));
}

/** Commas that divide: none in a quoted string, in a link's `<…>` or after the day of an HTTP date (RFC 9110, section 5.6). */
const PART = /(?:"(?:\\.|[^"\\])*"|<[^>]*>|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, (?=\d\d[ -])|[^,])*/gy;

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at <= text.length; ) {
    PART.lastIndex = at;
    const [part = ''] = PART.exec(text) ?? [];
    parts.push(part.trim());
    at += part.length + 1;
  }
  return parts;
}

/** A part of a header as its schemas would have it: a string unless they allow none. */
function toTyped(document: JsonObject, schemas: readonly LocatedSchema[], text: string, conforms: Conforms): unknown {
  const values = [text, ...scalarsOf(text)];
  const fitting =
    values.find((value) => schemas.every((schema) => conforms(schema, value))) ??
    values.find((value) => schemas.some((schema) => conforms(schema, value)));
  if (fitting !== undefined) return fitting;
  return possibleTypesOf(document, schemas).includes('string') ? text : (values.at(-1) ?? text);
}
