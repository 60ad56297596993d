import { fieldsOf, type Json, type JsonObject, type Operation, typesOf } from '../../spec';
import { type Examination, objectIn } from '../examination';
import { NotExercised } from '../findings';
import {
  awkwardChoices,
  awkwardPatches,
  documentedPart,
  patchesOf,
  patchOf,
  requireAnswered,
  requireFields,
  requireStored,
  slightPatch,
  tryAwkward,
} from '../patches';
import type { Rule } from '../rule';
import { isServed } from '../served';
import type { Trial, UpdatableField } from '../trial';
import { noteUnsent, tryUpdates, tryUpdatesOfAll, withMostFields } from '../updates';

/** What an update changes, and what it leaves alone (RFC 7396). */
export const MERGE_RULES: Rule[] = [
  {
    id: 'sent-fields-returned',
    source: ({ meaning }) => meaning.source,
    statement: () => 'The answer to an update shows the new values of the fields that were sent.',
    appliesTo: (operation) => isMerge(operation) && operation.returns !== undefined,
    check: (examination) =>
      tryUpdates(examination, async ({ fields, update, attempt, ...trial }) => {
        noteUnsent(examination, trial);
        for (const patch of patchesOf(fields)) {
          const answer = await update(patch);
          requireFields(examination, patch, objectIn(answer), answer);
        }
        const requireReturned = async (patch: JsonObject) => {
          const answer = await attempt({ body: JSON.stringify(patch) });
          if (!isServed(examination, answer)) return false;
          requireFields(examination, patch, objectIn(answer), answer);
          return true;
        };
        await tryAwkward(fields, requireReturned);
      }),
  },
  {
    id: 'sent-fields-stored',
    source: ({ meaning }) => meaning.source,
    statement: () => 'A later read shows the new values of the fields that were sent.',
    appliesTo: isMerge,
    check: (examination) =>
      tryUpdates(examination, async ({ fields, update, attempt, read, ...trial }) => {
        noteUnsent(examination, trial);
        for (const patch of patchesOf(fields)) {
          await update(patch);
          await requireStored(examination, patch, { read });
        }
        await tryAwkward(fields, async (patch) => {
          if (!isServed(examination, await attempt({ body: JSON.stringify(patch) }))) {
            noteRefusedNull(examination, patch);
            return false;
          }
          const { entry, exchange } = await read();
          requireFields(examination, patch, entry, exchange);
          return true;
        });
        await requireSlightStored(examination, fields, { update, attempt, read });
      }).then(() => requireAllStored(examination)),
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
    place: ({ body }) => body?.json?.schema?.pointer,
    appliesTo: isMerge,
    check: (examination) =>
      tryUpdates(examination, async ({ fields, update, ...trial }) => {
        noteUnsent(examination, trial);
        for (const { name, values } of fields) await update({ [name]: values[0] });
      }),
  },
];

function isMerge({ meaning }: Operation): boolean {
  return meaning.action === 'merge';
}

/** That a documented null was refused is told, though nothing says that it must be taken of this entry. */
function noteRefusedNull({ notes }: Examination, patch: JsonObject): void {
  const [[name, value] = [], ...others] = Object.entries(patch);
  if (value === null && others.length === 0)
    notes.push(`The target refused null for ${name}, which the document allows.`);
}

/** What is changed slightly is changed: a service may refuse it, but not take it for what is there. */
async function requireSlightStored(
  examination: Examination,
  fields: Trial['fields'],
  { update, attempt, read }: Pick<Trial, 'update' | 'attempt' | 'read'>,
): Promise<void> {
  await update(patchOf(fields));
  const patch = slightPatch(examination, fields, patchOf(fields));
  // Of what is refused together, some may be taken alone.
  for (const part of [patch, ...Object.entries(patch).map(([name, value]) => ({ [name]: value }))]) {
    if (!isServed(examination, await attempt({ body: JSON.stringify(part) }))) continue;
    const { entry, exchange } = await read();
    requireFields(examination, part, entry, exchange);
    if (part === patch) return;
  }
}

