import { fieldsOf, type JsonObject, type Operation, typesOf } from '../../spec';
import { type Examination, isSuccess, objectIn } from '../examination';
import type { Exchange } from '../exchange';
import { isFieldSame } from '../fields';
import { NotExercised, Violation } from '../findings';
import type { Rule } from '../rule';
import { changeableEntries, type Trial, tryUpdates, tryUpdatesOfAll, type UpdatableField } from '../updates';

/** What an update changes, and what it leaves alone (RFC 7396). */
export const MERGE_RULES: Rule[] = [
  {
    id: 'sent-fields-returned',
    source: ({ meaning }) => meaning.source,
    statement: () => 'The answer to an update shows the new values of the fields that were sent.',
    appliesTo: (operation) => isMerge(operation) && operation.returns !== undefined,
    check: (examination) =>
      tryUpdates(examination, async ({ fields, update, attempt }) => {
        for (const patch of patchesOf(fields)) {
          const answer = await update(patch);
          requireFields(examination, patch, objectIn(answer), answer);
        }
        for (const patch of awkwardPatches(fields)) {
          const answer = await attempt({ body: JSON.stringify(patch) });
          if (isSuccess(answer)) requireFields(examination, patch, objectIn(answer), answer);
        }
      }),
  },
  {
    id: 'sent-fields-stored',
    source: ({ meaning }) => meaning.source,
    statement: () => 'A later read shows the new values of the fields that were sent.',
    appliesTo: isMerge,
    check: (examination) =>
      tryUpdates(examination, async ({ fields, update, attempt, read }) => {
        for (const patch of patchesOf(fields)) {
          await update(patch);
          await requireStored(examination, patch, read);
        }
        for (const patch of awkwardPatches(fields)) {
          if (isSuccess(await attempt({ body: JSON.stringify(patch) }))) await requireStored(examination, patch, read);
        }
      }),
  },
  {
    id: 'unsent-fields-kept',
    source: ({ meaning }) => meaning.source,
    statement: () => 'Fields that were not sent keep their values, in the answer and in a later read.',
    appliesTo: isMerge,
    check: checkUnsent,
  },
  {
    id: 'arrays-replaced',
    source: ({ meaning }) => meaning.source,
    statement: (operation, { openapi }) =>
      `A list that is sent replaces the earlier one whole (${arrayNames(operation, openapi).join(', ')}).`,
    appliesTo: (operation, { openapi }) => isMerge(operation) && arrayNames(operation, openapi).length > 0,
    check: checkArrays,
  },
  {
    id: 'fields-optional',
    source: 'documented',
    statement: () => 'Each field may be sent alone.',
    place: ({ body }) => body?.content[0]?.schema?.pointer,
    appliesTo: isMerge,
    check: (examination) =>
      tryUpdates(examination, async ({ fields, update }) => {
        for (const { name, values } of fields) await update({ [name]: values[0] });
      }),
  },
  {
    id: 'other-entries-untouched',
    source: ({ meaning }) => meaning.source,
    statement: ({ meaning }) => `An update of one entry of ${meaning.resource} leaves the others as they are.`,
    appliesTo: isMerge,
    check: checkOthers,
  },
];

function isMerge({ meaning }: Operation): boolean {
  return meaning.action === 'merge';
}

/** Each field alone, then all together with other values where there are others. */
function patchesOf(fields: UpdatableField[]): JsonObject[] {
  const alone = fields.map(({ name, values }) => ({ [name]: values[0] }));
  return fields.length > 1 ? [...alone, patchOf(fields, 1)] : alone;
}

/** Requires that an entry has the given values, field by field. */
function requireFields(examination: Examination, expected: JsonObject, entry: JsonObject, exchange: Exchange): void {
  for (const [name, value] of Object.entries(expected)) {
    if (!isFieldSame(examination, name, value, entry[name])) {
      throw new Violation(`${name} ${JSON.stringify(value)}`, `${name} ${JSON.stringify(entry[name])}`, exchange);
    }
  }
}

/** Two reads: a service that answers the first from what it has just written may answer the next from what it had. */
async function requireStored(examination: Examination, patch: JsonObject, read: Trial['read']): Promise<void> {
  for (const { entry, exchange } of [await read(), await read()]) requireFields(examination, patch, entry, exchange);
}

