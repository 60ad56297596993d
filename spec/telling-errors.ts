import type { ErrorObject } from 'ajv/dist/2020';
import { isObject, type Json, memberOf, membersOf, pointerTo } from './json';
import { BUNDLED } from './references';

/** A fault at a JSON Pointer of the document. */
export interface PointedFault {
  pointer: string;
  message: string;
}

/**
 * The errors that tell what is wrong, each once, as sentences. One mistake breaks many schemas; few of them are meant.
 * @param pointer where what was validated stands in the document
 */
export function tellingFaults(errors: ErrorObject[], pointer: string): PointedFault[] {
  const telling = errors.filter((error) => isTelling(error, errors));
  const faults = (telling.length > 0 ? telling : errors).map((error) => {
    const at = `${pointer}${error.instancePath}`;
    return { pointer: `${at}${memberNamedBy(error)}`, message: messageOf(error, nameOf(at)) };
  });
  return [...new Map(faults.map((fault) => [fault.pointer + fault.message, fault])).values()];
}

/** Errors that only say that another schema, whose errors stand beside them, did not match. */
const WRAPPERS = ['if', '$ref', '$dynamicRef', 'propertyNames'];

function isTelling(error: ErrorObject, errors: ErrorObject[]): boolean {
  const { keyword, instancePath } = error;
  if (WRAPPERS.includes(keyword)) return false;
  if (keyword === 'oneOf' || keyword === 'anyOf') return choicesOf(error) !== undefined;
  const others = errors.filter((other) => other !== error && !WRAPPERS.includes(other.keyword));
  const beside = others.filter((other) => other.instancePath === instancePath);
  const below = others.filter((other) => other.instancePath.startsWith(`${instancePath}/`));
  const alternatives = beside.filter((other) => other.keyword === 'oneOf' || other.keyword === 'anyOf');
  if (alternatives.some((choice) => choicesOf(choice)?.includes(String(error.params.missingProperty)))) return false;
  if (alternatives.some((choice) => choicesOf(choice) === undefined)) {
    // Which alternative was meant: the one whose fault lies deepest, else one of the right type.
    if (below.length > 0) return false;
    if (keyword === 'type' && beside.some((other) => !['type', 'anyOf', 'oneOf'].includes(other.keyword))) return false;
  }
  // Once a part of an object has failed, the validator takes its members for unknown.
  if (keyword === 'unevaluatedProperties' && isNamed(error)) return beside.every(isNamedMember) && below.length === 0;
  // What holds on a condition says little as long as the object is wrong on any.
  return !isConditional(error) || beside.every((other) => isConditional(other) || isNamedMember(other));
}

function isNamedMember(error: ErrorObject): boolean {
  return error.keyword === 'unevaluatedProperties' && isNamed(error);
}

/** Whether the member that the error calls unknown is one that the schema knows under some condition. */
function isNamed({ params, parentSchema }: ErrorObject): boolean {
  return knownIn(parentSchema).includes(String(params.unevaluatedProperty));
}

function isConditional({ schemaPath }: ErrorObject): boolean {
  return /\/then\/|\/styles-for-/.test(schemaPath);
}

/** The members of which a schema demands one, where that is what its `oneOf` or `anyOf` says. */
function choicesOf({ schema }: ErrorObject): string[] | undefined {
  const choices = Array.isArray(schema) ? schema.map((choice) => memberOf(choice, 'required')) : [];
  return choices.length > 0 && choices.every(Array.isArray) ? choices.flat().map(String) : undefined;
}

/** The member that an error is about, where it is about one that should not be there. */
function memberNamedBy({ params, propertyName }: ErrorObject): string {
  const member = params.additionalProperty ?? params.unevaluatedProperty ?? propertyName;
  return typeof member === 'string' ? pointerTo('', member) : '';
}

function messageOf(error: ErrorObject, name: string): string {
  if (error.propertyName !== undefined)
    return `The name "${error.propertyName}" may have only letters, digits, ".", "-" and "_".`;
  const sentence = Object.hasOwn(SENTENCES, error.keyword) ? SENTENCES[error.keyword] : undefined;
  return sentence?.(error, name) ?? `${name} ${error.message}.`;
}