/** The other known entries, all fields at once: a service may treat one of them otherwise. */
async function requireAllStored(examination: Examination): Promise<void> {
  await tryUpdatesOfAll(examination, SOME, async ([, ...others]) => {
    for (const { fields, ...trial } of others) {
      const answer = await trial.update(patchOf(fields));
      requireAnswered(examination, patchOf(fields), answer);
      await requireStored(examination, patchOf(fields), trial);
    }
  });
}

/** Of how many entries each is updated. */
const SOME = 4;

async function checkUnsent(examination: Examination): Promise<void> {
  await tryUpdatesOfAll(examination, 2, async (trials) => {
    const [{ fields, update, attempt, read }, other] = withMostFields(trials);
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
    await requireAwkwardKept(examination, fields, { attempt, read });
  });
}

/** Values that careless code takes for nothing, and others that are awkward, have to survive updates of other fields as well. */
async function requireAwkwardKept(
  examination: Examination,
  fields: Trial['fields'],
  { attempt, read }: Pick<Trial, 'attempt' | 'read'>,
): Promise<void> {
  let before = documentedPart(examination, (await read()).entry);
  const isTaken = async (patch: JsonObject) => {
    const answer = await attempt({ body: JSON.stringify(patch) });
    const { entry, exchange } = await read();
    const unsent = Object.entries(before).filter(([name]) => !(name in patch));
    requireFields(examination, Object.fromEntries(unsent), entry, exchange);
    before = documentedPart(examination, entry);
    return isServed(examination, answer);
  };
  for (const [index, choice] of awkwardChoices(fields).entries()) {
    for (const patch of choice.filter(isNothing)) await isTaken(patch);
    const others = choice.filter((patch) => !isNothing(patch));
    const together: JsonObject = Object.assign({}, ...others);
    // Of what is refused together, some may be taken alone.
    if (others.length > 0 && !(await isTaken(together)) && others.length > 1)
      for (const patch of others) await isTaken(patch);
    await isTaken(afterwards(fields, index, others.length > 0 ? together : choice.at(-1)));
  }
}

function isNothing(patch: JsonObject): boolean {
  return Object.values(patch).every((value) => [0, '', '0', null].some((one) => one === value) || isEmptyList(value));
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** An update after another one, of a field that it did not send if there is one; of another field each time. */
function afterwards(fields: Trial['fields'], index: number, { ...last }: JsonObject = {}): JsonObject {
  const turned = [...fields.slice(index % fields.length), ...fields.slice(0, index % fields.length)];
  const [field] = turned.toSorted((a, b) => Number(a.name in last) - Number(b.name in last));
  return field === undefined ? {} : { [field.name]: field.values[0] ?? null };
}

async function checkArrays(examination: Examination): Promise<void> {
  await tryUpdates(examination, async ({ fields, update, attempt, read }) => {
    const lists = fields.filter(({ values }) => Array.isArray(values[0]));
    if (lists.length === 0) throw new NotExercised('the entry has no list that could be put back');
    for (const { name, values } of lists) {
      for (const value of values) {
        const answer = await update({ [name]: value });
        if (examination.operation.returns) requireFields(examination, { [name]: value }, objectIn(answer), answer);
        await requireStored(examination, { [name]: value }, { read });
      }
    }
    for (const patch of awkwardPatches(lists.map(withListsOnly))) {
      const answer = await attempt({ body: JSON.stringify(patch) });
      if (!isServed(examination, answer)) continue;
      if (examination.operation.returns) requireFields(examination, patch, objectIn(answer), answer);
      await requireStored(examination, patch, { read });
    }
  });
}

function withListsOnly({ awkward, ...field }: UpdatableField): UpdatableField {
  return { ...field, awkward: awkward.filter(Array.isArray) };
}

function arrayNames({ body }: Operation, document: JsonObject): string[] {
  const schema = body?.json?.schema;
  return [...(schema ? fieldsOf(document, schema) : [])]
    .filter(([, field]) => typesOf(document, field).includes('array'))
    .map(([name]) => name);
}
