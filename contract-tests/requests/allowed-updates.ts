import type { Json, JsonObject, Operation } from '../../spec';
import type { Examination } from '../examination';
import { patchOf } from './patches';
import { requiredMembers } from './required-members';
import type { UpdatableField, WhyUnsent } from './trial';

/** An entry that is to be updated, and the operation that reads it. */
export interface Updated {
  /** As an answer shows it. */
  shown: JsonObject;
  /** As an update may carry its fields. */
  before: JsonObject;
  reading: Operation;
}

/** The fields that can be sent, and why others are not. */
interface Allowed {
  fields: UpdatableField[];
  unsent: [string, WhyUnsent][];
}

/**
 * The fields that the document allows an update to carry as a whole, each alone and all at once, so that what it makes of the entry is
 * one by the document too: an update may be allowed but one field, and an entry but some fields beside another.
 */
export function allowedFields(examination: Examination, updated: Updated, fields: UpdatableField[]): Allowed {
  const isAllowed = allowance(examination, updated);
  const kept: UpdatableField[] = [];
  const unsent: Allowed['unsent'] = [];
  for (const field of fields) {
    const allowed = { ...field, values: field.values.filter((value) => isAllowed({ [field.name]: value })) };
    if (!hasValue(allowed)) unsent.push([field.name, 'without a value']);
    else if ([0, 1].every((choice) => isAllowed(patchOf([...kept, allowed], choice)))) kept.push(allowed);
    else unsent.push([field.name, 'not beside others']);
  }
  return { fields: kept, unsent };
}

function hasValue(field: Omit<UpdatableField, 'values'> & { values: Json[] }): field is UpdatableField {
  return field.values.length > 0;
}

/**
 * Tells whether an update is one by the document, and leaves the entry one, where it is one now. An entry is judged twice: as any answer
 * is, and as one without further fields, by which alone alternatives may be told apart.
 */
function allowance(examination: Examination, { shown, before, reading }: Updated): (patch: JsonObject) => boolean {
  const { document, oracle, operation } = examination;
  const carried = requiredMembers(document, operation).map((name) => [name, before[name] ?? null]);
  const { body } = operation;
  const maySend = (patch: JsonObject) => body?.json?.schema === undefined || oracle.maySend(body.json.schema, patch);
  const { returns } = reading;
  const judges = [
    (entry: JsonObject) => returns === undefined || oracle.faultsOf(returns, entry).length === 0,
    (entry: JsonObject) => returns === undefined || oracle.maySend(returns, entry),
  ];
  const entry = { ...shown, ...before };
  const meant = judges.filter((isEntry) => isEntry(entry));
  return (patch) =>
    maySend({ ...Object.fromEntries(carried), ...patch }) && meant.every((isEntry) => isEntry({ ...entry, ...patch }));
}