async function checkUnsent(examination: Examination): Promise<void> {
  await tryUpdatesOfAll(examination, (await changeableEntries(examination)).slice(0, 2), async (trials) => {
    const [{ fields, update, read }, other] = withMostFields(trials);
    // First all of them, and those of another entry, so that there is something of each to be lost or mixed up.
    await update(patchOf(fields));
    if (other !== undefined) await other.update(patchOf(other.fields, 1));
    let expected = documentedPart(examination, (await read()).entry);
    if (Object.keys(expected).length < 2) throw new NotExercised('the entry has no second field that could be lost');
    for (const { name, values } of fields) {
      const answer = await update({ [name]: values.at(-1) ?? values[0] });
      const { [name]: _sent, ...unsent } = expected;
      if (examination.operation.returns) requireFields(examination, unsent, objectIn(answer), answer);
      const { entry, exchange } = await read();
      requireFields(examination, unsent, entry, exchange);
      // What the sent field is now is not this rule's matter; whether it stays that way is.
      expected = { ...unsent, ...(entry[name] !== undefined && { [name]: entry[name] }) };
    }
  });
}

function withMostFields(trials: Trial[]): [Trial, ...Trial[]] {
  const [first, ...others] = trials.toSorted((a, b) => b.fields.length - a.fields.length);
  if (first === undefined) throw new NotExercised('no entry is known');
  return [first, ...others];
}

/** An update of all fields at once, no two alike where there are values enough, so that none can pass for another. */
function patchOf(fields: UpdatableField[], choice = 0): JsonObject {
  return Object.fromEntries(
    fields.map(({ name, values }, index) => {
      // Lists differ from texts anyway; the first of them are the long ones, which have an order to be lost.
      const chosen = Array.isArray(values[0]) ? choice : index + choice;
      return [name, values[chosen % values.length] ?? values[0]];
    }),
  );
}

function awkwardPatches(fields: UpdatableField[]): JsonObject[] {
  return fields.flatMap(({ name, awkward }) => awkward.map((value) => ({ [name]: value })));
}

/** The fields of an entry that the document knows, without what identifies it. */
function documentedPart(examination: Examination, entry: JsonObject): JsonObject {
  const { meaning } = examination.operation;
  const key = meaning.action === 'list' ? undefined : meaning.key.field;
  const known = documentedFields(examination);
  return Object.fromEntries(Object.entries(entry).filter(([name]) => known.has(name) && name !== key));
}

function documentedFields({ service, operation }: Examination): ReadonlyMap<string, unknown> {
  const resource = service.resources.find(({ name }) => name === operation.meaning.resource);
  return resource?.fields ?? new Map();
}

async function checkArrays(examination: Examination): Promise<void> {
  await tryUpdates(examination, async ({ fields, update, attempt, read }) => {
    const lists = fields.filter(({ values }) => Array.isArray(values[0]));
    if (lists.length === 0) throw new NotExercised('the entry has no list that could be put back');
    for (const { name, values } of lists) {
      for (const value of values) {
        const answer = await update({ [name]: value });
        if (examination.operation.returns) requireFields(examination, { [name]: value }, objectIn(answer), answer);
        await requireStored(examination, { [name]: value }, read);
      }
    }
    for (const patch of awkwardPatches(lists)) {
      const answer = await attempt({ body: JSON.stringify(patch) });
      if (!isSuccess(answer)) continue;
      if (examination.operation.returns) requireFields(examination, patch, objectIn(answer), answer);
      await requireStored(examination, patch, read);
    }
  });
}

function arrayNames({ body }: Operation, document: JsonObject): string[] {
  const schema = body?.content[0]?.schema;
  return [...(schema ? fieldsOf(document, schema) : [])]
    .filter(([, field]) => typesOf(document, field).includes('array'))
    .map(([name]) => name);
}

/** How many entries are looked at, the updated one among them. */
const SOME = 4;

async function checkOthers(examination: Examination): Promise<void> {
  const identifiers = (await changeableEntries(examination)).slice(0, SOME);
  if (identifiers.length < 2) throw new NotExercised('only one entry is known that could be changed (see --id)');
  await tryUpdatesOfAll(examination, identifiers, async (trials) => {
    const [{ fields, update }, ...others] = withMostFields(trials);
    const before = new Map<Trial, JsonObject>();
    for (const [index, other] of others.entries()) {
      // One that was updated itself, and others as they stand.
      if (index === 0) await other.update(patchOf(other.fields.slice(-1), 1));
      before.set(other, (await other.read()).entry);
    }
    // The last first: a field that entries share has to be shared still while another is sent.
    for (const { name, values } of fields.toReversed()) {
      await update({ [name]: values[0] });
      for (const [other, entry] of before) {
        const now = await other.read();
        requireFields(examination, documentedPart(examination, entry), now.entry, now.exchange);
      }
    }
  });
}
