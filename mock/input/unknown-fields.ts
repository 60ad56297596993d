import { fieldsOf, isOpen, type JsonObject, type LocatedSchema, pointerTo, type Service, schemasOf } from '../../spec';
import type { InputFault } from '../refusal';
import { unknownField } from './field-conditions';
import { MOST_FAULTS } from './input-faults';

/** Fields, of the body and of the objects and arrays in it, of which schemas that list fields say nothing: the first of them. */
export function unknownFields(
  { openapi }: Service,
  schema: LocatedSchema | undefined,
  body: unknown,
): readonly InputFault[] {
  const faults: InputFault[] = [];
  if (schema !== undefined) collect(openapi, [schema], body, '', faults);
  return faults;
}

/** @param schemas all that may hold of the value */
function collect(
  openapi: JsonObject,
  schemas: readonly LocatedSchema[],
  value: unknown,
  at: string,
  faults: InputFault[],
): void {
  if (typeof value !== 'object' || value === null || schemas.length === 0) return;
  const isArray = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    if (faults.length >= MOST_FAULTS) return;
    if (typeof member === 'object' && member !== null) {
      const held = schemasOf(openapi, schemas, isArray ? Number(name) : name);
      collect(openapi, held, member, pointerTo(at, name), faults);
    }
    if (!isArray && isUnknown(openapi, schemas, name)) faults.push(faultOf(openapi, schemas, pointerTo(at, name)));
  }
}

function isUnknown(openapi: JsonObject, schemas: readonly LocatedSchema[], name: string): boolean {
  if (schemas.some((schema) => fieldsOf(openapi, schema).has(name))) return false;
  return schemas.every((schema) => fieldsOf(openapi, schema).size > 0 && !isOpen(openapi, schema));
}

function faultOf(openapi: JsonObject, schemas: readonly LocatedSchema[], pointer: string): InputFault {
  const known = new Set(schemas.flatMap((schema) => [...fieldsOf(openapi, schema).keys()]));
  return { condition: 'unknown-field', error: { in: 'body', pointer, rule: 'unknown', message: unknownField(known) } };
}
