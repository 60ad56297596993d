import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import {
  fragmentOf,
  isObject,
  type JsonObject,
  type LocatedSchema,
  pointerTo,
  valueAt,
  withArticle,
  withoutNames,
} from '../../spec';
import { teachFormats } from './formats';
import { teachMultiples } from './multiples';
import { teachUniqueItems } from './unique-items';

/** One way in which a value breaks its schema. */
export interface Nonconformity {
  /** JSON Pointer into the value, to the member that is at fault. */
  pointer: string;
  /** The schema keyword that was broken. */
  rule: string;
  /** What was expected and what was there. */
  message: string;
}

/** Checks values against the schemas of one document, which are valid; each schema is compiled when it is first asked for. */
export class Conformance {
  readonly #ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    verbose: true,
    ownProperties: true, // a field may be called `constructor`, which every object inherits
    meta: false,
    validateSchema: false, // to do it again would take longer than all the rest of a start
  });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(openapi: JsonObject) {
    teachFormats(this.#ajv, openapi);
    teachMultiples(this.#ajv);
    teachUniqueItems(this.#ajv);
    this.#ajv.addSchema(withoutNames(openapi), DOCUMENT);
  }

  /** Every way in which a value breaks a schema; none where it conforms. */
  check(schema: LocatedSchema, value: unknown): Nonconformity[] {
    const validate = this.#validator(schema.pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(toNonconformity);
  }

  #validator(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer);
    if (known) return known;
    const compiled = this.#ajv.compile({ $ref: `${DOCUMENT}${fragmentOf(pointer)}` });
    this.#compiled.set(pointer, compiled);
    return compiled;
  }
}

const DOCUMENT = 'urn:docent:document';

function toNonconformity(error: ErrorObject): Nonconformity {
  const { instancePath, keyword, params, message = 'is not valid', data } = error;
  const member = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  const pointer = typeof member === 'string' ? `${instancePath}${pointerTo('', member)}` : instancePath;
  const known = isObject(error.parentSchema?.properties) ? Object.keys(error.parentSchema.properties) : [];
  switch (keyword) {
    case 'required':
      return { pointer, rule: keyword, message: 'is required, but it is missing' };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return { pointer, rule: keyword, message: `is not a known field. Known are ${known.join(', ')}` };
    case 'enum':
      return {
        pointer,
        rule: keyword,
        message: `must be one of ${listed(params.allowedValues)}, but it is ${shown(data)}`,
      };
    case 'const':
      return { pointer, rule: keyword, message: `${constant(params.allowedValue)}, but it is ${shown(data)}` };
    default:
      return { pointer, rule: keyword, message: `${plainly(message)}, but it is ${shown(data)}` };
  }
}

/** The values of an `enum`, as a message shows them. */
export function listed(values: unknown): string {
  return (Array.isArray(values) ? values : []).map((value) => JSON.stringify(value)).join(', ');
}

/** What a value must be whose schema allows no other (`const`). */
export function constant(value: unknown): string {
  return `must be ${JSON.stringify(value)}`;
}

/** What Ajv says of a broken keyword, without its symbols. */
export function plainly(message: string): string {
  const [, names] = /^must be ((?:[a-z]+,)*(?:array|boolean|integer|null|number|object|string))$/.exec(message) ?? [];
  if (names !== undefined) return `must be ${names.split(',').map(withArticle).join(' or ')}`;
  const [, format] = /^must match format "(.+)"$/.exec(message) ?? [];
  if (format !== undefined) return `must be ${withArticle(format)}`;
  return PLAIN.reduce((text, [jargon, words]) => text.replace(jargon, words), message);
}

const PLAIN: [RegExp, string][] = [
  [/^must be >= /, 'must be at least '],
  [/^must be <= /, 'must be at most '],
  [/^must be > /, 'must be more than '],
  [/^must be < /, 'must be less than '],
  [/^must be equal to one of the allowed values: /, 'must be one of '],
  [/^must be multiple of /, 'must be a multiple of '],
];

/** A value as a message shows it: short, whatever it is. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (isObject(value)) return 'an object';
  if (typeof value === 'number') return String(value); // JSON.stringify makes null of what is too large for JSON
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** What a JSON Pointer names in a value, for messages. */
export function received(value: unknown, pointer: string): string {
  return shown(valueAt(value, pointer));
}
