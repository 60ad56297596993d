import type { Kind, Part } from './anatomy';
import validators from './compiled-schemas';
import { isObject, type Json, type JsonObject, memberOf, pointerTo } from './json';
import { BUNDLED } from './references';
import { type PointedFault, tellingFaults } from './telling-errors';

/**
 * What the OpenAPI 3.1 schema, the JSON Schema meta-schema and the `x-docent` schema object to in a document.
 * @param parts those of the document, as `partsOf` finds them
 */
export function validityFaults(document: JsonObject, parts: readonly Part[]): PointedFault[] {
  return [
    ...faultsOf('document', document, ''),
    ...parts.filter(isOutsideOpenApi).flatMap(({ kind, pointer, value }) => {
      return faultsOf(kind, value, pointer);
    }),
    ...parts.filter(isWholeSchema).flatMap(({ pointer, value }) => faultsOf('schema', value, pointer)),
    ...parts.flatMap(schemaFaults),
    ...anchorFaults(parts),
    ...parts.flatMap(extensionFaults),
    ...misplacedExtensions(document, new Set(parts.map(({ value }) => value))),
  ];
}

/** Whether OpenAPI's own schema, applied to the whole document, does not see the object, as it stands below an extension. */
function isOutsideOpenApi({ kind, pointer, value }: Part): boolean {
  const outside = pointer.startsWith(`/${BUNDLED}/`) || pointer.startsWith('/x-docent/');
  return outside && kind !== 'schema' && typeof value.$ref !== 'string';
}

/** Whether a schema is not part of another that is validated with it. */
function isWholeSchema({ kind, within }: Part): boolean {
  return kind === 'schema' && within !== 'schema';
}

/** What the meta-schema lets pass, although nothing could be held against it. */
function schemaFaults({ kind, pointer, value }: Part): PointedFault[] {
  if (kind !== 'schema') return [];
  const { pattern, patternProperties, enum: values, nullable } = value;
  const faults = Object.keys(isObject(patternProperties) ? patternProperties : {}).flatMap((name) =>
    patternFaults(name, pointerTo(pointer, 'patternProperties', name)),
  );
  if (typeof pattern === 'string') faults.push(...patternFaults(pattern, pointerTo(pointer, 'pattern')));
  if (Array.isArray(values) && values.length === 0)
    faults.push({ pointer: pointerTo(pointer, 'enum'), message: 'It lists no value, so that none would be valid.' });
  // Those that are true or false were understood when the document was read as OpenAPI 3.1.
  if (nullable !== undefined)
    faults.push({ pointer: pointerTo(pointer, 'nullable'), message: 'It must be true or false.' });
  return faults;
}

/** The meta-schema calls a pattern a regular expression, which Ajv does not look at in meta-schemas. */
function patternFaults(pattern: string, pointer: string): PointedFault[] {
  try {
    new RegExp(pattern, 'u');
    return [];
  } catch (cause) {
    return [{ pointer, message: `It is no pattern: ${(cause as Error).message}.` }];
  }
}

/**
 * Anchors that stand twice: a document is one schema resource, as its `$id`s are not heeded, and an anchor has to be unique in one
 * (JSON Schema 2020-12, section 8.2.2).
 */
function anchorFaults(parts: readonly Part[]): PointedFault[] {
  const seen = new Set<string>();
  return parts.flatMap(({ kind, pointer, value: { $dynamicAnchor: name } }) => {
    if (kind !== 'schema' || typeof name !== 'string') return [];
    const isFirst = !seen.has(name);
    seen.add(name);
    const message = `$dynamicAnchor "${name}" stands twice, so that a $dynamicRef to it could mean either. Name one otherwise.`;
    return isFirst ? [] : [{ pointer: pointerTo(pointer, '$dynamicAnchor'), message }];
  });
}

/** At which kinds of object `x-docent` has a meaning; each has a definition of its name in the vocabulary. */
const EXTENDED: Kind[] = ['document', 'operation', 'response', 'schema'];

function extensionFaults({ kind, pointer, value }: Part): PointedFault[] {
  const extension = memberOf(value, 'x-docent') as Json | undefined; // a member of a Json object
  const place = pointerTo(pointer, 'x-docent');
  if (extension === undefined) return [];
  if (!EXTENDED.includes(kind)) return [{ pointer: place, message: MISPLACED }];
  if (kind === 'response' && typeof value.$ref === 'string') {
    return [{ pointer: place, message: 'Beside a $ref "x-docent" is ignored. Write it on the response itself.' }];
  }
  const faults = faultsOf(`x-docent ${kind}`, extension, place);
  return kind === 'schema' && faults.length === 0 ? assumedFaults(value, extension, place) : faults;
}

function assumedFaults(schema: JsonObject, extension: Json, place: string): PointedFault[] {
  const assumed = memberOf(extension, 'assumed');
  const absent = Array.isArray(assumed) ? assumed.filter((keyword) => !Object.hasOwn(schema, String(keyword))) : [];
  return absent.map((keyword) => ({
    pointer: pointerTo(place, 'assumed'),
    message: `"${keyword}" is marked as assumed, but the schema has no such keyword.`,
  }));
}

const MISPLACED = '"x-docent" has no meaning here. It belongs to the root, an operation, a response or a schema.';
/** Members whose values are data of the service, which may look like anything. */
const DATA = ['example', 'examples', 'default', 'enum', 'const', 'value'];

/** Every `x-docent` that stands on none of the objects that OpenAPI knows, such as the list of responses. */
function misplacedExtensions(document: JsonObject, known: Set<JsonObject>): PointedFault[] {
  const faults: PointedFault[] = [];
  visit(document, '');
  return faults;

  function visit(value: unknown, pointer: string): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [member, child] of Object.entries(value)) {
      const at = pointerTo(pointer, member);
      if (member === 'x-docent' && isObject(value) && !known.has(value))
        faults.push({ pointer: at, message: MISPLACED });
      else if (at !== `/${BUNDLED}` && !DATA.includes(member)) visit(child, at);
    }
  }
}

/** @param name of a compiled schema */
function faultsOf(name: string, value: unknown, pointer: string): PointedFault[] {
  const validate = validators[name];
  if (validate === undefined) throw new Error(`There is no schema ${name}.`);
  return validate(value) ? [] : tellingFaults(validate.errors ?? [], pointer);
}
