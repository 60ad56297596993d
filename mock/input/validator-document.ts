import {
  answerTo,
  define,
  isObject,
  type Json,
  type JsonObject,
  mapObjects,
  type Operation,
  type Service,
  valueAt,
} from '../../spec';
import { tupleSchemaOf, type ValidatorSchemas, validatorSchemas } from './validator-schemas';

/**
 * The document as express-openapi-validator should read it. Beside what `validatorSchemas` tells, five things differ, each
 * because of what it would do otherwise: there are no servers (it would validate nothing outside their base paths), each operation
 * has a plain path of its own (it would not find those with characters that its router gives a meaning), query parameters may hold reserved characters (it would refuse
 * `12:30`, which RFC 3986 allows in a query), parameter schemas stand in place (it parses values of referenced ones as JSON), and
 * operations that accept a missing credential have no security.
 */
export function validatorDocument(service: Service): ValidatorSchemas {
  const { servers: _servers, ...root } = service.openapi;
  const readable = mapObjects(root, (object) => (isParameter(object) ? readableParameter(service, object) : object));
  const { document, formats } = validatorSchemas(readable);
  return { document: { ...document, paths: plainPaths(service, document) }, formats };
}

/** The path that an operation has in the validator's document: its number, and its parameters as that document names them. */
export function validatorTemplate({ operations }: Service, operation: Operation): string {
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => `/{${validatorName(name)}}`);
  return `/${operations.indexOf(operation)}${names.join('')}`;
}

/** Where the validator finds an operation with these path parameters. */
export function validatorPath(service: Service, operation: Operation, path: ReadonlyMap<string, string>): string {
  const values = [...path.values()].map((value) => `/${encodeURIComponent(value)}`);
  return `/${service.operations.indexOf(operation)}${values.join('')}`;
}

/** A path parameter's name in the letters that the validator's router reads. */
export function validatorName(name: string): string {
  return `p_${name.replace(/[^A-Za-z0-9]/g, (character) => `_${character.codePointAt(0)}_`)}`;
}

function plainPaths(service: Service, document: JsonObject): JsonObject {
  const paths: JsonObject = {};
  for (const operation of service.operations) {
    const item = valueAt(document, operation.pointer.slice(0, operation.pointer.lastIndexOf('/')));
    const target = valueAt(document, operation.pointer);
    if (!isObject(item) || !isObject(target)) continue;
    const isOpen = !answerTo(service, operation, 'missing-credential').refused;
    define(paths, validatorTemplate(service, operation), {
      ...(item.parameters === undefined ? {} : { parameters: item.parameters }),
      [operation.method.toLowerCase()]: {
        ...target,
        ...(isOpen ? { security: [] } : {}),
        ...(tupleSchemaOf(service, operation) ? { requestBody: anyBody(operation) } : {}),
      },
    });
  }
  return paths;
}

/** A request body of any shape. */
function anyBody({ body }: Operation): JsonObject {
  const content = (body?.content ?? []).map(({ mediaType }) => [mediaType, { schema: {} }]);
  return { required: body?.required ?? false, content: Object.fromEntries(content) };
}

function isParameter({ in: place, name, schema, content }: JsonObject): boolean {
  return typeof place === 'string' && typeof name === 'string' && (isObject(schema) || isObject(content));
}

function readableParameter(service: Service, parameter: JsonObject): JsonObject {
  const { schema, in: place, name } = parameter;
  const resolved = isObject(schema) && typeof schema.$ref === 'string' ? referenced(service, schema.$ref) : schema;
  return {
    ...parameter,
    ...(resolved === undefined ? {} : { schema: resolved }),
    ...(place === 'query' ? { allowReserved: true } : {}),
    ...(place === 'path' ? { name: validatorName(String(name)) } : {}),
  };
}

function referenced(service: Service, reference: string): Json | undefined {
  const target = valueAt(service.openapi, reference) as Json | undefined; // the reader has followed every reference
  return isObject(target) && typeof target.$ref === 'string' ? referenced(service, target.$ref) : target;
}
