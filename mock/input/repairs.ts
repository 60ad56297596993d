import {
  type Condition,
  copyOf,
  define,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  membersOf,
  type Operation,
  type Parameter,
  valueAt,
} from '../../spec';
import type { InputFault } from '../refusal';
import type { Query } from './query';

/** The part of a request that is validated. */
export interface Input {
  query: Query;
  body: unknown;
}

/** What a service does that accepts a faulty input, as CONDITIONS says it of each condition: each changes its own copy. */
const REPAIRS: Partial<Record<Condition, (input: Input, fault: InputFault, operation: Operation) => void>> = {
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
export function repair(operation: Operation, { query, body }: Input, faults: InputFault[]): Input {
  const repaired = { query: { ...query }, body: copyOf(body) };
  for (const fault of faults) REPAIRS[fault.condition]?.(repaired, fault, operation);
  return repaired;
}

/** A repaired body with the nulls that were taken out of it for its validation: a merge removes those fields (RFC 7396). */
export function withNulls(body: JsonObject, faults: InputFault[]): JsonObject {
  const whole = copyOf(body);
  for (const { condition, error } of faults) {
    if (condition === 'null-field') setAt(whole, error.pointer ?? '', null);
  }
  return whole;
}

function withoutParameter({ query }: Input, { error: { name = '' } }: InputFault): void {
  delete query[name];
}

function withNearestBound({ query }: Input, { error: { name = '' } }: InputFault, { parameters }: Operation): void {
  const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
  const value = Number(memberOf(query, name));
  const [lowest, highest] = boundsOf(parameter);
  query[name] = String(Math.min(Math.max(value, lowest ?? -Infinity), highest ?? Infinity));
}

/** The least and the greatest value of a parameter; an exclusive bound has a nearest value among integers only. */
function boundsOf(parameter: Parameter | undefined): [number | undefined, number | undefined] {
  const { exclusiveMinimum, exclusiveMaximum } = parameter?.types.includes('integer') ? parameter.schema.value : {};
  return [
    parameter?.minimum ?? (typeof exclusiveMinimum === 'number' ? Math.floor(exclusiveMinimum) + 1 : undefined),
    parameter?.maximum ?? (typeof exclusiveMaximum === 'number' ? Math.ceil(exclusiveMaximum) - 1 : undefined),
  ];
}

function withoutField({ body }: Input, { error: { pointer = '' } }: InputFault): void {
  setAt(body, pointer, undefined);
}

/** Sets what a pointer names below an object, in place; undefined takes it out. */
function setAt(root: unknown, pointer: string, value: Json | undefined): void {
  const slash = pointer.lastIndexOf('/');
  const holder = valueAt(root, pointer.slice(0, slash));
  const [name] = membersOf(pointer.slice(slash));
  if (!isObject(holder) || name === undefined) return;
  if (value === undefined) delete holder[name];
  else define(holder, name, value);
}
