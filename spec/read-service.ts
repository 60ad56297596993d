import { type Part, partsOf } from './anatomy';
import { ConfigurationError, type Fault } from './faults';
import { DISK, type Files } from './files';
import { isObject, type JsonObject } from './json';
import { KeptReadings, READINGS } from './kept-readings';
import { tellKinds } from './kinds';
import { applyOverlay } from './overlay';
import { Positions } from './positions';
import { readOperations } from './read-operations';
import { bundleReferences } from './references';
import type { Service } from './service';
import type { PointedFault } from './telling-errors';
import { upgradeToOpenApi31 } from './upgrade';
import { validityFaults } from './validity';
import { readYaml } from './yaml-source';

/** Where the document of a service is, and what is laid over it. */
export interface ServiceOptions {
  /** The OpenAPI document, 3.0 or 3.1, in YAML or JSON. */
  spec: string;
  /** OpenAPI Overlays, applied in their order. */
  overlays?: readonly string[];
  /** Where the files are read from; the disk unless given. */
  files?: Files;
}

/** The disk, and what `docent mock` has found out of the same files, so that a command that is over soon need not parse them. */
export function quickDisk(): Files {
  return { ...DISK, readings: new KeptReadings(READINGS) };
}

/**
 * Reads what a document says of a service.
 * @throws {ConfigurationError} with every fault of the document, each with its place; nothing is guessed
 */
export function readService({ spec, overlays = [], files: disk = DISK }: ServiceOptions): Service {
  const positions = new Positions();
  const document = openDocument(spec, positions, disk);
  for (const overlay of overlays) applyOverlay(document, overlay, positions, disk);
  const { files, faults: lost } = bundleReferences(document, spec, positions, disk);
  upgradeToOpenApi31(document);

  const placeOf = (pointer: string) => positions.placeOf(document, pointer);
  const placed = ({ pointer, message }: PointedFault): Fault => ({ place: placeOf(pointer), message });
  const parts = partsOf(document);
  const invalid = validityFaults(document, parts);
  forgetNames(parts);
  const isSound = lost.length + invalid.length === 0;
  if (isSound) tellKinds(document, parts);
  const { service, faults } = readOperations(document, isSound ? undefined : invalid);
  const all = [...lost, ...invalid.map(placed), ...faults.map(placed)];
  if (all.length > 0) refuse(spec, all);
  return { ...service, file: spec, files: [...files, ...overlays], openapi: document, placeOf };
}

/** Reads the file; what YAML aliases share becomes parts of their own, so that an overlay changes only what it names. */
function openDocument(spec: string, positions: Positions, files: Files): JsonObject {
  const { value } = readYaml(spec, positions, { files });
  const problem = versionProblem(value);
  if (isObject(value) && problem === undefined) return positions.copy(value);
  const place = isObject(value) ? positions.placeOf(value, 'swagger' in value ? '/swagger' : '/openapi') : `${spec}:1`;
  throw new ConfigurationError(`read ${spec}`, [{ place, message: problem ?? '' }]);
}

/**
 * Takes out, in place, by what names JSON Schema would find schemas: references are followed by file and pointer, and validators would
 * resolve them anew, and take no two schemas of one name.
 */
function forgetNames(parts: readonly Part[]): void {
  for (const { kind, value } of parts) {
    if (kind !== 'schema') continue;
    delete value.$id;
    delete value.$anchor;
  }
}

function versionProblem(value: unknown): string | undefined {
  const right = 'It has to begin with "openapi: 3.1.0" (or 3.0.x).';
  if (value === null || value === undefined) return `The file is empty. ${right}`;
  if (!isObject(value)) return `It is no OpenAPI document. ${right}`;
  if (value.swagger !== undefined) return `It is Swagger ${value.swagger}, which is not read. Convert it to OpenAPI 3.`;
  if (value.openapi === undefined) return `It is no OpenAPI document. ${right}`;
  if (typeof value.openapi === 'string' && /^3\.[01]\.\d/.test(value.openapi)) return undefined;
  return `"openapi: ${value.openapi}" is no version that is read. ${right}`;
}

/** Refuses the document, each fault once and in the order of the lines. */
function refuse(spec: string, faults: Fault[]): never {
  const lines = new Map(faults.map((fault) => [`${fault.place} ${fault.message}`, fault]));
  throw new ConfigurationError(`read ${spec}`, [...lines.values()].toSorted(byPlace));
}

function byPlace(a: Fault, b: Fault): number {
  return a.place.localeCompare(b.place, 'en', { numeric: true });
}
