import {
  type Condition,
  type LocatedSchema,
  memberOf,
  membersOf,
  pointerTo,
  possibleFieldsOf,
  type Service,
  valueAt,
} from '../../spec';
import type { Exchange } from '../exchange';
import type { InputError, InputFault } from '../refusal';
import { type Nonconformity, received } from '../state/conformance';
import { brokenCondition, schemasWithin, unknownCondition, unknownField } from './field-conditions';
import { type Finding, sentence, UNKNOWN } from './finding';
import { parameterFault } from './parameter-faults';
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
  const isConsequence = ({ errorCode = '' }: ValidatorError) => CONSEQUENCES.includes(ruleOf(errorCode));
  return tellingOf(found, isConsequence, (each) => toFault(each, service, exchange));
}

/** What a body's nonconformities are, as faults of a request. */
export function bodyFaultsOf(
  found: readonly Nonconformity[],
  { openapi }: Service,
  schema: LocatedSchema,
  body: unknown,
): InputFault[] {
  const isConsequence = ({ rule }: Nonconformity) => CONSEQUENCES.includes(rule);
  return tellingOf(found, isConsequence, ({ pointer, rule, message: text }) => {
    const message = text.replace(/, but it is (?!missing)/, ', but it was ');
    const condition = UNKNOWN.includes(rule)
      ? unknownCondition(openapi, schema, pointer)
      : brokenCondition(body, pointer);
    return { condition, error: { in: 'body', pointer, rule, message } };
  });
}

/**
 * The findings that tell what is wrong, as faults. Those that only say that others were found do not, nor that one schema has not a
 * field that another has: of alternatives it says which the body is not of. Where there is nothing else, they have to do.
 */
function tellingOf<Finding>(
  found: readonly Finding[],
  isConsequence: (finding: Finding) => boolean,
  toFault: (finding: Finding) => InputFault,
): InputFault[] {
  const faults = found
    .filter((finding) => !isConsequence(finding))
    .slice(0, MOST_FAULTS)
    .map(toFault);
  const telling = faults.filter(
    ({ condition, error }) => condition === 'unknown-field' || !UNKNOWN.includes(error.rule),
  );
  if (telling.length > 0) return telling;
  const consequences = found.filter(isConsequence).slice(0, MOST_FAULTS).map(toFault);
  return consequences.length > 0 ? consequences : faults;
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

function bodyFault(finding: Finding, { openapi }: Service, { body, content }: Exchange): InputFault {
  const { rule, within } = finding;
  const schema = content?.schema;
  const fault = (condition: Condition, text: string): InputFault => ({
    condition,
    error: { in: 'body', pointer: within, rule, message: text },
  });
  if (UNKNOWN.includes(rule)) {
    const { holder, name } = unescapedField(body, within);
    const pointer = pointerTo(holder, name);
    const known = schema ? schemasWithin(openapi, schema, holder) : [];
    const text = unknownField(new Set(known.flatMap((each) => [...possibleFieldsOf(openapi, each)])));
    const condition = schema ? unknownCondition(openapi, schema, pointer) : 'unknown-field';
    return { condition, error: { in: 'body', pointer, rule, message: text } };
  }
  const [described, ...others] = schema ? schemasWithin(openapi, schema, within) : [];
  const only = others.length === 0 ? described?.value : undefined;
  return fault(brokenCondition(body, within), sentence(finding, received(body, within), only));
}

/** The validator appends an unknown field's name to the pointer of its holder as it is, slashes and tildes included. */
function unescapedField(body: unknown, path: string): { holder: string; name: string } {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const [holder, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (memberOf(valueAt(body, holder), name) !== undefined) return { holder, name };
  }
  return { holder: path, name: '' }; // nor does it append an empty name
}

function ruleOf(errorCode: string): string {
  return (errorCode.split('.')[0] ?? '').replace('x-eov-', '') || 'style';
}
