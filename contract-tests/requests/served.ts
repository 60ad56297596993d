import { isObject, type JsonObject } from '../../spec';
import { type Examination, isSuccess } from '../examination';
import type { Exchange } from '../target/exchange';
import { shownFields } from '../values/fields';

/** Whether a value is an object that has one of the fields: which of them must be there, no rule of shape says. */
export function hasField(value: unknown, fields: string[]): boolean {
  return isObject(value) && (fields.length === 0 || fields.some((field) => Object.hasOwn(value, field)));
}

/** A success that shows what the operation returns; a page that asks to log in, or an error with status 200, does not. */
export function isServed({ operation, document }: Examination, exchange: Exchange): boolean {
  const value = exchange.response.json?.value;
  if (!isSuccess(exchange)) return false;
  if (operation.returns === undefined) return true;
  const fields = shownFields(document, operation.returns);
  return operation.meaning.action === 'list'
    ? Array.isArray(value) && value.some((entry) => hasField(entry, fields))
    : isEntry(value, fields);
}

/**
 * Whether an answer of whatever status shows an entry, as one that refuses has no reason to: with more than half of its fields, two
 * at least, and what identifies it, but none that is null. An error has fields of its own, and some of their names may be the same.
 */
export function isRevealing({ operation, document }: Examination, { response }: Exchange): boolean {
  const { meaning, returns } = operation;
  if (returns === undefined) return false;
  const fields = shownFields(document, returns);
  const key = meaning.action === 'list' ? undefined : meaning.key.field;
  const value = response.json?.value;
  const shown = meaning.action === 'list' ? (Array.isArray(value) ? value : []) : [value];
  const fewest = Math.max(2, Math.floor(fields.length / 2) + 1);
  return shown.some((entry) => {
    if (!isObject(entry)) return false;
    const isTold = (field: string) => Object.hasOwn(entry, field) && entry[field] !== null;
    return (key === undefined || isTold(key)) && fields.filter(isTold).length >= fewest;
  });
}

/**
 * Whether an answer shows most of what another does, in whatever form: within a wrapper, a page, or lines of text. Counted are the
 * texts of the other, without those that were asked for; two of them may stand on any page, as when a house opens and closes.
 */
export function isRepeating({ url, request, response }: Exchange, served: Exchange): boolean {
  const asked = Object.values(request.query ?? {}).map(String);
  const isAsked = (text: string) => asked.includes(text) || url.includes(encodeURIComponent(text));
  const texts = textsIn(served.response.json?.value).filter((text) => !isAsked(text));
  const shown = texts.filter(
    (text) => response.text.includes(text) || response.text.includes(JSON.stringify(text).slice(1, -1)),
  );
  return shown.length > Math.max(2, texts.length / 2);
}

/** The texts in a value that are long enough to be known by, each once. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length < SHORTEST ? [] : [value];
  const parts: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return [...new Set(parts.flatMap(textsIn))];
}

const SHORTEST = 4;

/** Whether a value is an object with two of the fields, where there are two: the name of one may stand in an error too. */
function isEntry(value: unknown, fields: string[]): boolean {
  if (!isObject(value)) return false;
  return fields.filter((field) => Object.hasOwn(value, field)).length >= Math.min(2, fields.length);
}

/**
 * An answer that refuses an update for the state of the entry (RFC 9110, section 15.5.10; RFC 4918, section 11.3), which the document
 * lists: then it promises that an update is served only where the state allows it, and nothing tells where that is.
 */
export function isConflict({ operation }: Examination, { response: { status } }: Exchange): boolean {
  const listed = operation.answers.find((answer) => answer.status === String(status));
  return [409, 423].includes(status) && listed !== undefined && listed.when.length === 0;
}

/** An answer that refuses: by its status, or with an object in place of a list, if it wraps neither an entry nor a list of none. */
export function isRefusal({ operation, document }: Examination, exchange: Exchange): boolean {
  const { status, json } = exchange.response;
  if (status >= 400 && status < 500) return true;
  if (!isSuccess(exchange) || operation.returns === undefined || !isObject(json?.value)) return false;
  const fields = shownFields(document, operation.returns);
  const isEmpty = Object.keys(json.value).length === 0;
  return !isEmpty && !isWrapperOfNone(json.value) && !holdsEntry(json.value, fields);
}

/** An object with an empty list, and no word beside it that could say what is wrong. */
function isWrapperOfNone(value: JsonObject): boolean {
  const parts: unknown[] = Object.values(value);
  const isWord = (part: unknown) => [part].flat().some((each) => typeof each === 'string');
  return parts.some((part) => Array.isArray(part) && part.length === 0) && !parts.some(isWord);
}

/** Whether there is an entry in a value, however deep; where no field is documented, any object of a list is one. */
function holdsEntry(value: unknown, fields: string[]): boolean {
  if (Array.isArray(value))
    return value.some((each) => (fields.length === 0 ? isObject(each) : holdsEntry(each, fields)));
  if (!isObject(value)) return false;
  const isOne = fields.length > 0 && isEntry(value, fields);
  return isOne || Object.values(value).some((part) => holdsEntry(part, fields));
}
