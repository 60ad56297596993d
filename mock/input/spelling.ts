import {
  isObject,
  type JsonObject,
  type LocatedSchema,
  type Parameter,
  pointerTo,
  type Service,
  schemasOf,
  typesOf,
} from '../../spec';
import type { InputFault } from '../refusal';
import { plainly, shown } from '../state/conformance';
import { isList } from './lists';
import { inMember } from './member-names';

/** What is wrong with how a parameter, or a member or an item of it, is written. */
export function spellingFaults({ openapi }: Service, parameter: Parameter, value: unknown): InputFault[] {
  const { in: place, name, types, schema } = parameter;
  const fault = (rule: string, message: string): InputFault => ({
    condition: 'invalid-query',
    error: { in: place, name, rule, message },
  });
  if (Array.isArray(value) && types.length > 0 && !types.includes('array')) {
    return [fault('repeated', `must be sent once, but it was sent ${value.length} times`)];
  }
  const expected = ({ pointer, type, sent }: Misspelt) =>
    fault('type', `${plainly(`must be ${type}`)}${inMember(parameter, pointer)}, but it was ${shown(sent)}`);
  const type = onlyOf(types);
  if (typeof value === 'string' && isMisspelt(type, value)) return [expected({ pointer: '', type, sent: value })];
  return misspeltIn(openapi, [schema], itemsOf(openapi, parameter, value), '').map(expected);
}

/** The items of a list that was sent as one text; a number holds none of the signs that may stand between them. */
function itemsOf(openapi: JsonObject, { in: place, schema, explode }: Parameter, value: unknown): unknown {
  if (typeof value !== 'string' || !isList(openapi, schema)) return value;
  if (place === 'header') return value.split(/\s*,\s*/); // whatever `explode` is, which concerns objects alone there
  return explode ? [value] : value.split(/[,| ]/);
}

interface Misspelt {
  pointer: string;
  type: string;
  sent: string;
}

/** The numbers in an object or a list that the validator would read, whatever their spelling; it says itself what is no number. */
function misspeltIn(openapi: JsonObject, schemas: LocatedSchema[], value: unknown, pointer: string): Misspelt[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      misspeltIn(openapi, schemasOf(openapi, schemas, index), item, pointerTo(pointer, index)),
    );
  }
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, member]) =>
      misspeltIn(openapi, schemasOf(openapi, schemas, name), member, pointerTo(pointer, name)),
    );
  }
  if (pointer === '' || typeof value !== 'string' || Number.isNaN(Number(value))) return [];
  const type = onlyOf(schemas.flatMap((schema) => typesOf(openapi, schema)));
  return isMisspelt(type, value) ? [{ pointer, type, sent: value }] : [];
}

/** The one type among several, beside null, of which a query has no spelling; empty where there is no such one. */
function onlyOf(types: string[]): string {
  const [type = '', ...others] = new Set(types.filter((each) => each !== 'null'));
  return others.length === 0 ? type : '';
}

function isMisspelt(type: string, value: string): boolean {
  return NUMBERS[type]?.test(value) === false;
}

/** Numbers as JSON spells them: `1e3` is no integer of a URL, `0x10` no number. */
const NUMBERS: Record<string, RegExp> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/,
};
