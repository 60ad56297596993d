import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isObject, type JsonObject, memberOf, pointerTo } from './json';
import { packageFolder } from './package-folder';

/** A fault at a JSON Pointer of the document. */
export interface PointedFault {
  pointer: string;
  message: string;
}

/** What the OpenAPI 3.1 schema and the `x-docent` schema object to in a document. */
export function validityFaults(document: JsonObject): PointedFault[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  addFormats(ajv);
  ajv.addFormat('media-range', true);
  ajv.addSchema(readJson(VOCABULARY_SCHEMA));
  const openApi = ajv.compile(readJson(OPENAPI_SCHEMA));
  return [
    ...faultsOf(openApi, document, ''),
    ...extensionsOf(document, '').flatMap((extension) => extensionFaults(ajv, extension)),
  ];
}

interface Extension {
  /** The pointer of the object that carries it. */
  pointer: string;
  value: unknown;
}

/** Every `x-docent` of a document, wherever it stands. */
function extensionsOf(container: unknown, pointer: string): Extension[] {
  if (typeof container !== 'object' || container === null) return [];
  const below = Object.entries(container).flatMap(([member, child]) => extensionsOf(child, pointerTo(pointer, member)));
  const value = memberOf(container, 'x-docent');
  return value === undefined ? below : [{ pointer, value }, ...below];
}

function extensionFaults(ajv: Ajv2020, { pointer, value }: Extension): PointedFault[] {
  const place = pointerTo(pointer, 'x-docent');
  const definition = EXTENDED.find(({ where }) => where.test(pointer))?.definition;
  if (definition === undefined) {
    const known = 'It belongs to the root, an operation, a response or a schema.';
    return [{ pointer: place, message: `"x-docent" has no meaning here. ${known}` }];
  }
  return faultsOf(ajv.compile({ $ref: `urn:docent:x-docent#/$defs/${definition}` }), value, place);
}

/** Which definition of the vocabulary holds at which places of a document. */
const EXTENDED = [
  { where: /^$/, definition: 'document' },
  { where: /^\/paths\/[^/]+\/(get|put|post|delete|options|head|patch|trace)$/, definition: 'operation' },
  { where: /\/schemas?(\/|$)/, definition: 'schema' },
  { where: /\/responses\/[^/]+$/, definition: 'response' },
  { where: /^\/x-docent-files\//, definition: 'referenced' },
];

function faultsOf(validate: ValidateFunction, value: unknown, pointer: string): PointedFault[] {
  if (validate(value)) return [];
  return tellingErrors(validate.errors ?? []).map((error) => ({
    pointer: `${pointer}${error.instancePath}${memberNamedBy(error)}`,
    message: sentenceOf(error),
  }));
}

/** Without the errors that only say that another schema, whose errors stand beside them, did not match. */
function tellingErrors(errors: ErrorObject[]): ErrorObject[] {
  const telling = errors.filter(({ keyword }) => !['if', 'oneOf', 'anyOf', '$ref', '$dynamicRef'].includes(keyword));
  const seen = new Set<string>();
  return (telling.length > 0 ? telling : errors).filter((error) => {
    const key = error.instancePath + sentenceOf(error);
    return !seen.has(key) && seen.add(key);
  });
}

/** The member that an error is about, where it is about one that should not be there. */
function memberNamedBy({ params }: ErrorObject): string {
  const member = params.additionalProperty ?? params.unevaluatedProperty;
  return typeof member === 'string' ? pointerTo('', member) : '';
}

function sentenceOf({ keyword, params, message, data, parentSchema, instancePath }: ErrorObject): string {
  const name = instancePath.split('/').at(-1) || 'the document';
  const known = isObject(parentSchema?.properties)
    ? ` Known are ${Object.keys(parentSchema.properties).join(', ')}.`
    : '';
  switch (keyword) {
    case 'required':
      return `"${params.missingProperty}" is missing in ${name}.`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `"${params.additionalProperty ?? params.unevaluatedProperty}" is not known here.${known}`;
    case 'enum':
      return `${JSON.stringify(data)} is not known for ${name}. Known are ${params.allowedValues.join(', ')}.`;
    case 'const':
      return `${name} must be ${JSON.stringify(params.allowedValue)}, but it is ${JSON.stringify(data)}.`;
    default:
      return `${name} ${message}.`;
  }
}

const OPENAPI_SCHEMA = join(
  dirname(createRequire(__filename).resolve('@seriousme/openapi-schema-validator')),
  'schemas/v3.1/schema.json',
);
const VOCABULARY_SCHEMA = join(packageFolder, 'spec', 'x-docent.schema.json');

function readJson(file: string): JsonObject {
  return JSON.parse(readFileSync(file, 'utf8')) as JsonObject; // both files are schemas that packages ship
}
