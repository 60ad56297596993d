import {
  type Condition,
  fieldsOf,
  type JsonObject,
  type JsonSchema,
  type LocatedSchema,
  membersOf,
  pointerTo,
  type Service,
  schemaAt,
  valueAt,
} from '../spec';
import { schemaOf } from './body-schema';
import { plainly, received, shown } from './conformance';
import type { Exchange } from './exchange';
import type { InputError, InputFault } from './refusal';

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

/**
 * What express-openapi-validator found wrong with the input of a request, in the document's words.
 * @throws the error itself where it is none of its findings
 */
export function inputFaultsOf(error: unknown, service: Service, exchange: Exchange): InputFault[] {
  const found = isFinding(error) ? error.errors : [];
  if (found.length === 0) throw error;
  const telling = found.filter(({ errorCode = '' }) => !CONSEQUENCES.includes(ruleOf(errorCode)));
  return (telling.length > 0 ? telling : found).map((each) => toFault(each, service, exchange));
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
  const finding = { rule: ruleOf(errorCode), message, within: path.slice(root.length + 1) };
  return place === 'body' ? bodyFault(finding, service, exchange) : parameterFault(place, finding, exchange);
}

interface Finding {
  rule: string;
  message: string;
  /** The pointer below the part of the request that it was found in. */
  within: string;
}

function bodyFault(
  { rule, message, within }: Finding,
  { openapi }: Service,
  { operation, body }: Exchange,
): InputFault {
  const schema = schemaOf(operation);
  const fault = (condition: Condition, text: string): InputFault => ({
    condition,
    error: { in: 'body', pointer: within, rule, message: text },
  });
  if (UNKNOWN.includes(rule)) {
    const holder = schema && schemaWithin(openapi, schema, within.slice(0, within.lastIndexOf('/')));
    const known = holder ? [...fieldsOf(openapi, holder).keys()].join(', ') : '';
    return fault('unknown-field', `is not a field that can be sent; known are ${known || 'none'}`);
  }
  const text = sentence(rule, message, received(body, within), schema && schemaWithin(openapi, schema, within)?.value);
  return fault(within !== '' && valueAt(body, within) === null ? 'null-field' : 'invalid-body', text);
}

function parameterFault(
  place: InputError['in'],
  { rule, message, within }: Finding,
  { operation, query, path }: Exchange,
): InputFault {
  const [found = ''] = membersOf(within);
  const sameName = (name: string) => (place === 'header' ? name.toLowerCase() === found.toLowerCase() : name === found);
  const parameter = operation.parameters.find((each) => each.in === place && sameName(each.name));
  const name = parameter?.name ?? found;
  const value = {
    query: () => received(query, within),
    path: () => shown(path.get(name)),
    header: () => 'otherwise',
    cookie: () => 'otherwise',
  };
  const text = sentence(rule, message, value[place as keyof typeof value](), parameter?.schema.value);
  return { condition: parameterCondition(place, rule), error: { in: place, name, rule, message: text } };
}

function parameterCondition(place: InputError['in'], rule: string): Condition {
  if (place === 'path') return 'malformed-identifier';
  return BOUNDS.includes(rule) ? 'query-out-of-range' : 'invalid-query';
}

/** What was expected and what was received. */
function sentence(rule: string, message: string, value: string, schema: JsonSchema | undefined): string {
  if (rule === 'required') return 'is required, but it is missing';
  const values =
    rule === 'enum' && Array.isArray(schema?.enum)
      ? `: ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`
      : '';
  return `${plainly(message)}${values}, but it was ${value}`;
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
  return errorCode.split('.')[0] ?? '';
}
