import { type Fault, layersOf, type Parameter, pointerTo, type Service } from '../../spec';
import type { Conformance } from '../state/conformance';

/** Parameters whose default their own schema forbids, so that every request without them would be refused. */
export function defaultFaults(service: Service, conformance: Conformance): Fault[] {
  const parameters = service.operations.flatMap((operation) => operation.parameters);
  const distinct = new Map(parameters.map((parameter) => [parameter.pointer, parameter]));
  return [...distinct.values()].flatMap((parameter) => faultsOf(service, conformance, parameter));
}

function faultsOf({ openapi, placeOf }: Service, conformance: Conformance, parameter: Parameter): Fault[] {
  const { name, schema, default: value } = parameter;
  if (value === undefined) return [];
  const holder = layersOf(openapi, schema).find((layer) => Object.hasOwn(layer.value, 'default')) ?? schema;
  const place = placeOf(pointerTo(holder.pointer, 'default'));
  return conformance
    .check(schema, value)
    .map(({ message }) => ({ place, message: `The default of the parameter ${name} ${message}.` }));
}
