import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import {
  copyOf,
  fieldsOf,
  fragmentOf,
  isObject,
  type JsonObject,
  keywordOf,
  type LocatedSchema,
  layersOf,
  partsOf,
  type Service,
  schemaAt,
  typesOf,
  valueAt,
  withoutAssumptions,
  withoutNames,
} from '../../spec';
import { alternativesOf } from './alternatives';

const DOCUMENT = 'urn:docent:document';

/**
 * Tells what is wrong with a value by a schema of the document, without what is only assumed, and of answers without forbidding extra
 * fields.
 * What is required takes no effect on answers where it is only written, nor on requests where it is only read (OpenAPI 3.0.3 and
 * JSON Schema Validation 2020-12, section 9.4).
 */
export class SchemaOracle {
  readonly #document: JsonObject;
  readonly #asserted: JsonObject;
  readonly #answers: Judge;
  readonly #requests: Judge;
  static readonly #ofServices = new WeakMap<object, SchemaOracle>();
  /** By the pointer of a schema. */
  readonly #shownOtherwise = new Map<string, boolean>();

  constructor({ openapi }: Pick<Service, 'openapi'>) {
    const strict = withoutAssumptions(openapi);
    const asserted = withExtraFields(strict);
    this.#document = openapi;
    this.#asserted = asserted;
    const [shown, sent] = [withoutRequiring(asserted, 'writeOnly'), withoutRequiring(strict, 'readOnly')];
    this.#answers = new Judge(shown);
    this.#requests = sent === shown ? this.#answers : new Judge(sent);
  }

  /** The oracle of a service, made once: what it has compiled serves whoever asks. */
  static of(service: Pick<Service, 'openapi'>): SchemaOracle {
    const made = SchemaOracle.#ofServices.get(service) ?? new SchemaOracle(service);
    SchemaOracle.#ofServices.set(service, made);
    return made;
  }

  /**
   * What is wrong with a value in an answer, one sentence a fault; none where the value conforms.
   * @param whole what the sentences call the value
   */
  faultsOf(schema: LocatedSchema, value: unknown, whole = 'the body'): string[] {
    return this.#answers.errorsOf(schema, value).map((error) => sentenceOf(error, whole));
  }

  /** Whether a request may carry a value. */
  maySend(schema: LocatedSchema, value: unknown): boolean {
    return this.#requests.errorsOf(schema, value).length === 0;
  }

  /** Whether the document says that a value may be null, and does not merely assume it or leave it open. */
  saysNull({ pointer }: LocatedSchema): boolean {
    const schema = schemaAt(this.#asserted, pointer);
    const isNamed = [schema, ...alternativesOf(this.#asserted, schema)].some(
      (each) =>
        typesOf(this.#asserted, each).includes('null') ||
        [keywordOf(this.#asserted, each, 'const'), keywordOf(this.#asserted, each, 'enum')].flat().includes(null),
    );
    return isNamed && this.maySend(schema, null);
  }

  /** Whether a part of a value, at any depth, is only read or only written, so that what is sent is not what is shown. */
  isShownOtherwise({ pointer }: LocatedSchema): boolean {
    const known = this.#shownOtherwise.get(pointer);
    if (known !== undefined) return known;
    const parts = partsOf(this.#document, { kind: 'schema', ...schemaAt(this.#document, pointer) });
    const isOtherwise = parts.some(({ value }) => value.readOnly === true || value.writeOnly === true);
    this.#shownOtherwise.set(pointer, isOtherwise);
    return isOtherwise;
  }
}

/** Judges values by the schemas of one document. */
class Judge {
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateSchema: false,
    logger: false,
    verbose: true,
    multipleOfPrecision: 9, // 19.99 is a multiple of 0.01, which a division of binary fractions denies
  });
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #document: JsonObject;

  constructor(document: JsonObject) {
    this.#document = document;
    addFormats(this.#ajv);
    this.#ajv.addSchema(withoutNames(document), DOCUMENT);
  }

  errorsOf(schema: LocatedSchema, value: unknown): ErrorObject[] {
    const validate = this.#compiled.get(schema.pointer) ?? this.#compile(schema.pointer);
    return validate(value) ? [] : (validate.errors ?? []);
  }

  #compile(pointer: string): ValidateFunction {
    // A schema that is not there allows anything.
    const isThere = valueAt(this.#document, pointer) !== undefined;
    const validate = this.#ajv.compile(isThere ? { $ref: `${DOCUMENT}${fragmentOf(pointer)}` } : {});
    this.#compiled.set(pointer, validate);
    return validate;
  }
}

/** A service may always send more than its documentation names; the document itself where it forbids that nowhere. */
function withExtraFields(document: JsonObject): JsonObject {
  let forbids = false;
  const text = JSON.stringify(document, (keyword, value) => {
    const isForbidding = (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') && value === false;
    forbids ||= isForbidding;
    return isForbidding ? undefined : value;
  });
  return forbids ? (JSON.parse(text) as JsonObject) : document; // it has just been written
}

/** The document with no field required that it marks as only read or only written; itself where it marks none. */
function withoutRequiring(document: JsonObject, mark: 'readOnly' | 'writeOnly'): JsonObject {
  if (!JSON.stringify(document).includes(`"${mark}":true`)) return document;
  const changed = copyOf(document);
  for (const { kind, pointer, value } of partsOf(document)) {
    if (kind !== 'schema') continue;
    const fields = [...fieldsOf(document, { pointer, value })];
    const marked = fields.filter(([, field]) => keywordOf(document, field, mark) === true).map(([name]) => name);
    // What one schema of an `allOf` requires, another may describe.
    for (const layer of marked.length > 0 ? layersOf(document, { pointer, value }) : []) {
      const copy = valueAt(changed, layer.pointer);
      if (isObject(copy) && Array.isArray(copy.required))
        copy.required = copy.required.filter((name) => !marked.includes(String(name)));
    }
  }
  return changed;
}

function sentenceOf({ instancePath, message, data, params }: ErrorObject, whole: string): string {
  const at = instancePath === '' ? whole : instancePath.slice(1).replaceAll('/', '.');
  const allowed = 'allowedValues' in params ? ` (${params.allowedValues.join(', ')})` : '';
  const shown = JSON.stringify(data) ?? 'nothing';
  // What is cut off is marked, by which a credential is known of which only the beginning is left.
  return `${at} ${message}${allowed}, but it is ${shown.length > 120 ? `${shown.slice(0, 120)}…` : shown}`;
}
