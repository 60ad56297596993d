import { fieldsOf, type JsonObject, type Operation, typesOf } from '../../spec';
import type { Examination } from '../examination';
import { NotExercised } from '../findings';
import { awkwardUpdates } from '../requests/awkward-updates';
import {
  awkwardPatches,
  isMade,
  patchesOf,
  patchOf,
  requireAnswered,
  requireFields,
  requireStored,
  slightPatch,
} from '../requests/patches';
import { isOrdinary } from '../requests/taken-back';
import type { Trial, UpdatableField } from '../requests/trial';
import { noteUnsent, plainUpdates, tryUpdates, tryUpdatesOfAll } from '../requests/updates';
import type { Rule } from '../rule';
import { sentValue } from '../values/fields';
import { isWholeOver } from '../values/same-value';
import { checkUnsent } from './unsent-fields';

/** What an update changes, and what it leaves alone (RFC 7396). */
export const MERGE_RULES: Rule[] = [
  {
    id: 'sent-fields-returned',
    source: ({ meaning }) => meaning.source,
    statement: () => 'The answer to an update shows the new values of the fields that were sent.',
    appliesTo: (operation) => isMerge(operation) && operation.returns !== undefined,
    check: async (examination) => {
      for (const { patch, answer } of await plainUpdates(examination)) requireAnswered(examination, patch, answer);
      const { updates, ...trial } = await awkwardUpdates(examination);
      noteUnsent(examination, trial);
      for (const { patch, answer } of updates)
        if (isMade(examination, answer)) requireAnswered(examination, patch, answer);
    },
  },
  {
    id: 'sent-fields-stored',
    source: ({ meaning }) => meaning.source,
    statement: () => 'A later read shows the new values of the fields that were sent.',
    appliesTo: isMerge,
    check: async (examination) => {
      await tryUpdates(examination, async ({ fields, update, attempt, read, ...trial }) => {
        noteUnsent(examination, trial);
        for (const patch of patchesOf(fields)) {
          await update(patch);
          await requireStored(examination, patch, { read });
        }
        await requireSlightStored(examination, fields, { update, attempt, read });
      });
      for (const { patch, answer, after } of (await awkwardUpdates(examination)).updates) {
        if (isMade(examination, answer)) requireFields(examination, patch, after.entry, after.exchange);
        else noteRefusedNull(examination, patch);
      }
      await requireAllStored(examination);
    },
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
      tryUpdates(examination, async ({ fields, update, before, unsent, ...trial }) => {
        noteUnsent(examination, { ...trial, unsent });
        for (const { name, values } of fields) await update({ [name]: values[0] });
        // Of what is there and is nothing odd, a refusal is no business of the value.
        for (const [name, why] of unsent) {
          const value = before[name] ?? null;
          const isPlain = why === 'refused as it is' && isOrdinary(value, examination.target.today());
          if (isPlain) await update({ [name]: value });
        }
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
    if (!isMade(examination, await attempt({ body: JSON.stringify(part) }))) continue;
    const { entry, exchange } = await read();
    requireFields(examination, part, entry, exchange);
    if (part === patch) return;
  }
}

/** The other known entries, all fields at once: a service may treat one of them otherwise. */
async function requireAllStored(examination: Examination): Promise<void> {
  await tryUpdatesOfAll(examination, SOME, async ([first, ...others]) => {
    for (const { fields, ...trial } of others) {
      const answer = await trial.update(patchOf(fields));
      requireAnswered(examination, patchOf(fields), answer);
      await requireStored(examination, patchOf(fields), trial);
    }
    const [other] = others;
    if (other === undefined) return;
    // The values of another entry, where a service wants no two alike, may be refused, but not passed over.
    const sent = (name: string, { before }: Trial) => sentValue(examination, name, before[name] ?? null);
    const shared = Object.keys(first.before).filter((name) => other.fields.some((field) => field.name === name));
    const alike = Object.fromEntries(
      shared
        .filter((name) => isWholeOver(sent(name, first), sent(name, other)))
        .map((name) => [name, sent(name, first)]),
    );
    if (isMade(examination, await other.attempt({ body: JSON.stringify(alike) })))
      await requireStored(examination, alike, other);
  });
}

/** Of how many entries each is updated. */
const SOME = 4;

async function checkArrays(examination: Examination): Promise<void> {
  await tryUpdates(examination, async ({ fields, update, attempt, read }) => {
    const lists = fields.filter(({ values }) => Array.isArray(values[0]));
    if (lists.length === 0) throw new NotExercised('the entry has no list that could be put back');
    for (const { name, values } of lists) {
      for (const value of values) {
        const answer = await update({ [name]: value });
        requireAnswered(examination, { [name]: value }, answer);
        await requireStored(examination, { [name]: value }, { read });
      }
    }
    for (const patch of awkwardPatches(lists.map(withListsOnly))) {
      const answer = await attempt({ body: JSON.stringify(patch) });
      if (!isMade(examination, answer)) continue;
      requireAnswered(examination, patch, answer);
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