/** A sentence on an error, and on what stands there by its name. */
type Sentence = (error: ErrorObject, name: string) => string;

const UNKNOWN: Sentence = ({ params, parentSchema }, name) =>
  unknownMember(String(params.additionalProperty ?? params.unevaluatedProperty), name, parentSchema);

const CHOICE: Sentence = (error, name) => {
  const choices = choicesOf(error)?.join(', ');
  return Array.isArray(error.params.passingSchemas)
    ? `${name} may have only one of ${choices}.`
    : `${name} needs one of ${choices}.`;
};

const EMPTY: Sentence = (_error, name) => `${name} must not be empty.`;

/** What is wrong where a keyword of JSON Schema is broken; a keyword that is not here has what Ajv says of it. */
const SENTENCES: Record<string, Sentence> = {
  required: ({ params }, name) => `"${params.missingProperty}" is missing in ${name}.`,
  additionalProperties: UNKNOWN,
  unevaluatedProperties: UNKNOWN,
  enum: ({ data, params }, name) =>
    `${JSON.stringify(data)} is not known for ${name}. Known are ${params.allowedValues.join(', ')}.`,
  const: ({ data, params }, name) =>
    `${name} must be ${JSON.stringify(params.allowedValue)}, but it is ${JSON.stringify(data)}.`,
  type: ({ data, params }, name) => `${name} must be ${typeName(params.type)}, but it is ${nameOfValue(data)}.`,
  oneOf: CHOICE,
  anyOf: CHOICE,
  not: ({ schema }, name) =>
    `${name} may not have ${[memberOf(schema, 'required')].flat().map(String).join(' and ')} together.`,
  minProperties: EMPTY,
  minItems: EMPTY,
  minLength: EMPTY,
  uniqueItems: ({ data, params }, name) => `${name} has ${JSON.stringify(memberOf(data, String(params.i)))} twice.`,
  format: ({ data, params }, name) =>
    `${name} must be ${withArticle(String(params.format))}, but it is ${JSON.stringify(data)}.`,
  pattern: ({ data, params }, name) => `${name} ${JSON.stringify(data)} does not match ${params.pattern}.`,
};

/** The name of a type or a format as a sentence has it; "uri" and "uuid" begin with the sound of a consonant. */
export function withArticle(name: string): string {
  return name === 'null' ? name : `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** What would be right in place of an unknown member, where listing the known ones would not say it. */
const NAMING: Record<string, string> = {
  'paths-object': 'A path begins with "/".',
  'responses-object': 'A response is named by its status code ("404"), a range of them ("4XX") or "default".',
};

function unknownMember(member: string, name: string, schema: ErrorObject['parentSchema']): string {
  const known = knownIn(schema);
  if (known.includes(member)) return `"${member}" may not stand in this ${name}.`;
  const [, object = ''] = /#(.*)$/.exec(String(schema?.$comment)) ?? [];
  const right = NAMING[object] ?? (known.length > 0 ? `Known are ${known.join(', ')}.` : '');
  return `"${member}" is not known here. ${right}`.trim();
}

/** Every member that a schema names, those included that it allows on a condition only. */
function knownIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const found = Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'properties' && isObject(value)) return Object.keys(value);
    if (keyword === '$ref' && typeof value === 'string' && value.endsWith('/examples')) return ['example', 'examples'];
    const isElsewhere = keyword === 'if' || (keyword === '$defs' && '$id' in schema);
    return isElsewhere ? [] : knownIn(value);
  });
  return [...new Set(found)];
}

/** What stands at a pointer, by its name; an item of a list by the list's. */
function nameOf(pointer: string): string {
  const members = membersOf(pointer);
  const last = members.at(-1);
  if (last === undefined) return 'the document';
  if (members.at(-2) === BUNDLED) return 'the file';
  if (members.at(-2) === 'responses') return `response ${last}`;
  return /^\d+$/.test(last) && members.length > 1 ? `item ${Number(last) + 1} of ${members.at(-2)}` : last;
}

const TYPES: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'empty',
};

function typeName(types: string | string[]): string {
  return [types]
    .flat()
    .map((type) => TYPES[type] ?? type)
    .join(' or ');
}

function nameOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return value === null ? 'empty' : JSON.stringify(value as Json); // what was validated is JSON
}
