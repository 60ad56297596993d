import type { Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader';
import type { JsonObject, Service } from '../../spec';
import { validatorTemplate } from './validator-document';

/** By its number the validator knows whose responses it validates. Here it validates none, and its own loader begins with 1. */
const NO_SERIAL = 0;

/**
 * What express-openapi-validator makes of a document before it validates by it. Its own loader compiles the schema of OpenAPI each
 * time, which takes longer than all the rest of a start.
 * @param document what `validatorDocument` has made, which the validator changes
 */
export function loadForValidator(service: Service, document: JsonObject): Spec {
  const apiDoc = document as unknown as Spec['apiDoc'];
  return { apiDoc, basePaths: [''], routes: routesOf(service), serial: NO_SERIAL };
}

function routesOf(service: Service): Spec['routes'] {
  return service.operations.map((operation) => {
    const openApiRoute = validatorTemplate(service, operation);
    const pathParams = [...openApiRoute.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const expressRoute = openApiRoute.replace(/\{([^}]+)\}/g, ':$1');
    return { basePath: '', openApiRoute, expressRoute, method: operation.method, pathParams };
  });
}
