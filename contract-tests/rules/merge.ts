import { fieldsOf, type JsonObject, type Operation, typesOf } from '../../spec';
import { type Examination, objectIn } from '../examination';
import type { Exchange } from '../exchange';
import { isFieldSame } from '../fields';
import { NotExercised, Violation } from '../findings';
import type { Rule } from '../rule';
import { tryUpdates, type UpdatableField } from '../updates';

/** What an update changes, and what it leaves alone (RFC 7396). */
export const MERGE_RULES: Rule[] = [
  {
    id: 'sent-fields-returned',
    source: ({ meaning }) => meaning.source,
    statement: () => 'The answer to an update shows the new values of the fields that were sent.',
    appliesTo: (operation) => isMerge(operation) && operation.returns !== undefined,
    check: (examination) =>
      tryUpdates(examination, async ({ fields, update }) => {
        for (const patch of patchesOf(fields)) {
          const answer = await update(patch);
          requireFields(examination, patch, objectIn(answer), answer);
        }
      }),
  },
  {
    id: 'sent-fields-stored',
    source: ({ meaning }) => meaning.source,
    statement: () => 'A later read shows the new values of the fields that were sent.',
    appliesTo: isMerge,
    check: (examination) =>
      tryUpdates(examination, async ({ fields, update, read }) => {
        for (const patch of patchesOf(fields)) {
          await update(patch);
          const { entry, exchange } = await read();
          requireFields(examination, patch, entry, exchange);
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
  const together = Object.fromEntries(fields.map(({ name, values }) => [name, values[1] ?? values[0]]));
  return fields.length > 1 ? [...alone, together] : alone;
}

/** Requires that an entry has the given values, field by field. */
function requireFields(examination: Examination, expected: JsonObject, entry: JsonObject, exchange: Exchange): void {
  for (const [name, value] of Object.entries(expected)) {
    if (!isFieldSame(examination, name, value, entry[name])) {
      throw new Violation(`${name} ${JSON.stringify(value)}`, `${name} ${JSON.stringify(entry[name])}`, exchange);
    }
  }
}

async function checkUnsent(examination: Examination): Promise<void> {
  const names = examination.operation.meaning.action === 'list' ? [] : [examination.operation.meaning.key.field];
  await tryUpdates(examination, async ({ before, fields, update, read }) => {
    const kept = Object.entries(before).filter(
      ([name]) => documentedFields(examination).has(name) && !names.includes(name),
    );
    let expected: JsonObject = Object.fromEntries(kept);
    if (kept.length < 2) throw new NotExercised('the entry has no second field that could be lost');
    for (const { name, values } of fields) {
      const answer = await update({ [name]: values[0] });
      const { [name]: _sent, ...unsent } = expected;
      if (examination.operation.returns) requireFields(examination, unsent, objectIn(answer), answer);
      const { entry, exchange } = await read();
      requireFields(examination, unsent, entry, exchange);
      // What the sent field is now is not this rule's matter; whether it stays that way is.
      expected = { ...unsent, [name]: entry[name] ?? null };
    }
  });
}

function documentedFields({ service, operation }: Examination): ReadonlyMap<string, unknown> {
  const resource = service.resources.find(({ name }) => name === operation.meaning.resource);
  return resource?.fields ?? new Map();
}

async function checkArrays(examination: Examination): Promise<void> {
  await tryUpdates(examination, async ({ fields, update, read }) => {
    const lists = fields.filter(({ values }) => Array.isArray(values[0]));
    if (lists.length === 0) throw new NotExercised('the entry has no list that could be put back');
    for (const { name, values } of lists) {
      for (const value of values) {
        const answer = await update({ [name]: value });
        if (examination.operation.returns) requireFields(examination, { [name]: value }, objectIn(answer), answer);
        const { entry, exchange } = await read();
        requireFields(examination, { [name]: value }, entry, exchange);
      }
    }
  });
}

function arrayNames({ body }: Operation, document: JsonObject): string[] {
  const schema = body?.content[0]?.schema;
  return [...(schema ? fieldsOf(document, schema) : [])]
    .filter(([, field]) => typesOf(document, field).includes('array'))
    .map(([name]) => name);
}

/** How many other entries are looked at. */
const OTHERS = 3;

async function checkOthers(examination: Examination): Promise<void> {
  const identifiers = examination.identifiers();
  if (identifiers.length < 2) throw new NotExercised('only one entry is known (see --id)');
  await tryUpdates(examination, async ({ identifier, fields, update, readOther }) => {
    const others = identifiers.filter((other) => other !== identifier).slice(0, OTHERS);
    const before = new Map<string, JsonObject>();
    for (const other of others) before.set(other, (await readOther(other)).entry);
    await update(Object.fromEntries(fields.map(({ name, values }) => [name, values[0]])));
    for (const [other, entry] of before) {
      const now = await readOther(other);
      requireFields(examination, entry, now.entry, now.exchange);
    }
  });
}
