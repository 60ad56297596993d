import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type JsonObject, type LocatedSchema, type Service, withoutAssumptions } from '../spec';

const DOCUMENT = 'urn:docent:document';

/** Tells what is wrong with a value by a schema of the document, without what is only assumed, and without forbidding extra fields. */
export class SchemaOracle {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false, verbose: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor({ openapi }: Pick<Service, 'openapi'>) {
    addFormats(this.#ajv);
    this.#ajv.addSchema(withExtraFields(withoutAssumptions(openapi)), DOCUMENT);
  }

  /** One sentence a fault; none where the value conforms. */
  faultsOf(schema: LocatedSchema, value: unknown): string[] {
    const validate = this.#compiled.get(schema.pointer) ?? this.#compile(schema.pointer);
    return validate(value) ? [] : (validate.errors ?? []).map(sentenceOf);
  }

  conforms(schema: LocatedSchema, value: unknown): boolean {
    return this.faultsOf(schema, value).length === 0;
  }

  #compile(pointer: string): ValidateFunction {
    const validate = this.#ajv.compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` });
    this.#compiled.set(pointer, validate);
    return validate;
  }
}

/** A service may always send more than its documentation names. */
function withExtraFields(document: JsonObject): JsonObject {
  const text = JSON.stringify(document, (keyword, value) =>
    (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') && value === false ? undefined : value,
  );
  return JSON.parse(text) as JsonObject; // it has just been written
}

function sentenceOf({ instancePath, message, data, params }: ErrorObject): string {
  const at = instancePath === '' ? 'the body' : instancePath.slice(1).replaceAll('/', '.');
  const allowed = 'allowedValues' in params ? ` (${params.allowedValues.join(', ')})` : '';
  const shown = JSON.stringify(data) ?? 'nothing';
  // What is cut off is marked, by which a credential is known of which only the beginning is left.
  return `${at} ${message}${allowed}, but it is ${shown.length > 120 ? `${shown.slice(0, 120)}…` : shown}`;
}
