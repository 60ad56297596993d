import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type Kind, type Part, partsOf } from './anatomy';
import { isObject, type Json, type JsonObject, memberOf, pointerTo } from './json';
import { packageFolder } from './package-folder';
import { BUNDLED } from './references';
import { type PointedFault, tellingFaults } from './telling-errors';

/** What the OpenAPI 3.1 schema, the JSON Schema meta-schema and the `x-docent` schema object to in a document. */
export function validityFaults(document: JsonObject): PointedFault[] {
  const parts = partsOf(document);
  return [
    ...faultsOf(validatorOf(OPENAPI), document, ''),
    ...parts.filter(isOutsideOpenApi).flatMap(({ kind, pointer, value }) => {
      return faultsOf(validatorOf(`${OPENAPI}#/$defs/${kind}`), value, pointer);
    }),
    ...parts.filter(isWholeSchema).flatMap(({ pointer, value }) => faultsOf(validatorOf(META_SCHEMA), value, pointer)),
    ...parts.flatMap(patternFaults),
    ...parts.flatMap(extensionFaults),
    ...misplacedExtensions(document, new Set(parts.map(({ value }) => value))),
  ];
}

/** Whether OpenAPI's own schema, applied to the whole document, does not see the object, as it stands below an extension. */
function isOutsideOpenApi({ kind, pointer, value }: Part): boolean {
  const outside = pointer.startsWith(`/${BUNDLED}/`) || pointer.startsWith('/x-docent/');
  return outside && kind !== 'schema' && typeof value.$ref !== 'string';
}

/** Whether a schema is not part of another that is validated with it. */
function isWholeSchema({ kind, within }: Part): boolean {
  return kind === 'schema' && within !== 'schema';
}

/** The meta-schema calls a `pattern` a regular expression, which Ajv does not look at in meta-schemas. */
function patternFaults({ kind, pointer, value }: Part): PointedFault[] {
  if (kind !== 'schema' || typeof value.pattern !== 'string') return [];
  try {
    new RegExp(value.pattern, 'u');
    return [];
  } catch (cause) {
    return [{ pointer: pointerTo(pointer, 'pattern'), message: `It is no pattern: ${(cause as Error).message}.` }];
  }
}

/** At which kinds of object `x-docent` has a meaning; each has a definition of its name in the vocabulary. */
const EXTENDED: Kind[] = ['document', 'operation', 'response', 'schema'];

function extensionFaults({ kind, pointer, value }: Part): PointedFault[] {
  const extension = memberOf(value, 'x-docent') as Json | undefined; // a member of a Json object
  const place = pointerTo(pointer, 'x-docent');
  if (extension === undefined) return [];
  if (!EXTENDED.includes(kind)) return [{ pointer: place, message: MISPLACED }];
  if (kind === 'response' && typeof value.$ref === 'string') {
    return [{ pointer: place, message: 'Beside a $ref "x-docent" is ignored. Write it on the response itself.' }];
  }
  const faults = faultsOf(validatorOf(`${VOCABULARY}#/$defs/${kind}`), extension, place);
  return kind === 'schema' && faults.length === 0 ? assumedFaults(value, extension, place) : faults;
}

function assumedFaults(schema: JsonObject, extension: Json, place: string): PointedFault[] {
  const assumed = memberOf(extension, 'assumed');
  const absent = Array.isArray(assumed) ? assumed.filter((keyword) => !Object.hasOwn(schema, String(keyword))) : [];
  return absent.map((keyword) => ({
    pointer: pointerTo(place, 'assumed'),
    message: `"${keyword}" is marked as assumed, but the schema has no such keyword.`,
  }));
}

const MISPLACED = '"x-docent" has no meaning here. It belongs to the root, an operation, a response or a schema.';
/** Members whose values are data of the service, which may look like anything. */
const DATA = ['example', 'examples', 'default', 'enum', 'const', 'value'];

/** Every `x-docent` that stands on none of the objects that OpenAPI knows, such as the list of responses. */
function misplacedExtensions(document: JsonObject, known: Set<JsonObject>): PointedFault[] {
  const faults: PointedFault[] = [];
  visit(document, '');
  return faults;

  function visit(value: unknown, pointer: string): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [member, child] of Object.entries(value)) {
      const at = pointerTo(pointer, member);
      if (member === 'x-docent' && isObject(value) && !known.has(value))
        faults.push({ pointer: at, message: MISPLACED });
      else if (at !== `/${BUNDLED}` && !DATA.includes(member)) visit(child, at);
    }
  }
}

function faultsOf(validate: ValidateFunction, value: unknown, pointer: string): PointedFault[] {
  return validate(value) ? [] : tellingFaults(validate.errors ?? [], pointer);
}

const OPENAPI = 'https://spec.openapis.org/oas/3.1/schema';
const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';
const VOCABULARY = 'urn:docent:x-docent';

/** A compiled schema by its address; each is compiled once, when it is first asked for. */
const validatorOf = (() => {
  let ajv: Ajv2020 | undefined;
  return (address: string): ValidateFunction => {
    ajv ??= createAjv();
    const validate = ajv.getSchema(address);
    if (validate === undefined) throw new Error(`There is no schema ${address}.`);
    return validate;
  };
})();

function createAjv(): Ajv2020 {
  // The schemas come with packages, so they are not validated themselves; and each of their definitions becomes one
  // function that is not optimized, as compiling takes far longer than the one validation that follows.
  const fast = { validateSchema: false, inlineRefs: false, code: { optimize: false } } as const;
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, ...fast });
  addFormats(ajv);
  ajv.addFormat('media-range', true);
  ajv.addSchema({ ...readJson(OPENAPI_FILE), $id: OPENAPI });
  ajv.addSchema(readJson(VOCABULARY_FILE));
  return ajv;
}

const OPENAPI_FILE = join(
  dirname(createRequire(__filename).resolve('@seriousme/openapi-schema-validator')),
  'schemas/v3.1/schema.json',
);
const VOCABULARY_FILE = join(packageFolder, 'spec', 'x-docent.schema.json');

function readJson(file: string): JsonObject {
  return JSON.parse(readFileSync(file, 'utf8')) as JsonObject; // both files are schemas that packages ship
}
