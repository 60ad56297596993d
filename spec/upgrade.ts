import { partsOf } from './anatomy';
import { define, isObject, type Json, type JsonObject, memberOf } from './json';
import { toUnicodePattern } from './patterns';

/**
 * Turns an OpenAPI 3.0 document into the 3.1 document that says the same, in place, so that everything after it reads
 * one dialect. The differences are those of the schemas: `nullable`, boolean `exclusiveMinimum` and `exclusiveMaximum`, and
 * that whatever stands beside a `$ref` is ignored (OpenAPI 3.0.3, Reference Object). A `nullable` and a pattern of the older dialect that are
 * left in a 3.1 document, where they have no meaning, are read as they were meant.
 */
export function upgradeToOpenApi31(document: JsonObject): void {
  const isOld = typeof document.openapi === 'string' && document.openapi.startsWith('3.0.');
  if (isOld) document.openapi = '3.1.0';
  for (const { kind, value } of partsOf(document)) {
    if (kind !== 'schema') continue;
    if (isOld) upgradeSchema(value);
    upgradeNullable(value);
    upgradePatterns(value);
  }
}

function upgradeSchema(schema: JsonObject): void {
  if (typeof schema.$ref === 'string') {
    for (const member of Object.keys(schema)) if (member !== '$ref') delete schema[member];
  }
  upgradeBound(schema, 'exclusiveMinimum', 'minimum');
  upgradeBound(schema, 'exclusiveMaximum', 'maximum');
}

function upgradeNullable(schema: JsonObject): void {
  if (typeof schema.nullable !== 'boolean') return;
  if (schema.nullable) allowNull(schema);
  delete schema.nullable;
}

function allowNull(schema: JsonObject): void {
  const { type } = schema;
  if (typeof type === 'string') schema.type = [type, 'null'];
  else if (Array.isArray(type) && !type.includes('null')) schema.type = [...type, 'null'];
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum.push(null);
}

function upgradePatterns(schema: JsonObject): void {
  const { pattern, patternProperties: named } = schema;
  if (typeof pattern === 'string') schema.pattern = toUnicodePattern(pattern);
  if (!isObject(named) || Object.keys(named).every((name) => toUnicodePattern(name) === name)) return;
  const read: JsonObject = {};
  for (const [name, held] of Object.entries(named)) define(read, toUnicodePattern(name), held as Json);
  schema.patternProperties = read;
}

function upgradeBound(schema: JsonObject, exclusive: string, inclusive: string): void {
  const flag = memberOf(schema, exclusive);
  if (typeof flag !== 'boolean') return;
  delete schema[exclusive];
  const bound = memberOf(schema, inclusive);
  if (flag && typeof bound === 'number') {
    schema[exclusive] = bound;
    delete schema[inclusive];
  }
}
