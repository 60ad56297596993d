import type { Ajv, SchemaValidateFunction } from 'ajv';
import { isObject } from '../../spec';

/** The places of two items that are equal (JSON Schema 2020-12, section 4.2.2); undefined where there are none. */
export function twinsIn(items: readonly unknown[]): [number, number] | undefined {
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const text = canonical(item);
    const other = places.get(text);
    if (other !== undefined) return [other, index];
    places.set(text, index);
  }
  return undefined;
}

/** Has a validator look at each item once for `uniqueItems`: by itself it compares every object with every other. */
export function teachUniqueItems(ajv: Ajv): void {
  const validate: SchemaValidateFunction = (isAsked: boolean, items: readonly unknown[]) => {
    const twins = isAsked ? twinsIn(items) : undefined;
    if (twins === undefined) return true;
    const [i, j] = twins;
    validate.errors = [
      { keyword: 'uniqueItems', message: `must not have an item twice, as ${i} and ${j} are`, params: { i, j } },
    ];
    return false;
  };
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate,
    errors: true,
  });
}

/** The same text for JSON values that are equal. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (isObject(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((member) => `${JSON.stringify(member)}:${canonical(value[member])}`).join()}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
