import type { Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader';
import type { JsonObject, Service } from '../../spec';
import { validatorTemplate } from './validator-document';

/**
 * What express-openapi-validator makes of a document before it validates by it. Its own loader compiles the schema of OpenAPI each
 * time, which takes longer than all the rest of a start.
 * @param document what `validatorDocument` has made, which the validator changes
 */
export function loadForValidator(service: Service, document: JsonObject): Spec {
  const apiDoc = document as unknown as Spec['apiDoc'];
  return { apiDoc, basePaths: [''], routes: routesOf(service), serial: nextSerial() };
}

function routesOf(service: Service): Spec['routes'] {
  return service.operations.map((operation) => {
    const openApiRoute = validatorTemplate(service, operation);
    const pathParams = [...openApiRoute.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const expressRoute = openApiRoute.replace(/\{([^}]+)\}/g, ':$1');
    return { basePath: '', openApiRoute, expressRoute, method: operation.method, pathParams };
  });
}

let serial = 0;

/** The validator tells documents apart by a number. */
function nextSerial(): number {
  serial += 1;
  return serial;
}
