import { ConfigurationError } from './faults';
import { isObject } from './json';
import { applyOverlay } from './overlay';
import { readOperations } from './read-operations';
import { bundleReferences } from './references';
import type { Service } from './service';
import { upgradeToOpenApi31 } from './upgrade';
import { validityFaults } from './validity';
import { Positions, readYaml } from './yaml-source';

export interface ServiceOptions {
  /** The OpenAPI document, 3.0 or 3.1, in YAML or JSON. */
  spec: string;
  /** OpenAPI Overlays, applied in their order. */
  overlays?: readonly string[];
}

/**
 * Reads what a document says of a service.
 * @throws {ConfigurationError} with every fault of the document, each with its place; nothing is guessed
 */
export function readService({ spec, overlays = [] }: ServiceOptions): Service {
  const positions = new Positions();
  const { value: document } = readYaml(spec, positions);
  if (!isObject(document) || !/^3\.[01]\./.test(String(document.openapi))) {
    const message = 'It is no OpenAPI document: it has to begin with "openapi: 3.1.0" (or 3.0).';
    throw new ConfigurationError(`read ${spec}`, [{ place: `${spec}:1`, message }]);
  }
  for (const overlay of overlays) applyOverlay(document, overlay, positions);
  upgradeToOpenApi31(document);
  const files = [...bundleReferences(document, spec, positions), ...overlays];

  const placeOf = (pointer: string) => positions.placeOf(document, pointer);
  // A document that breaks its own schema cannot be read further without guessing what was meant.
  const invalid = validityFaults(document);
  const { service, faults } = invalid.length > 0 ? { service: undefined, faults: invalid } : readOperations(document);
  if (service === undefined || faults.length > 0) {
    throw new ConfigurationError(
      `read ${spec}`,
      faults.map(({ pointer, message }) => ({ place: placeOf(pointer), message })),
    );
  }
  return { ...service, file: spec, files, openapi: document, placeOf };
}
