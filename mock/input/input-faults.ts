import {
  type Condition,
  fieldsOf,
  isObject,
  type JsonObject,
  type JsonSchema,
  type LocatedSchema,
  memberOf,
  membersOf,
  pointerTo,
  type Service,
  schemaAt,
  valueAt,
} from '../../spec';
import type { Exchange } from '../exchange';
import type { InputError, InputFault } from '../refusal';
import { listed, type Nonconformity, plainly, received, shown } from '../state/conformance';
import { validatorName } from './validator-document';
import { documentedRule } from './validator-schemas';

/** How express-openapi-validator reports one error. */
interface ValidatorError {
  /** A pointer such as `/query/limit` or `/body/dates/0`. */
  path: string;
  message: string;
  /** A schema keyword, such as `maximum.openapi.validation`. */
  errorCode?: string;
}

const PLACES: Record<string, InputError['in']> = {
  query: 'query',
  params: 'path',
  headers: 'header',
  cookies: 'cookie',
  body: 'body',
};

const UNKNOWN = ['additionalProperties', 'unevaluatedProperties'];

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/** Keywords that only say that others were broken, which are reported themselves. */
const CONSEQUENCES = ['if', 'allOf', 'anyOf', 'oneOf'];

/** How many faults of a part of one request are looked at; no reader wants more, and a body may have hundreds of thousands. */
export const MOST_FAULTS = 1000;

/**
 * What express-openapi-validator found wrong with the input of a request, in the document's words.
 * @throws the error itself where it is none of its findings
 */
export function inputFaultsOf(error: unknown, service: Service, exchange: Exchange): InputFault[] {
  const found = isFinding(error) ? error.errors : [];
  if (found.length === 0) throw error;
  const telling = found.filter(({ errorCode = '' }) => !CONSEQUENCES.includes(ruleOf(errorCode)));
  return (telling.length > 0 ? telling : found).slice(0, MOST_FAULTS).map((each) => toFault(each, service, exchange));
}

/** What a body's nonconformities are, as faults of a request. */
export function bodyFaultsOf(found: readonly Nonconformity[], body: unknown): InputFault[] {
  const telling = found.filter(({ rule }) => !CONSEQUENCES.includes(rule));
  return (telling.length > 0 ? telling : found).slice(0, MOST_FAULTS).map(({ pointer, rule, message }) => {
    const broken = isNullField(body, pointer) ? 'null-field' : 'invalid-body';
    const error = {
      in: 'body',
      pointer,
      rule,
      message: message.replace(/, but it is (?!missing)/, ', but it was '),
    } as const;
    return { condition: UNKNOWN.includes(rule) ? 'unknown-field' : broken, error };
  });
}

function isFinding(error: unknown): error is Error & { errors: ValidatorError[] } {
  return (
    error instanceof Error &&
    'status' in error &&
    error.status === 400 &&
    'errors' in error &&
    Array.isArray(error.errors)
  );
}

function toFault({ path, message, errorCode = '' }: ValidatorError, service: Service, exchange: Exchange): InputFault {
  const [root = ''] = membersOf(path);
  const place = PLACES[root] ?? 'body';
  const within = root in PLACES ? path.slice(root.length + 1) : ''; // otherwise it is the request's path
  const finding = { rule: documentedRule(ruleOf(errorCode), message), message, within };
  return place === 'body' ? bodyFault(finding, service, exchange) : parameterFault(place, finding, service, exchange);
}

interface Finding {
  rule: string;
  message: string;
  /** The pointer below the part of the request that it was found in. */
  within: string;
}

