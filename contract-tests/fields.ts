import { fieldsOf, keywordOf, type LocatedSchema } from '../spec';
import type { Examination } from './examination';
import { isSame } from './same-value';

/** What an operation is known by. */
type Described = Pick<Examination, 'operation' | 'document'>;

/** The fields that an update may carry, the key and what is only for reading left out. */
export function updatableFields({ operation, document }: Described): Map<string, LocatedSchema> {
  const { meaning } = operation;
  const schema = operation.body?.json?.schema;
  const fields = schema === undefined ? [] : [...fieldsOf(document, schema)];
  const key = meaning.action === 'list' ? undefined : meaning.key.field;
  return new Map(fields.filter(([name, schema]) => name !== key && keywordOf(document, schema, 'readOnly') !== true));
}

/** Whether an entry's field is as it was. */
export function isFieldSame(examination: Described, name: string, a: unknown, b: unknown): boolean {
  const { document, operation } = examination;
  const returned = operation.returns && fieldsOf(document, operation.returns).get(name);
  return isSame(document, returned ?? updatableFields(examination).get(name) ?? { pointer: '', value: {} }, a, b);
}
