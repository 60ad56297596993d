import {
  type Condition,
  define,
  isObject,
  type JsonObject,
  memberOf,
  membersOf,
  type Operation,
  pointerTo,
} from '../spec';
import type { Query } from './query';
import type { InputFault } from './refusal';

/** The part of a request that is validated. */
export interface Input {
  query: Query;
  body: unknown;
}

/** What a service does that accepts a faulty input, as CONDITIONS says it of each condition. */
const REPAIRS: Partial<Record<Condition, (input: Input, fault: InputFault, operation: Operation) => Input>> = {
  'unknown-parameter': withoutParameter,
  'invalid-query': withoutParameter,
  'query-out-of-range': withNearestBound,
  'unknown-field': withoutField,
  'null-field': withoutField,
};

/** Whether a service that accepts the condition has something to go on with. */
export function isRepairable(condition: Condition): boolean {
  return condition in REPAIRS;
}

/** The input as a service reads it that accepts these faults. */
export function repair(operation: Operation, input: Input, faults: InputFault[]): Input {
  return faults.reduce((repaired, fault) => REPAIRS[fault.condition]?.(repaired, fault, operation) ?? repaired, input);
}

/** A repaired body with the nulls that were taken out of it for its validation: a merge removes those fields (RFC 7396). */
export function withNulls(body: JsonObject, faults: InputFault[]): JsonObject {
  const whole = { ...body };
  for (const { condition, error } of faults) {
    const [member] = membersOf(error.pointer ?? '');
    if (condition === 'null-field' && member !== undefined) define(whole, member, null);
  }
  return whole;
}

function withoutParameter({ query, body }: Input, { error }: InputFault): Input {
  return { query: Object.fromEntries(Object.entries(query).filter(([name]) => name !== error.name)), body };
}

function withNearestBound(
  { query, body }: Input,
  { error: { name = '' } }: InputFault,
  { parameters }: Operation,
): Input {
  const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
  const value = Number(memberOf(query, name));
  const nearest = Math.min(Math.max(value, parameter?.minimum ?? value), parameter?.maximum ?? value);
  return { query: { ...query, [name]: String(nearest) }, body };
}

function withoutField({ query, body }: Input, { error }: InputFault): Input {
  if (!isObject(body)) return { query, body };
  const kept: JsonObject = {};
  for (const [member, value] of Object.entries(body)) {
    if (pointerTo('', member) !== error.pointer) define(kept, member, value);
  }
  return { query, body: kept };
}
