import type { Request, Response } from 'express';
import {
  answerTo,
  CONDITION_NAMES,
  type Condition,
  copyOf,
  isObject,
  membersOf,
  type Operation,
  type Service,
} from '../../spec';
import { accept, begunExchange, type Exchange } from '../exchange';
import { type InputFault, Refusal } from '../refusal';
import { shown } from '../state/conformance';
import { withDeepObjects } from './deep-objects';
import { withExplodedObjects } from './exploded-objects';
import { headerFaults } from './header-spelling';
import { encodingFaults, type Query, queryFaults, withoutFaulty } from './query';
import { type Input, isRepairable, repair, withNulls } from './repairs';
import { readBody } from './request-body';
import type { RequestValidator } from './request-validator';
import { unknownFields } from './unknown-fields';
import { fromValidatorQuery, toValidatorQuery } from './validator-query';

/**
 * Reads and validates the query and the body of a request into its exchange. Conditions that the document answers with a success
 * are put right as it is written there, for example a `limit` that is moved to the nearest bound.
 * @throws {Refusal} with all faults of the input, as the condition that wins among theirs
 */
export async function readInput(
  service: Service,
  validator: RequestValidator,
  request: Request,
  response: Response,
): Promise<void> {
  const exchange = begunExchange(response);
  const { operation } = exchange;
  const { query, unreadable: inQuery } = readQuery(service, operation, request);
  const unreadable = [...exchange.pathFaults, ...inQuery, ...headerFaults(service, exchange)];
  exchange.query = query;
  const takesAnyMediaType = accepts(service, operation, 'unsupported-media-type');
  await readBody(request, response, { takesAnyMediaType });

  const input = { query, body: exchange.body };
  const judge: Judge = (judged) =>
    validate(validator, request, response, toValidatorQuery(operation, judged.query), judged.body);
  const faults = await faultsOf(service, exchange, input, unreadable, judge);
  if (faults.length > 0) exchange.body = await putRight(service, exchange, input, faults, judge);
  exchange.query = fromValidatorQuery(operation, request.query);
}

/** Holds an input against the document. */
type Judge = (input: Input) => Promise<InputFault[]>;

/** The query with each object in one piece, and what is wrong with it before its values are held against their schemas. */
function readQuery(
  service: Service,
  operation: Operation,
  request: Request,
): { query: Query; unreadable: InputFault[] } {
  const malformed = encodingFaults(request.url);
  const deep = withDeepObjects(service, operation, withoutFaulty(request.query, malformed));
  const query = withExplodedObjects(service, operation, deep);
  return { query, unreadable: [...malformed, ...queryFaults(service, operation, query)] };
}

/** Every fault of an input, each place once. */
async function faultsOf(
  service: Service,
  { operation, content }: Exchange,
  input: Input,
  unreadable: InputFault[],
  judge: Judge,
): Promise<InputFault[]> {
  const { query, body } = input;
  const noObject = bodyFaults(operation, body);
  const unknown = unknownFields(service, content?.schema, body);
  const found = await judge({ query, body: noObject ? {} : body });
  const invalid = noObject ? [...found.filter(({ error }) => error.in !== 'body'), noObject] : found;
  const all = [...unreadable, ...invalid.filter(isNotAmong(unreadable)), ...unknown.filter(isNotAmong(invalid))];
  return withoutConsequences(operation, input, all, judge);
}

/**
 * The body of an input whose faults the document answers with a success, as that is written there.
 * @throws {Refusal} where it does not answer all of them so, or faults are left
 */
async function putRight(
  service: Service,
  exchange: Exchange,
  input: Input,
  faults: InputFault[],
  judge: Judge,
): Promise<unknown> {
  const { operation } = exchange;
  const refused = faults.filter(({ condition }) => !accepts(service, operation, condition) || !isRepairable(condition));
  if (refused.length > 0) refuse(refused);
  for (const { condition } of faults) accept(service, exchange, condition);
  const { query, body } = repair(operation, input, faults);
  const remaining = await judge({ query, body });
  if (remaining.length > 0) refuse(remaining);
  return isObject(body) ? withNulls(body, faults) : body;
}

/**
 * The faults of an input without those that are not of its own making: a body with a field that no schema knows is of none of its
 * alternatives, and each of them finds something. Where one is right for what else was sent, only the field is a fault.
 */
async function withoutConsequences(
  operation: Operation,
  input: Input,
  faults: InputFault[],
  judge: Judge,
): Promise<InputFault[]> {
  const unknown = faults.filter(({ condition }) => condition === 'unknown-field');
  if (unknown.length === 0 || faults.every(({ condition }) => isRepairable(condition))) return faults;
  const left = (await judge(repair(operation, input, unknown))).filter(({ error }) => error.in === 'body');
  if (!left.every(({ condition }) => isRepairable(condition))) return faults;
  return [...faults.filter(({ error }) => error.in !== 'body'), ...unknown, ...left];
}

/** Holds a query and a body against the document. The validator changes what it is given, so it gets copies. */
function validate(
  validator: RequestValidator,
  request: Request,
  response: Response,
  query: Query,
  body: unknown,
): Promise<InputFault[]> {
  // Express's own query is a getter, which parses anew at each use.
  Object.defineProperty(request, 'query', { value: copyOf(query), writable: true, configurable: true });
  request.body = copyOf(body);
  const { content, operation } = begunExchange(response);
  // Without a media type the validator leaves an optional body alone; otherwise it demands one whose schema has required fields.
  const isJudged = body !== undefined || operation.body?.required;
  // One spelling of the media type, since the validator keeps a compiled schema for each that it is sent.
  if (content && isJudged) request.headers['content-type'] = content.mediaType;
  else delete request.headers['content-type'];
  return validator.inputFaults(request, response);
}

function accepts(service: Service, operation: Operation, condition: Condition): boolean {
  return !answerTo(service, operation, condition).refused;
}

/** How many faults of one request are listed. */
const LISTED = 100;

function refuse(faults: InputFault[]): never {
  const condition = CONDITION_NAMES.find((name) => faults.some((fault) => fault.condition === name)) ?? 'invalid-body';
  const errors = faults.slice(0, LISTED).map(({ error }) => error);
  const sentences = errors.map(({ name, pointer, message }) => `${name ?? fieldName(pointer)} ${message}.`);
  if (faults.length > LISTED) sentences.push('There are more faults.');
  throw new Refusal(condition, sentences.join(' '), errors);
}

function fieldName(pointer = ''): string {
  return pointer === '' ? 'The body' : membersOf(pointer).join('.');
}

/** A body that is missing where one is required, or that is no object where only an object can be merged. */
function bodyFaults({ body: documented, meaning }: Operation, body: unknown): InputFault | undefined {
  const fault = (rule: string, message: string): InputFault => ({
    condition: 'invalid-body',
    error: { in: 'body', pointer: '', rule, message },
  });
  if (body === undefined) return documented?.required ? fault('required', 'is required, but it is missing') : undefined;
  const isMerged = meaning.action !== 'merge' || isObject(body);
  return isMerged ? undefined : fault('type', `must be an object, but it was ${shown(body)}`);
}

function isNotAmong(others: InputFault[]): (fault: InputFault) => boolean {
  const places = new Set(others.map(({ error }) => placeOf(error)));
  return ({ error }) => !places.has(placeOf(error));
}

function placeOf({ in: place, name, pointer }: InputFault['error']): string {
  return JSON.stringify([place, name, pointer]);
}
