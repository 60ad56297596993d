import type { Json, JsonObject, Service } from '../../spec';
import { serviceOf } from './tool-shed';

/** For tests: what the document says of a list, and of what else there is. */
export interface ListDocument {
  /** What the list means, beside that it is one. */
  meaning: JsonObject;
  parameters?: Json[];
  /** The schema of an entry. */
  items: JsonObject;
  /** Other paths of the document. */
  paths?: JsonObject;
}

/** For tests: the service of a document whose first operation is a list of tools. */
export function listService({ meaning, parameters = [], items, paths = {} }: ListDocument): Service {
  const get = {
    operationId: 'listTools',
    'x-docent': { action: 'list', resource: 'tools', ...meaning },
    parameters,
    responses: {
      200: { description: 'Tools.', content: { 'application/json': { schema: { type: 'array', items } } } },
    },
  };
  return serviceOf({
    openapi: '3.1.0',
    info: { title: 'Shed', version: '1' },
    paths: { '/tools': { get }, ...paths },
  });
}