function bodyFault({ rule, message, within }: Finding, { openapi }: Service, { body, content }: Exchange): InputFault {
  const schema = content?.schema;
  const fault = (condition: Condition, text: string): InputFault => ({
    condition,
    error: { in: 'body', pointer: within, rule, message: text },
  });
  if (UNKNOWN.includes(rule)) {
    const unknown = unescapedField(body, within);
    const holder = schema && schemaWithin(openapi, schema, unknown.holder);
    const { error } = fault('unknown-field', unknownField(holder ? fieldsOf(openapi, holder).keys() : []));
    return { condition: 'unknown-field', error: { ...error, pointer: pointerTo(unknown.holder, unknown.name) } };
  }
  const text = sentence(rule, message, received(body, within), schema && schemaWithin(openapi, schema, within)?.value);
  return fault(isNullField(body, within) ? 'null-field' : 'invalid-body', text);
}

/** What is said of a field that the schema does not have. */
export function unknownField(known: Iterable<string>): string {
  return `is not a field that can be sent; known are ${[...known].join(', ') || 'none'}`;
}

/** Whether a pointer names a null that is a field's value, and no item of an array. */
function isNullField(body: unknown, pointer: string): boolean {
  if (pointer === '' || valueAt(body, pointer) !== null) return false;
  return isObject(valueAt(body, pointer.slice(0, pointer.lastIndexOf('/'))));
}

/** The validator appends an unknown field's name to the pointer of its holder as it is, slashes and tildes included. */
function unescapedField(body: unknown, path: string): { holder: string; name: string } {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const [holder, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (memberOf(valueAt(body, holder), name) !== undefined) return { holder, name };
  }
  return { holder: path, name: '' }; // nor does it append an empty name
}

function parameterFault(
  place: InputError['in'],
  { rule, message, within }: Finding,
  { openapi }: Service,
  exchange: Exchange,
): InputFault {
  const { operation, path } = exchange;
  const [found = ''] = membersOf(within);
  const sameName = (name: string) => {
    if (place === 'header') return name.toLowerCase() === found.toLowerCase();
    return (place === 'path' ? validatorName(name) : name) === found;
  };
  const parameter = operation.parameters.find((each) => each.in === place && sameName(each.name));
  const name = parameter?.name ?? found;
  const sent = sentIn(place, exchange);
  const value = place === 'path' ? path.get(name) : (valueAt(sent, within) ?? memberOf(sent, found));
  const schema = parameter && schemaWithin(openapi, parameter.schema, within.slice(pointerTo('', found).length));
  const text = sentence(rule, message, value === undefined ? undefined : shown(value), schema?.value);
  return { condition: parameterCondition(place, rule), error: { in: place, name, rule, message: text } };
}

/** The parameters of a place as the validator names them, where it says which part of one is at fault. */
function sentIn(place: InputError['in'], { query, headers, cookies }: Exchange): unknown {
  if (place === 'query') return query;
  return place === 'header' ? headers : cookies;
}

function parameterCondition(place: InputError['in'], rule: string): Condition {
  if (place === 'path') return 'malformed-identifier';
  return BOUNDS.includes(rule) ? 'query-out-of-range' : 'invalid-query';
}

/** What was expected and what was received. */
function sentence(rule: string, message: string, value: string | undefined, schema: JsonSchema | undefined): string {
  if (rule === 'required') return 'is required, but it is missing';
  const isListed = rule === 'enum' && Array.isArray(schema?.enum);
  const expected = isListed ? `must be one of ${listed(schema.enum)}` : plainly(message);
  return `${expected}${value === undefined ? '' : `, but it was ${value}`}`;
}

/** The schema of what a pointer names in a value of a schema, as far as its fields and items say. */
function schemaWithin(openapi: JsonObject, schema: LocatedSchema, pointer: string): LocatedSchema | undefined {
  return membersOf(pointer).reduce<LocatedSchema | undefined>((current, member) => {
    if (current === undefined) return undefined;
    const isItem = current.value.items !== undefined && /^\d+$/.test(member);
    return isItem ? schemaAt(openapi, pointerTo(current.pointer, 'items')) : fieldsOf(openapi, current).get(member);
  }, schema);
}

function ruleOf(errorCode: string): string {
  return (errorCode.split('.')[0] ?? '').replace('x-eov-', '') || 'style';
}
