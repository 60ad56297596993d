import { type JsonObject, type LocatedSchema, memberOf, type Operation } from '../../spec';
import { type Examination, isSuccess, objectIn, requireAvailable } from '../examination';
import { NoAnswer } from '../findings';
import { awkwardValues } from '../values/awkward';
import { benignValues } from '../values/benign';
import { isNullable, sendableEntry, updatableFields } from '../values/fields';
import { sentPart } from '../values/sent-part';
import { allowedFields, type Updated } from './allowed-updates';
import { atOnce } from './at-once';
import { isOfOther } from './identity';
import { FoundParticular, findParticular, type ParticularFields, withTakenValues } from './particular-fields';
import { RequiredMembers, requiredMembers } from './required-members';
import { placeOf, restorablePart, updatePlaceOf } from './restoration';
import { isRefusal } from './served';
import { type Reply, TakenBack } from './taken-back';
import type { UpdatableField, WhyUnsent } from './trial';

/** How many known entries are looked at for those with the most fields to change. */
const LOOKED_AT = 4;

/** A known entry, with what of it can be changed and put back. */
export interface KnownEntry {
  identifier: string;
  before: JsonObject;
  fields: UpdatableField[];
  unsent: Map<string, WhyUnsent>;
  /** Whether the target refuses every field as it is. */
  isClosed: boolean;
}

/** The known entries with what of each can be changed and put back; `isOneEnough` stops at one of which everything can. */
export async function knownEntries(
  examination: Examination,
  reading: Operation,
  { isOneEnough = false } = {},
): Promise<KnownEntry[]> {
  const { document, operation, target } = examination;
  const { memory, today } = target;
  const updatable = updatableFields(examination);
  const look = async (identifier: string, entry: number): Promise<KnownEntry> => {
    const settled = examination.target.settled.get(placeOf(examination, identifier));
    const shown = settled ?? objectIn(await examination.served({ identifier }, reading));
    // With the values of another entry none could be put back.
    if (isOfOther(operation, identifier, shown))
      return { identifier, before: shown, fields: [], unsent: new Map(), isClosed: false };
    const before = sendableEntry(examination, shown);
    memory.of(RequiredMembers).note(document, operation, identifier, before);
    const changeable = memory
      .of(ChangeableFields)
      .of(updatePlaceOf(examination, identifier), [before, entry, today()], () =>
        changeableFields(examination, { shown, before, reading }, updatable, entry),
      );
    const unsent = new Map(changeable.unsent);
    const { fields, isClosed } = await takenBack(examination, identifier, before, changeable.fields);
    for (const { name } of changeable.fields)
      if (fields.every((field) => field.name !== name)) unsent.set(name, 'refused as it is');
    return { identifier, before, fields, unsent, isClosed };
  };
  const [first, ...others] = [...examination.identifiers().slice(0, LOOKED_AT).entries()].map(
    ([entry, identifier]) =>
      () =>
        look(identifier, entry),
  );
  if (first === undefined) return [];
  const lookAtOthers = () => atOnce(others, (each) => each());
  const foremost = await first();
  const isWhole = foremost.fields.length === updatable.size && !foremost.isClosed;
  const looked = withoutClosed(isWhole ? [foremost] : [foremost, ...(await lookAtOthers())]);
  const held = looked.reduce((best, entry) => (entry.fields.length > best.fields.length ? entry : best));
  const particular = await particularFields(examination, held, isWhole ? lookAtOthers : async () => looked);
  const left = examination.target.memory.of(TakenBack).leftOutOf(examination.operation.id);
  // Looking for them may have shown what cannot be put back: then the entry is another now.
  if (held.fields.some(({ name }) => left.has(name))) return knownEntries(examination, reading, { isOneEnough });
  const isEnough = !isWhole || (isOneEnough && particular.size === 0);
  const found = withoutClosed(isEnough ? looked : [held, ...(await lookAtOthers())]);
  return found.map((entry) => withTakenValues(examination, entry, particular, held));
}

/**
 * The entries, with no field of those that take none, where others take theirs: an entry may be over, or somebody else's. Where none
 * takes any, what is ordinary is tried of all.
 */
function withoutClosed(entries: KnownEntry[]): KnownEntry[] {
  if (entries.every(({ isClosed }) => isClosed)) return entries;
  return entries.map((entry) => {
    if (!entry.isClosed) return entry;
    const unsent = new Map(entry.unsent);
    for (const { name } of entry.fields) unsent.set(name, 'refused as it is');
    return { ...entry, fields: [], unsent };
  });
}

function particularFields(
  examination: Examination,
  held: KnownEntry,
  others: () => Promise<KnownEntry[]>,
): Promise<ParticularFields> {
  const send = updating(examination, held.identifier, held.before);
  const find = () => findParticular(examination, held, { send, others });
  return examination.target.memory.of(FoundParticular).of(examination.operation.id, find);
}

