import Ajv2020 from 'ajv/dist/2020';
import {
  ConfigurationError,
  type Fault,
  isObject,
  type LocatedSchema,
  pointerTo,
  type Service,
  valueAt,
} from '../spec';
import type { Conformance } from './conformance';

/**
 * Refuses a document with a schema that no value can be held against, since nothing can be said of requests then.
 * @throws {ConfigurationError} with every such schema and its place
 */
export function requireUsableSchemas(service: Service, conformance: Conformance): void {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  ajv.addFormat('regex', isPattern);
  const faults = schemasOf(service).flatMap((schema): Fault[] => {
    const fault = (pointer: string, message: string) => ({ place: service.placeOf(pointer), message });
    if (ajv.validateSchema(schema.value)) {
      const message = conformance.faultOf(schema);
      return message === undefined ? [] : [fault(schema.pointer, `The schema cannot be used: ${message}.`)];
    }
    return (ajv.errors ?? [])
      .filter(({ keyword }) => keyword !== 'anyOf')
      .map(({ instancePath, message }) => {
        const shown = JSON.stringify(valueAt(schema.value, instancePath));
        const name = instancePath.slice(instancePath.lastIndexOf('/') + 1);
        return fault(schema.pointer + instancePath, `${name} ${message}, but it is ${shown}.`);
      });
  });
  const distinct = new Map(faults.map((fault) => [`${fault.place} ${fault.message}`, fault]));
  if (distinct.size > 0) throw new ConfigurationError(`read ${service.file}`, [...distinct.values()]);
}

/** Every schema by which a message is judged, and those that they may refer to. */
function schemasOf({ operations, openapi }: Service): LocatedSchema[] {
  const shared = valueAt(openapi, '/components/schemas');
  const located = Object.entries(isObject(shared) ? shared : {}).flatMap(([name, value]) =>
    isObject(value) ? [{ pointer: pointerTo('/components/schemas', name), value }] : [],
  );
  const used = operations.flatMap(({ parameters, body, answers }) => [
    ...parameters.map(({ schema }) => schema),
    ...[...(body?.content ?? []), ...answers.flatMap(({ content }) => content)].flatMap(({ schema }) => schema ?? []),
  ]);
  return [...new Map([...located, ...used].map((schema) => [schema.pointer, schema])).values()];
}

/** Whether a text is a pattern as JSON Schema asks for it: of ECMA-262, with the flag u. */
function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}
