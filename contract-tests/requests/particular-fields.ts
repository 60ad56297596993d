import type { Json, JsonObject } from '../../spec';
import type { Examination } from '../examination';
import { NotRestored } from '../findings';
import { isFieldSame, sentValue } from '../values/fields';
import { ORDERED_KINDS } from '../values/ordered';
import { isWholeOver } from '../values/same-value';
import type { KnownEntry } from './known-entries';
import { comparison } from './lists';
import { Once } from './once';
import { patchOf } from './patches';
import { placeOf, restorablePart, restoreEntries } from './restoration';
import type { Reply } from './taken-back';
import type { UpdatableField } from './trial';

/**
 * The fields of which a target refuses the sample that it is sent, by name, with other values that it takes: a room has to be one that
 * there is, a telephone number has to look like one, and no document says so. No values where none is known that it takes.
 */
export type ParticularFields = ReadonlyMap<string, Json[]>;

/** Keeps which fields are particular, by the operation that updates them: they are looked for once. */
export class FoundParticular extends Once<ParticularFields> {}

/** Other values that are tried of a field: some of those that were made, and some that other entries have. */
const TRIED_OF_EACH = 3;

/**
 * Sends an entry the first sample of each field, all at once, and puts it back; of what is refused alone as well, though not with the
 * value that is there, it looks for values that are taken. Of what is taken together some may be refused alone: see `dependentOf`.
 */
export async function findParticular(
  examination: Examination,
  entry: KnownEntry,
  { send, others }: { send: (patch: JsonObject) => Promise<Reply>; others: () => Promise<KnownEntry[]> },
): Promise<ParticularFields> {
  const { identifier, before, fields } = entry;
  const sent = new Set<string>();
  const reply = async (patch: JsonObject) => {
    const answer = await send(patch);
    if (answer !== 'refused') for (const name of Object.keys(patch)) sent.add(name);
    return answer;
  };
  const find = async (): Promise<ParticularFields> => {
    if (fields.length === 0) return new Map();
    const refused: UpdatableField[] = [];
    if ((await reply(patchOf(fields))) === 'refused')
      for (const field of fields) if (await isRefusedForItsValue(field, before, reply)) refused.push(field);
    // Where nothing at all may be changed, that is not for the values.
    if (refused.length === fields.length && fields.length > 1) return new Map();
    const dependent = await dependentOf(examination, fields, before, reply);
    const left = fields.filter((field) => !refused.includes(field) && !dependent.has(field.name));
    const limited = await limitedOf(examination, left, reply);
    const taken =
      refused.length === 0 ? [] : await takenOf(examination, refused, { entry, others: await others(), reply });
    return new Map([...limited, ...taken, ...dependent]);
  };
  examination.target.settled.delete(placeOf(examination, identifier));
  const found = await find().catch((error: unknown) => error as Error);
  const changed = { identifier, before: restorablePart(examination, before), sent };
  await restoreEntries(examination, [changed], undefined).catch((error: unknown) => {
    if (!(error instanceof NotRestored)) throw error;
    examination.notes.push(error.message); // the check that follows finds out why, and has the same to put back
  });
  if (found instanceof Error) throw found;
  return found;
}

type Send = (patch: JsonObject) => Promise<Reply>;

/** The fields of which the first value is taken and others are not, as below an amount that nobody documented, with those that are taken. */
async function limitedOf({ notes }: Examination, fields: UpdatableField[], reply: Send): Promise<ParticularFields> {
  const limited = new Map<string, Json[]>();
  const most = Math.max(0, ...fields.map(({ values }) => values.length));
  for (let choice = 1; choice < most; choice += 1) {
    const sent = fields.flatMap(({ name, values }) =>
      values.slice(choice, choice + 1).map((value) => ({ name, value })),
    );
    const together = Object.fromEntries(sent.map(({ name, value }) => [name, value]));
    if ((await reply(together)) !== 'refused') continue;
    for (const { name, value } of sent) {
      if ((await reply({ [name]: value })) !== 'refused') continue;
      noteOtherValues(notes, name, value);
      const { values } = fields.find((field) => field.name === name) ?? { values: [] };
      limited.set(
        name,
        (limited.get(name) ?? values).filter((other) => other !== value),
      );
    }
  }
  return limited;
}

async function isRefusedForItsValue(
  { name, values }: UpdatableField,
  before: JsonObject,
  reply: Send,
): Promise<boolean> {
  if ((await reply({ [name]: values[0] })) !== 'refused') return false;
  return (await reply({ [name]: before[name] ?? null })) === 'taken';
}

