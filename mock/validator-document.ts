import { answerTo, isObject, type Json, type JsonObject, mapObjects, type Service, valueAt } from '../spec';

/**
 * The document as express-openapi-validator should read it. Four things differ, each because of what it would do otherwise:
 * servers are left out (it would validate nothing outside their base paths), query parameters may hold reserved characters (it would refuse
 * `12:30`, which RFC 3986 allows in a query), parameter schemas stand in place (it parses values of referenced ones as JSON), and operations that
 * accept a missing credential have no security.
 */
export function validatorDocument(service: Service): JsonObject {
  const document = mapObjects(service.openapi, (object) => {
    const { servers: _servers, ...rest } = object;
    return isParameter(rest) ? readableParameter(service, rest) : rest;
  });
  for (const operation of service.operations) {
    const target = valueAt(document, operation.pointer);
    if (isObject(target) && !answerTo(service, operation, 'missing-credential').refused) target.security = [];
  }
  return document;
}

function isParameter({ in: place, name, schema }: JsonObject): boolean {
  return typeof place === 'string' && typeof name === 'string' && isObject(schema);
}

function readableParameter(service: Service, parameter: JsonObject): JsonObject {
  const schema =
    isObject(parameter.schema) && typeof parameter.schema.$ref === 'string'
      ? referenced(service, parameter.schema.$ref)
      : parameter.schema;
  return {
    ...parameter,
    ...(schema === undefined ? {} : { schema }),
    ...(parameter.in === 'query' ? { allowReserved: true } : {}),
  };
}

function referenced(service: Service, reference: string): Json | undefined {
  const target = valueAt(service.openapi, reference) as Json | undefined; // the reader has followed every reference
  return isObject(target) && typeof target.$ref === 'string' ? referenced(service, target.$ref) : target;
}
