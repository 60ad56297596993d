import type { Request, Response } from 'express';
import {
  answerTo,
  CONDITION_NAMES,
  type Condition,
  fieldsOf,
  isObject,
  type JsonObject,
  keywordOf,
  membersOf,
  type Operation,
  pointerTo,
  type Service,
} from '../spec';
import { schemaOf } from './body-schema';
import { shown } from './conformance';
import { begunExchange } from './exchange';
import { knownQuery, type Query, queryFaults } from './query';
import { type InputFault, Refusal } from './refusal';
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
  const body =
    operation.body &&
    (await readBody(request, response, operation.body.content, accepts(service, operation, 'unsupported-media-type')));
  exchange.body = body;

  const unknown = isObject(body) ? unknownFields(service, operation, body) : noObject(operation, body);
  const invalid = await validate(validator, request, response, knownQuery(operation, sent), body);
  const faults = [...unreadable, ...invalid.filter(isNotAmong(unreadable)), ...unknown.filter(isNotAmong(invalid))];
  if (faults.length > 0) {
    const refused = faults.filter(
      ({ condition }) => !accepts(service, operation, condition) || !isRepairable(condition),
    );
    if (refused.length > 0) refuse(refused);
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
  const [content] = begunExchange(response).operation.body?.content ?? [];
  // One spelling of the media type, since the validator keeps a compiled schema for each that it is sent.
  if (content) request.headers['content-type'] = content.mediaType;
  else delete request.headers['content-type'];
  return validator.inputFaults(request, response);
}

function accepts(service: Service, operation: Operation, condition: Condition): boolean {
  return !answerTo(service, operation, condition).refused;
}

function refuse(faults: InputFault[]): never {
  const condition = CONDITION_NAMES.find((name) => faults.some((fault) => fault.condition === name)) ?? 'invalid-body';
  const errors = faults.map(({ error }) => error);
  const detail = errors.map(({ name, pointer, message }) => `${name ?? fieldName(pointer)} ${message}.`).join(' ');
  throw new Refusal(condition, detail, errors);
}

function fieldName(pointer = ''): string {
  return pointer === '' ? 'The body' : membersOf(pointer).join('.');
}

/** A body that is missing where one is required, or that is no object where only an object can be merged. */
function noObject({ body: documented, meaning }: Operation, body: unknown): InputFault[] {
  const fault = (rule: string, message: string): InputFault[] => [
    { condition: 'invalid-body', error: { in: 'body', pointer: '', rule, message } },
  ];
  if (body === undefined) return documented?.required ? fault('required', 'is required, but it is missing') : [];
  return meaning.action === 'merge' ? fault('type', `must be an object, but it was ${shown(body)}`) : [];
}

/** Fields that the body's schema does not define, where it does not speak of others itself and the document refuses them. */
function unknownFields(service: Service, operation: Operation, body: JsonObject): InputFault[] {
  const schema = schemaOf(operation);
  if (schema === undefined || keywordOf(service.openapi, schema, 'additionalProperties') !== undefined) return [];
  if (accepts(service, operation, 'unknown-field')) return [];
  const fields = fieldsOf(service.openapi, schema);
  return Object.keys(body)
    .filter((name) => fields.size > 0 && !fields.has(name))
    .map((name) => ({
      condition: 'unknown-field',
      error: {
        in: 'body',
        pointer: pointerTo('', name),
        rule: 'unknown',
        message: `is not a field that can be sent; known are ${[...fields.keys()].join(', ')}`,
      },
    }));
}

function isNotAmong(others: InputFault[]): (fault: InputFault) => boolean {
  return ({ error }) =>
    !others.some((other) => other.error.name === error.name && other.error.pointer === error.pointer);
}
