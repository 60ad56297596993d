import type { Request, Response } from 'express';
import {
  answerTo,
  CONDITION_NAMES,
  type Condition,
  fieldsOf,
  isObject,
  keywordOf,
  type LocatedSchema,
  memberOf,
  membersOf,
  type Operation,
  pointerTo,
  type Service,
} from '../../spec';
import { accept, begunExchange } from '../exchange';
import { type InputFault, Refusal } from '../refusal';
import { shown } from '../state/conformance';
import { MOST_FAULTS, unknownField } from './input-faults';
import { knownQuery, type Query, queryFaults } from './query';
import { isRepairable, repair, withNulls } from './repairs';
import { readBody } from './request-body';
import type { RequestValidator } from './request-validator';

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
  const sent: Query = { ...request.query };
  const unreadable = queryFaults(operation, sent);
  exchange.query = sent;
  await readBody(request, response, accepts(service, operation, 'unsupported-media-type'));
  const { body, content } = exchange;

  const noObject = bodyFaults(operation, body);
  const unknown = unknownFields(service, content?.schema, body).slice(0, MOST_FAULTS);
  const found = await validate(validator, request, response, knownQuery(operation, sent), noObject ? {} : body);
  const invalid = noObject ? [...found.filter(({ error }) => error.in !== 'body'), noObject] : found;
  const faults = [...unreadable, ...invalid.filter(isNotAmong(unreadable)), ...unknown.filter(isNotAmong(invalid))];
  if (faults.length > 0) {
    const refused = faults.filter(
      ({ condition }) => !accepts(service, operation, condition) || !isRepairable(condition),
    );
    if (refused.length > 0) refuse(refused);
    for (const { condition } of faults) accept(service, exchange, condition);
    const repaired = repair(operation, { query: sent, body }, faults);
    const remaining = await validate(
      validator,
      request,
      response,
      knownQuery(operation, repaired.query),
      repaired.body,
    );
    if (remaining.length > 0) refuse(remaining);
    exchange.body = isObject(repaired.body) ? withNulls(repaired.body, faults) : repaired.body;
  }
  exchange.query = request.query;
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
  Object.defineProperty(request, 'query', { value: { ...query }, writable: true, configurable: true });
  request.body = structuredClone(body);
  const { content } = begunExchange(response);
  // One spelling of the media type, since the validator keeps a compiled schema for each that it is sent.
  if (content) request.headers['content-type'] = content.mediaType;
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

/** Keywords with which a schema itself speaks of fields beside its properties. */
const OPEN = ['additionalProperties', 'unevaluatedProperties', 'patternProperties', 'anyOf', 'oneOf', 'if'];

/** Fields, of the body and of the objects in it, of which a schema that lists fields says nothing. */
export function unknownFields(
  service: Service,
  schema: LocatedSchema | undefined,
  value: unknown,
  at = '',
): InputFault[] {
  if (schema === undefined || !isObject(value)) return [];
  const fields = fieldsOf(service.openapi, schema);
  const isClosed = () =>
    fields.size > 0 && OPEN.every((keyword) => keywordOf(service.openapi, schema, keyword) === undefined);
  const faults: InputFault[] = [];
  for (const name of Object.keys(value)) {
    const member = memberOf(value, name);
    if (isObject(member)) faults.push(...unknownFields(service, fields.get(name), member, pointerTo(at, name)));
    if (fields.has(name) || !isClosed()) continue;
    const message = unknownField(fields.keys());
    const error = { in: 'body', pointer: pointerTo(at, name), rule: 'unknown', message } as const;
    faults.push({ condition: 'unknown-field', error });
  }
  return faults;
}

function isNotAmong(others: InputFault[]): (fault: InputFault) => boolean {
  const places = new Set(others.map(({ error }) => placeOf(error)));
  return ({ error }) => !places.has(placeOf(error));
}

function placeOf({ in: place, name, pointer }: InputFault['error']): string {
  return JSON.stringify([place, name, pointer]);
}
