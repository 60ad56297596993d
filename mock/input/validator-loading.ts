import { OpenApiSpecLoader, type Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader';
import { isObject, type JsonObject, type Service } from '../../spec';
import { validatorTemplate } from './validator-document';

/**
 * What express-openapi-validator makes of a document before it validates by it. Its own loader compiles the schema of OpenAPI each
 * time, which takes longer than all the rest of a start; a document in one piece, which the reader has validated, does not need it.
 */
export async function loadForValidator(service: Service, document: JsonObject): Promise<Spec> {
  const apiDoc = structuredClone(document) as unknown as Spec['apiDoc']; // its own, which it changes
  if (refersToComponentsAlone(document))
    return { apiDoc, basePaths: [''], routes: routesOf(service), serial: nextSerial() };
  return new OpenApiSpecLoader({ apiDoc, validateApiSpec: false }).load();
}

function refersToComponentsAlone(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(refersToComponentsAlone);
  if (!isObject(value)) return true;
  const { $ref } = value;
  const isFurther = typeof $ref === 'string' && !/^#\/components\/[^/]+\/[^/]+$/.test($ref);
  return !isFurther && Object.values(value).every(refersToComponentsAlone);
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

/** The validator tells documents apart by a number; its own loader counts upwards. */
function nextSerial(): number {
  serial -= 1;
  return serial;
}