/**
 * Of several numbers, or several dates, those of which a value is refused beside the others as they are, and taken beside others. They are
 * left alone: which of their values go together, nothing says. What is refused whatever stands beside it is for the rules to tell.
 */
async function dependentOf(
  { document }: Examination,
  fields: UpdatableField[],
  before: JsonObject,
  reply: Send,
): Promise<ParticularFields> {
  const dependent = new Map<string, Json[]>();
  for (const isOfKind of ORDERED_KINDS) {
    const alike = fields.filter(({ name, values }) => isOfKind(before[name]) && isOfKind(values[0]));
    if (alike.length < 2) continue;
    const own = Object.fromEntries(alike.map(({ name }) => [name, before[name] ?? null]));
    for (const field of alike) {
      if ((await reply(own)) !== 'taken') break;
      const besides = alike.filter((other) => other !== field).flatMap((other) => endsOf(document, other));
      if (await isTakenOnlyBeside(field, besides, reply)) dependent.set(field.name, []);
    }
  }
  return dependent;
}

/** Updates of a field with the least and the greatest of its values: what is in no order with either is in none with those between. */
function endsOf(document: JsonObject, { name, schema, values }: UpdatableField): JsonObject[] {
  const [least = null, ...others] = values.toSorted((a, b) => comparison(document, [schema], a, b) ?? 0);
  return [least, ...others.slice(-1)].map((value) => ({ [name]: value }));
}

/** Whether one of the values that are refused as the others stand is taken beside one of these. */
async function isTakenOnlyBeside(
  { name, values }: UpdatableField,
  besides: JsonObject[],
  reply: Send,
): Promise<boolean> {
  const refused: Json[] = [];
  for (const value of values) if ((await reply({ [name]: value })) === 'refused') refused.push(value);
  for (const value of refused.slice(0, TRIED_OF_EACH))
    for (const beside of besides) if ((await reply({ [name]: value, ...beside })) === 'taken') return true;
  return false;
}

function noteOtherValues(notes: string[], name: string, refused: Json): void {
  notes.push(`The target refuses ${name} ${JSON.stringify(refused)}, so that other values were sent.`);
}

async function takenOf(
  examination: Examination,
  refused: UpdatableField[],
  { entry, others, reply }: { entry: KnownEntry; others: KnownEntry[]; reply: Send },
): Promise<ParticularFields> {
  const particular = new Map<string, Json[]>();
  for (const { name, values } of refused) {
    const known = distinctOf(examination, name, [entry, ...others]).slice(1, 1 + TRIED_OF_EACH);
    const taken: Json[] = [];
    for (const value of [...values.slice(1, 1 + TRIED_OF_EACH), ...known])
      if ((await reply({ [name]: value })) === 'taken') taken.push(value);
    // Any text may have to look like something, and what holds some may too; that a number is refused, whatever it is, is for the rules to tell.
    const isPlain = ['number', 'boolean'].includes(typeof values[0]);
    if (taken.length > 0) noteOtherValues(examination.notes, name, values[0]);
    if (taken.length > 0 || !isPlain) particular.set(name, taken);
  }
  return particular;
}

/** The values that entries have of a field. */
function distinctOf(examination: Examination, name: string, entries: KnownEntry[]): Json[] {
  const values = entries
    .map(({ before }) => sentValue(examination, name, before[name]))
    .filter((value) => value !== undefined && value !== null);
  return values.filter(
    (value, index) => values.findIndex((other) => isFieldSame(examination, name, other, value)) === index,
  );
}

/** An entry with the values that are taken in place of those that are not; where there are none, the field is left alone. */
export function withTakenValues(
  examination: Examination,
  { fields, unsent, ...entry }: KnownEntry,
  particular: ParticularFields,
  held: KnownEntry,
): KnownEntry {
  const left = new Map(unsent);
  const usable = fields.flatMap((field): UpdatableField[] => {
    const taken = particular.get(field.name);
    if (taken === undefined) return [field];
    const known = distinctOf(examination, field.name, [held]);
    const [value, ...more] = [...taken, ...known].filter(
      (each) =>
        !isFieldSame(examination, field.name, each, entry.before[field.name]) &&
        isWholeOver(each, sentValue(examination, field.name, entry.before[field.name])),
    );
    // Of what is refused when it is plain, nothing awkward is taken.
    if (value !== undefined) return [{ ...field, values: [value, ...more], awkward: [] }];
    left.set(field.name, 'without a value');
    return [];
  });
  return { ...entry, fields: usable, unsent: left };
}
