import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import standaloneCode from 'ajv/dist/standalone';
import addFormats from 'ajv-formats';
import type { JsonObject } from './json';
import { packageFolder } from './package-folder';

const OPENAPI = 'https://spec.openapis.org/oas/3.1/schema';
const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';
const VOCABULARY = 'urn:docent:x-docent';

const OPENAPI_FILE = join(
  dirname(createRequire(__filename).resolve('@seriousme/openapi-schema-validator')),
  'schemas/v3.1/schema.json',
);
const VOCABULARY_FILE = join(packageFolder, 'spec', 'x-docent.schema.json');

/** What is compiled, by the name of its function: an object of OpenAPI, a schema, or what stands as `x-docent` on one of them. */
const ADDRESSES = {
  document: OPENAPI,
  schema: META_SCHEMA,
  ...within(OPENAPI, '', [
    ...['path-item', 'operation', 'parameter', 'request-body', 'response', 'header', 'media-type', 'encoding'],
    ...['example', 'link', 'callbacks', 'security-scheme'],
  ]),
  ...within(VOCABULARY, 'x-docent ', ['document', 'operation', 'response', 'schema']),
};

/** Compiles the schemas that documents are validated with: doing so at each start would take longer than all the rest of it. */
function compileSchemas(): string {
  // The schemas come with packages, so they are not validated themselves; each of their definitions becomes one function.
  const fixed = { validateSchema: false, inlineRefs: false, code: { source: true } } as const;
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, ...fixed });
  addFormats(ajv);
  ajv.addFormat('media-range', true);
  ajv.addSchema({ ...readJson(OPENAPI_FILE), $id: OPENAPI });
  ajv.addSchema(readJson(VOCABULARY_FILE));
  return standaloneCode(ajv, ADDRESSES);
}

function within(address: string, prefix: string, definitions: string[]): Record<string, string> {
  return Object.fromEntries(definitions.map((name) => [prefix + name, `${address}#/$defs/${name}`]));
}

function readJson(file: string): JsonObject {
  return JSON.parse(readFileSync(file, 'utf8')) as JsonObject; // both files are schemas that packages ship
}

writeFileSync(join(__dirname, 'compiled-schemas.js'), compileSchemas());
