import {
  isObject,
  type Json,
  type JsonObject,
  type LocatedSchema,
  mapObjects,
  type Operation,
  partsOf,
  type Service,
} from '../../spec';
import { isMultiple } from '../state/multiples';
import { schemaOf } from './body-schema';

const MULTIPLE = 'multiple of ';

/** The schemas of a document as express-openapi-validator should read them, and the formats that stand for their keywords. */
export interface ValidatorSchemas {
  document: JsonObject;
  formats: Record<string, { type: 'number'; validate(value: number): boolean }>;
}

/**
 * Puts keywords aside that express-openapi-validator misjudges: `multipleOf`, for which it divides binary fractions, becomes a format
 * of numbers; and tuples, at which it fails as a whole unless their length is given, any array. Bodies with those are told by `tupleSchemaOf`.
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

/** The schema of an operation's body where the validator cannot hold it against the body; undefined where it can. */
export function tupleSchemaOf({ openapi }: Service, operation: Operation): LocatedSchema | undefined {
  const schema = schemaOf(operation);
  const below = schema ? partsOf(openapi, { kind: 'schema', ...schema }) : [];
  return below.some(({ value }) => isTuple(value)) ? schema : undefined;
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
