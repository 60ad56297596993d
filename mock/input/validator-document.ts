import {
  answerTo,
  dereference,
  isObject,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  pointerTo,
  type RequestBody,
  type Service,
  schemaAt,
  valueAt,
  withoutNames,
} from '../../spec';
import { isExplodedObject } from './exploded-objects';
import { isList } from './lists';
import { withOwnComponents } from './own-components';
import { isLeftOut, type ValidatorSchemas, validatorSchemas } from './validator-schemas';

/**
 * The document as express-openapi-validator should read it: of each operation what it validates. Beside what `validatorSchemas` tells,
 * these things differ, each because of what it would do otherwise:
 *
 * - each operation has a plain path of its own, without servers: it would not find paths with characters that its router gives a
 *   meaning, and validate nothing outside the servers' base paths;
 * - path and query parameters have plain names: its router would not read others, and it takes brackets in a query for objects;
 * - query parameters may hold reserved characters: it would refuse `12:30`, which RFC 3986 allows in a query;
 * - parameters and bodies stand in place: it parses values of referenced schemas as JSON;
 * - objects whose fields are parameters of their own are deep objects: it would leave out fields that are empty or not listed;
 * - objects among the alternatives of a parameter list their fields: it would fail at one that does not;
 * - the properties of deep objects stand one level below: it would take one that is not sent for an empty one;
 * - a list is called one at once: it would not look for its type beside null, among parts and alternatives, or behind references;
 * - headers and cookies name their style: it would refuse every request that may have a list in one;
 * - objects in headers and cookies may be anything: it would refuse every one;
 * - references lead to components: it would not follow others;
 * - no read-only field is required: it would know those only whose schemas say so where they stand;
 * - operations that accept a missing credential have no security, and none asks for a certificate, which is the connection's;
 * - there are no responses: it would compile their schemas.
 *
 * @param requests the service's document as it holds of requests
 */
export function validatorDocument(service: Service, requests: JsonObject): ValidatorSchemas {
  const { openapi = '', info = {} } = service.openapi;
  const unnamed = withoutNames(requests);
  const { value: paths, schemas } = withOwnComponents(unnamed, pathsOf(service, unnamed));
  return validatorSchemas({
    openapi,
    info,
    paths,
    components: { schemas, securitySchemes: schemesOf(service.openapi) },
  });
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

/** The name of a path or query parameter in letters that the validator gives no meaning. */
export function validatorName(name: string): string {
  return `p_${name.replace(/[^A-Za-z0-9]/g, (character) => `_${character.codePointAt(0)}_`)}`;
}

function pathsOf(service: Service, requests: JsonObject): JsonObject {
  return Object.fromEntries(
    service.operations.map((operation) => [
      validatorTemplate(service, operation),
      { [operation.method.toLowerCase()]: requestOf(service, operation, requests) },
    ]),
  );
}

function requestOf(service: Service, operation: Operation, requests: JsonObject): JsonObject {
  const { body, parameters } = operation;
  return {
    parameters: parameters.map((parameter) => parameterOf(service.openapi, parameter)),
    ...(body ? { requestBody: { required: body.required, content: contentOf(service, body, requests) } } : {}),
    security: securityOf(service, operation),
    responses: {},
  };
}

/** How parameters are written unless they say it (OpenAPI 3.1, Parameter Object), where the validator would not know. */
const DEFAULT_STYLES: Partial<Record<Parameter['in'], JsonObject>> = {
  header: { style: 'simple', explode: false },
  cookie: { style: 'form', explode: true },
};

function parameterOf(openapi: JsonObject, parameter: Parameter): JsonObject {
  const { pointer, name, in: place } = parameter;
  const written = valueAt(openapi, pointer);
  const isExploded = isExplodedObject(parameter);
  return {
    ...DEFAULT_STYLES[place],
    ...(isObject(written) ? written : {}),
    ...(isObject(written) && written.schema !== undefined ? { schema: validatedBy(openapi, parameter) } : {}),
    ...(isExploded ? { style: 'deepObject' } : {}),
    ...(place === 'query' ? { allowReserved: true } : {}),
    ...(place === 'path' || place === 'query' ? { name: validatorName(name) } : {}),
  };
}

/** The schema of a parameter, in a shape from which the validator can tell how the parameter is written. */
function validatedBy(openapi: JsonObject, parameter: Parameter): JsonObject {
  const { in: place, schema, types, style, default: otherwise } = parameter;
  if ((place === 'header' || place === 'cookie') && types.includes('object')) return {};
  if (style === 'deepObject' || isExplodedObject(parameter)) return { allOf: [schema.value] };
  if (!isList(openapi, schema)) return withListedFields(schema.value);
  const hasDefault = otherwise !== undefined && otherwise !== null;
  return { type: 'array', if: false, else: schema.value, ...(hasDefault ? { default: otherwise } : {}) };
}

/** A schema of which the objects that it is of, or chooses from, list their fields, be there none. */
function withListedFields(schema: JsonObject): JsonObject {
  const listing = (each: Json) => (isObject(each) && each.type === 'object' ? { properties: {}, ...each } : each);
  const keywords = ['allOf', 'anyOf', 'oneOf'].filter((keyword) => Array.isArray(schema[keyword]));
  const listed = keywords.map((keyword) => [keyword, [schema[keyword]].flat().map((each) => listing(each ?? {}))]);
  return { ...schema, ...Object.fromEntries(listed) };
}

/** The schemas of a body by media type; any value will do where the validator cannot hold them against it. */
function contentOf(service: Service, { content }: RequestBody, requests: JsonObject): JsonObject {
  return Object.fromEntries(
    content.map(({ mediaType, schema }) => [
      mediaType,
      { schema: schema === undefined || isLeftOut(service, schema) ? {} : schemaAt(requests, schema.pointer).value },
    ]),
  );
}

function securityOf(service: Service, operation: Operation): Json {
  if (!answerTo(service, operation, 'missing-credential').refused) return [];
  return operation.security.map((together) => Object.fromEntries(together.map(({ name }) => [name, []])));
}

function schemesOf(openapi: JsonObject): JsonObject {
  const at = '/components/securitySchemes';
  const schemes = valueAt(openapi, at);
  const names = Object.keys(isObject(schemes) ? schemes : {});
  return Object.fromEntries(names.map((name) => [name, dereference(openapi, pointerTo(at, name)).value as Json])); // a part of the document
}
