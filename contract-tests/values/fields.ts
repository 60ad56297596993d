import {
  fieldsOf,
  type JsonObject,
  keywordOf,
  type LocatedSchema,
  layersOf,
  type Operation,
  schemasOf,
} from '../../spec';
import type { Examination } from '../examination';
import { isSame } from './same-value';
import { sendablePart, sentPart } from './sent-part';

/** What an operation is known by. */
type Described = Pick<Examination, 'operation' | 'document'>;

/** The fields of which an answer can show what an update made of them: without the key, and what is only read or only written. */
export function updatableFields({ operation, document }: Described): Map<string, LocatedSchema> {
  const { meaning } = operation;
  const schema = operation.body?.json?.schema;
  const fields = schema === undefined ? [] : [...fieldsOf(document, schema)];
  const key = meaning.action === 'list' ? undefined : meaning.key.field;
  return new Map(
    fields.filter(([name, field]) => name !== key && !isOnlyRead(document, field) && !isOnlyWritten(document, field)),
  );
}

/** The names of the fields that an answer may show: what is only written should stand in none (OpenAPI, Schema Object). */
export function shownFields(document: JsonObject, schema: LocatedSchema): string[] {
  return [...fieldsOf(document, schema)].filter(([, field]) => !isOnlyWritten(document, field)).map(([name]) => name);
}

/** Whether an update cannot set a field: it is `readOnly` (JSON Schema Validation 2020-12, section 9.4). */
export function isOnlyRead(document: JsonObject, field: LocatedSchema): boolean {
  return keywordOf(document, field, 'readOnly') === true;
}

function isOnlyWritten(document: JsonObject, field: LocatedSchema): boolean {
  return keywordOf(document, field, 'writeOnly') === true;
}

/**
 * Whether the document says what becomes of a field that is sent as null: it is null in the answers too, or the update is one by
 * RFC 7396, which removes it. One with a default may get that again, and what every answer shows has to be something.
 */
export function isNullable(
  { document, operation, oracle }: Described & Pick<Examination, 'oracle'>,
  name: string,
  schema: LocatedSchema,
): boolean {
  const returned = operation.returns && fieldsOf(document, operation.returns).get(name);
  const schemas = [schema, ...(returned === undefined ? [] : [returned])];
  const hasDefault = schemas.some((each) => keywordOf(document, each, 'default') !== undefined);
  if (!oracle.saysNull(schema) || hasDefault) return false;
  if (returned === undefined || oracle.saysNull(returned)) return true;
  return isMergePatch(operation) && !isAlwaysShown({ document, operation }, name);
}

/** Whether the media type of an update says that objects are merged at every depth (RFC 7396). */
export function isMergePatch({ body }: Operation): boolean {
  return body?.json?.mediaType.startsWith('application/merge-patch+json') === true;
}

/**
 * Whether an entry has a field as it was sent. What was sent as null may be gone (RFC 7396), and a list without items may be left out,
 * unless every answer has to show the field.
 */
export function isShown(examination: Described, name: string, sent: unknown, entry: JsonObject): boolean {
  const isNothing = sent === null || (Array.isArray(sent) && sent.length === 0);
  if (isNothing && entry[name] === undefined) return !isAlwaysShown(examination, name);
  return isFieldSame(examination, name, sent, entry[name]);
}

function isAlwaysShown({ document, operation }: Described, name: string): boolean {
  const layers = operation.returns === undefined ? [] : layersOf(document, operation.returns);
  return layers.some(({ value }) => Array.isArray(value.required) && value.required.includes(name));
}

/** Whether an entry's field is as it was, as far as an update is documented to carry it. */
export function isFieldSame(examination: Described, name: string, a: unknown, b: unknown): boolean {
  return isWholeSame(examination, name, sentValue(examination, name, a), sentValue(examination, name, b));
}

/** Whether an entry's field is as it was, with all that answers show of it. */
export function isWholeSame({ operation, document }: Described, name: string, a: unknown, b: unknown): boolean {
  const returned = operation.returns ? schemasOf(document, [operation.returns], name) : [];
  const sent = updatableFields({ operation, document }).get(name) ?? [];
  return isSame(document, returned.length > 0 ? returned : [sent].flat(), a, b);
}

/** What an update is documented to carry of a value that an answer shows of a field, as `sentPart` has it. */
export function sentValue<Value>(examination: Described, name: string, value: Value): Value {
  const isPlain = typeof value !== 'object' || value === null;
  const sent = isPlain ? undefined : updatableFields(examination).get(name);
  return sent === undefined ? value : sentPart(examination.document, sent, value);
}

/** An entry as an update may carry its fields, as `sendablePart` has it. */
export function sendableEntry(examination: Described, entry: JsonObject): JsonObject {
  const updatable = updatableFields(examination);
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      const sent = updatable.get(name);
      return [name, sent === undefined ? value : sendablePart(examination.document, sent, value)];
    }),
  );
}