/** What of an entry can be changed, as far as its document tells. */
type Changeable = Pick<KnownEntry, 'fields' | 'unsent'>;

/** Keeps what can be changed of each entry, for the next check that finds it as it was: making the values takes longer than a request. */
class ChangeableFields {
  readonly #known = new Map<string, { made: string; changeable: Changeable }>();

  /** @param from all that it is made from, as JSON carries it */
  of(place: string, from: unknown[], make: () => Changeable): Changeable {
    const made = JSON.stringify(from);
    const known = this.#known.get(place);
    if (known?.made === made) return known.changeable;
    const changeable = make();
    this.#known.set(place, { made, changeable });
    return changeable;
  }
}

/** The fields that an entry has; what is absent or malformed could not be put back, so it is left alone, and told in `unsent`. */
function changeableFields(
  examination: Examination,
  updated: Updated,
  updatable: Map<string, LocatedSchema>,
  entry: number,
): Changeable {
  const { document, oracle, operation, target } = examination;
  const { before } = updated;
  const required = requiredMembers(document, operation);
  const unique = uniqueField(examination);
  const unknown = required.filter((name) => before[name] === undefined);
  const context = { document, oracle, today: target.today(), entry };
  const unsent = new Map<string, WhyUnsent>(unknown.map((name) => [name, 'in every update']));
  const fields = [...updatable].flatMap(([name, schema]): UpdatableField[] => {
    const fixed = required.includes(name) ? 'in every update' : name === unique ? 'unique' : undefined;
    if (fixed !== undefined) {
      unsent.set(name, fixed);
      return [];
    }
    const current = memberOf(before, name);
    const isFixed =
      current === undefined || current === null || isExcessive(current) || !oracle.maySend(schema, current);
    if (isFixed || oracle.isShownOtherwise(schema)) {
      unsent.set(name, 'not to be put back');
      return [];
    }
    const sent = sentPart(document, schema, current);
    const [value, ...more] = benignValues(context, schema, sent);
    const none = isNullable(examination, name, schema) ? [null] : [];
    const awkward = [...awkwardValues(context, schema, sent), ...none];
    if (value !== undefined) return [{ name, schema, values: [value, ...more], awkward }];
    unsent.set(name, 'without a value');
    return [];
  });
  if (unknown.length > 0) return { fields: [], unsent };
  const allowed = allowedFields(examination, updated, fields);
  for (const [name, why] of allowed.unsent) unsent.set(name, why);
  return { fields: allowed.fields, unsent };
}

/** The field by which a list of the entries is documented to have each once; undefined where there is none. */
function uniqueField({ service, operation }: Examination): string | undefined {
  const lists = service.operations.flatMap(({ meaning }) =>
    meaning.action === 'list' && meaning.resource === operation.meaning.resource ? [meaning] : [],
  );
  return lists.find(({ order }) => order?.unique)?.order?.by;
}

/** Longer lists are not sent to and fro; one may have become so long by updates that were added to it. */
const LONGEST_LIST = 1000;

function isExcessive(value: unknown): boolean {
  return Array.isArray(value) && value.length > LONGEST_LIST;
}

/** The fields without those that the target refuses as they are: they could not be put back. */
async function takenBack(
  examination: Examination,
  identifier: string,
  before: JsonObject,
  fields: UpdatableField[],
): Promise<Pick<KnownEntry, 'fields' | 'isClosed'>> {
  const { target } = examination;
  const { names: refused, isEvery } = await target.memory.of(TakenBack).refused({
    operation: examination.operation.id,
    place: updatePlaceOf(examination, identifier),
    now: Object.fromEntries(fields.map(({ name }) => [name, before[name] ?? null])),
    today: target.today(),
    send: updating(examination, identifier, before),
  });
  return { fields: fields.filter(({ name }) => !refused.has(name)), isClosed: isEvery };
}

/** What sends an entry any update. */
function updating(examination: Examination, identifier: string, before: JsonObject) {
  return async (patch: JsonObject): Promise<Reply> => {
    keepInJournal(examination, identifier, restorablePart(examination, before));
    const answer = await examination.send({ identifier, body: JSON.stringify(patch) }).catch(asNoAnswer);
    if (answer instanceof NoAnswer) return 'failed';
    requireAvailable(answer);
    if (isRefusal(examination, answer)) return 'refused';
    return isSuccess(answer) ? 'taken' : 'failed';
  };
}

/** @throws any other error */
function asNoAnswer(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  throw error;
}

/** To be called before each write: whatever becomes of this process, the entry can be put back. */
export function keepInJournal({ target, operation }: Examination, identifier: string, before: JsonObject): void {
  target.journal?.keep(operation, identifier, before);
}
