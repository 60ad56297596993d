import { type JsonObject, keywordOf, possibleFieldsOf } from '../../spec';
import { type Examination, isSuccess, objectIn, requireAvailable } from '../examination';
import { Violation } from '../findings';
import { abbreviated, type Exchange, summaryOf } from '../target/exchange';
import { slightlyOther } from '../values/awkward';
import { isFieldSame, isShown, updatableFields } from '../values/fields';
import { isSame } from '../values/same-value';
import { atOnce } from './at-once';
import { isRefusal } from './served';
import type { Reading, Trial, UpdatableField } from './trial';

/** Each field alone, then all together with other values where there are others. */
export function patchesOf(fields: UpdatableField[]): JsonObject[] {
  const alone = fields.map(({ name, values }) => ({ [name]: values[0] }));
  const together = patchOf(fields, 1);
  const isOther = fields.some(({ name, values }) => together[name] !== values[0]);
  return fields.length > 1 && isOther ? [...alone, together] : alone;
}

/** An update of all fields at once, no two alike where there are values enough, so that none can pass for another. */
export function patchOf(fields: UpdatableField[], choice = 0): JsonObject {
  return Object.fromEntries(
    fields.map(({ name, values }, index) => {
      // Lists differ from texts anyway; the first of them are the long ones, which have an order to be lost.
      const chosen = Array.isArray(values[0]) ? choice : index + choice;
      return [name, values[chosen % values.length] ?? values[0]];
    }),
  );
}

/** An update of some fields with values that they do not have. */
export function changeOf(examination: Examination, fields: UpdatableField[], now: JsonObject): JsonObject {
  const chosen = fields.map(({ name, values }) => {
    const others = values.filter((value) => !isFieldSame(examination, name, value, now[name]));
    return [name, others[0] ?? values[0]] as const;
  });
  return Object.fromEntries(chosen);
}

/** One update for each value that a service may refuse, but neither ignore nor change. */
export function awkwardPatches(fields: UpdatableField[]): JsonObject[] {
  return fields.flatMap(({ name, awkward }) => awkward.map((value) => ({ [name]: value })));
}

/** One update for each value that a service may refuse, in choices of one value for each field that has so many. */
export function awkwardChoices(fields: UpdatableField[]): JsonObject[][] {
  const most = Math.max(...fields.map(({ awkward }) => awkward.length));
  return Array.from({ length: most }, (_, choice) =>
    awkwardPatches(fields.map((field) => ({ ...field, awkward: field.awkward.slice(choice, choice + 1) }))),
  );
}

/** An update to values that differ but slightly from those of another. */
export function slightPatch(
  { document, oracle }: Examination,
  fields: UpdatableField[],
  patch: JsonObject,
): JsonObject {
  const changes = fields.map(({ name, schema }) => {
    const isFormatted = keywordOf(document, schema, 'format') !== undefined;
    return { name, schema, value: slightlyOther(patch[name] ?? null, { isFormatted }) };
  });
  const fitting = changes.filter(
    ({ name, schema, value }) => oracle.maySend(schema, value) && !isSame(document, [schema], value, patch[name]),
  );
  return Object.fromEntries(fitting.map(({ name, value }) => [name, value]));
}

/** Whether an update that a service may refuse was made, where it was made or refused, as `requireMadeOrRefused` has it. */
export function isMade(examination: Examination, answer: Exchange): boolean {
  requireMadeOrRefused(examination, answer);
  return isSuccess(answer) && !isRefusal(examination, answer);
}

/**
 * Requires that an update was made or refused; 304 says that it would have changed nothing.
 * @throws {Violation} where it was neither, as by a failure of the server
 */
export function requireMadeOrRefused(examination: Examination, answer: Exchange): void {
  requireAvailable(answer);
  const { status } = answer.response;
  if (status === 304 || isRefusal(examination, answer) || isSuccess(answer)) return;
  throw new Violation('the update to be made or refused', summaryOf(answer), answer);
}

/** Requires that an entry has the given values, field by field. */
export function requireFields(
  examination: Examination,
  expected: JsonObject,
  entry: JsonObject,
  exchange: Exchange,
): void {
  for (const [name, value] of Object.entries(expected)) {
    if (!isShown(examination, name, value, entry)) {
      throw new Violation(`${name} ${shown(value)}`, `${name} ${shown(entry[name])}`, exchange);
    }
  }
}

function shown(value: unknown): string {
  return abbreviated(String(JSON.stringify(value))); // nothing is made of undefined
}

/** The same of the answer to an update, of the fields that it shows by the document. */
export function requireAnswered(examination: Examination, expected: JsonObject, answer: Exchange): void {
  if (examination.operation.returns === undefined) return;
  const shown = Object.entries(expected).filter(([name]) => isAnswered(examination, name));
  requireFields(examination, Object.fromEntries(shown), objectIn(answer), answer);
}

/** Whether the answer of an operation has a field by the document; of one that lists no fields nothing is known, and all are. */
export function isAnswered({ document, operation }: Examination, name: string): boolean {
  const fields = operation.returns && possibleFieldsOf(document, operation.returns);
  return fields === undefined || fields.size === 0 || fields.has(name);
}

/** Two reads: a service that answers the first from what it has just written may answer the next from what it had. */
export async function requireStored(
  examination: Examination,
  expected: JsonObject,
  { read }: Pick<Trial, 'read'>,
): Promise<void> {
  const readings: Reading[] = await atOnce([1, 2], () => read());
  for (const { entry, exchange } of readings) requireFields(examination, expected, entry, exchange);
}

/**
 * Of an entry the fields that an update may carry, and keeps where it does not. What only answers show may follow from those, as a
 * total does, or from when they were sent.
 */
export function keptPart(examination: Examination, entry: JsonObject): JsonObject {
  const updatable = updatableFields(examination);
  const documented = Object.entries(documentedPart(examination, entry));
  return Object.fromEntries(documented.filter(([name]) => updatable.has(name)));
}

/**
 * The fields of an entry that the document knows, without what identifies it, and without what is only read or only written: that
 * is the server's own to change, as a counter of revisions.
 */
export function documentedPart({ service, operation, oracle }: Examination, entry: JsonObject): JsonObject {
  const { meaning } = operation;
  const key = meaning.action === 'list' ? undefined : meaning.key.field;
  const known = service.resources.find(({ name }) => name === meaning.resource)?.fields;
  const isKept = (name: string) => {
    const schema = known?.get(name);
    return schema !== undefined && name !== key && !oracle.isShownOtherwise(schema);
  };
  return Object.fromEntries(Object.entries(entry).filter(([name]) => isKept(name)));
}
