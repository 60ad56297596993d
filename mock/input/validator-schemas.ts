import {
  isObject,
  type Json,
  type JsonObject,
  type LocatedSchema,
  mapObjects,
  partsOf,
  type Service,
} from '../../spec';
import { isMultiple } from '../state/multiples';

const MULTIPLE = 'multiple of ';

/** The schemas of a document as express-openapi-validator should read them, and the formats that stand for their keywords. */
export interface ValidatorSchemas {
  document: JsonObject;
  formats: Record<string, { type: 'number'; validate(value: number): boolean }>;
}

/**
 * Puts keywords aside that express-openapi-validator misjudges: `multipleOf`, for which it divides binary fractions, becomes a format
 * of numbers; and tuples, at which it fails as a whole unless their length is given, any array. Schemas with those are told by `isLeftOut`.
 */
export function validatorSchemas(openapi: JsonObject): ValidatorSchemas {
  const formats: ValidatorSchemas['formats'] = {};
  const document = mapObjects(openapi, (object) => {
    const { multipleOf: step } = object;
    if (typeof step !== 'number') return withoutTuple(object);
    const format = `${MULTIPLE}${step}`;
    formats[format] = { type: 'number', validate: (value) => isMultiple(value, step) };
    const { multipleOf: _step, ...others } = withoutTuple(object);
    return { ...others, allOf: [...listOf(object.allOf), { format }] };
  });
  return { document, formats };
}

/** The keyword that an error of the validator is about, by the keyword that it names and what it says. */
export function documentedRule(rule: string, message: string): string {
  return rule === 'format' && message.includes(`"${MULTIPLE}`) ? 'multipleOf' : rule;
}

/** Whether the validator cannot hold a schema against a value. */
export function isLeftOut({ openapi }: Service, schema: LocatedSchema): boolean {
  return partsOf(openapi, { kind: 'schema', ...schema }).some(({ value }) => isTuple(value));
}

function withoutTuple(object: JsonObject): JsonObject {
  if (!isTuple(object)) return object;
  const { prefixItems: _prefix, items: _items, unevaluatedItems: _unevaluated, ...others } = object;
  return others;
}

function isTuple({ prefixItems }: JsonObject): boolean {
  return Array.isArray(prefixItems) && prefixItems.every((item) => isObject(item) || typeof item === 'boolean');
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
