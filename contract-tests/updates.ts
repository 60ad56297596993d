import type { JsonObject, LocatedSchema, Operation } from '../spec';
import { atOnce } from './at-once';
import { awkwardValues, benignValues } from './benign';
import { isDay } from './days';
import { type Asked, type Examination, isSuccess, objectIn, requireServed } from './examination';
import { isNullable, isShownOtherwise, updatableFields } from './fields';
import { NotExercised } from './findings';
import { type Changed, placeOf, restorablePart, restoreEntries } from './restoration';
import type { Reading, Trial, UpdatableField, WhyUnsent } from './trial';

/**
 * Lets a check update one of the known entries, the one with the most fields to change, and puts back what it changed
 * whatever the check found.
 */
export async function tryUpdates(examination: Examination, check: (trial: Trial) => Promise<void>): Promise<void> {
  const reading = readingOperation(examination);
  const found = await candidates(examination, reading, { isOneEnough: true });
  const [best] = found.toSorted((a, b) => b.fields.length - a.fields.length);
  if (best === undefined) throw new NotExercised('no entry is known that has a field to change and put back');
  const opened = open(examination, reading, best);
  await withOpened(examination, [opened], () => check(opened.trial));
}

/**
 * The same with several entries, as many as are known and can be changed, and no more than `most`: the check has them all in
 * hand, and all are put back.
 */
export async function tryUpdatesOfAll(
  examination: Examination,
  most: number,
  check: (trials: SomeTrials) => Promise<void>,
): Promise<void> {
  const reading = readingOperation(examination);
  const found = (await candidates(examination, reading)).filter(({ fields }) => fields.length > 0).slice(0, most);
  const opened = found.map((candidate) => open(examination, reading, candidate));
  const [first, ...others] = opened.map(({ trial }) => trial);
  if (first === undefined) throw new NotExercised('no entry is known that has a field to change and put back');
  await withOpened(examination, opened, () => check([first, ...others]));
}

export type SomeTrials = [Trial, ...Trial[]];

/** The operation that reads what an update has made. */
export function readingOperation({ service, operation }: Examination): Operation {
  const { resource } = operation.meaning;
  const reading = service.operations.find(({ meaning }) => meaning.action === 'read' && meaning.resource === resource);
  if (reading === undefined) {
    throw new NotExercised(`no operation reads one of ${resource}, so what is changed could not be put back`);
  }
  return reading;
}

/** Tells in the outcome of a check which documented fields it sent no update of. */
export function noteUnsent({ notes }: Examination, { identifier, unsent }: Pick<Trial, 'identifier' | 'unsent'>): void {
  const [valueless, fixed] = [namesOf(unsent, 'without a value'), namesOf(unsent, 'not to be put back')];
  if (valueless !== '') notes.push(`No value was found to send for: ${valueless}.`);
  if (fixed !== '') notes.push(`Of ${identifier} nothing was sent that could not be put back: ${fixed}.`);
}

function namesOf(unsent: Trial['unsent'], wanted: WhyUnsent): string {
  return [...unsent].flatMap(([name, why]) => (why === wanted ? [name] : [])).join(', ');
}

/** The entry with the most fields first. */
export function withMostFields(trials: SomeTrials): SomeTrials {
  return trials.toSorted((a, b) => b.fields.length - a.fields.length) as SomeTrials; // as many, in another order
}

/** How many known entries are looked at for those with the most fields to change. */
const LOOKED_AT = 4;

interface Candidate {
  identifier: string;
  before: JsonObject;
  fields: UpdatableField[];
  unsent: Map<string, WhyUnsent>;
}

/** The known entries with what of each can be changed and put back; `isOneEnough` stops at one of which everything can. */
async function candidates(
  examination: Examination,
  reading: Operation,
  { isOneEnough = false } = {},
): Promise<Candidate[]> {
  const updatable = updatableFields(examination);
  const look = async (identifier: string, entry: number): Promise<Candidate> => {
    const settled = examination.target.settled.get(placeOf(examination, identifier));
    const before = settled ?? objectIn(await examination.served({ identifier }, reading));
    const unsent = new Map<string, WhyUnsent>();
    const changeable = changeableFields(examination, before, updatable, { entry, unsent });
    const fields = await takenBack(examination, identifier, before, changeable);
    for (const { name } of changeable)
      if (fields.every((field) => field.name !== name)) unsent.set(name, 'not to be put back');
    return { identifier, before, fields, unsent };
  };
  const [first, ...others] = [...examination.identifiers().slice(0, LOOKED_AT).entries()].map(
    ([entry, identifier]) =>
      () =>
        look(identifier, entry),
  );
  if (first === undefined) return [];
  if (!isOneEnough) return atOnce([first, ...others], (each) => each());
  const found = await first();
  return found.fields.length === updatable.size ? [found] : [found, ...(await atOnce(others, (each) => each()))];
}

/** The fields that an entry has; what is absent or malformed could not be put back, so it is left alone, and told in `unsent`. */
function changeableFields(
  examination: Examination,
  before: JsonObject,
  updatable: Map<string, LocatedSchema>,
  { entry, unsent }: { entry: number; unsent: Map<string, WhyUnsent> },
): UpdatableField[] {
  const { document, oracle, target } = examination;
  const context = { document, oracle, today: target.today(), entry };
  return [...updatable].flatMap(([name, schema]): UpdatableField[] => {
    const current = before[name];
    const isFixed = current === undefined || current === null || !oracle.maySend(schema, current);
    if (isFixed || isShownOtherwise(document, schema)) {
      unsent.set(name, 'not to be put back');
      return [];
    }
    const [value, ...more] = benignValues(context, schema, current);
    const none = isNullable(examination, name, schema) ? [null] : [];
    const awkward = [...awkwardValues(context, schema, current), ...none];
    if (value !== undefined) return [{ name, schema, values: [value, ...more], awkward }];
    unsent.set(name, 'without a value');
    return [];
  });
}

/** The fields without those whose dates have passed and would no longer be taken: they could not be put back. */
async function takenBack(
  examination: Examination,
  identifier: string,
  before: JsonObject,
  fields: UpdatableField[],
): Promise<UpdatableField[]> {
  const kept = [];
  for (const field of fields) {
    const value = before[field.name];
    const isPast = [value].flat().some((each) => isDay(each) && each < examination.target.today());
    const isTaken = async () => {
      keepInJournal(examination, identifier, restorablePart(examination, before));
      return isSuccess(await examination.send({ identifier, body: JSON.stringify({ [field.name]: value }) }));
    };
    if (!isPast || (await isTaken())) kept.push(field);
  }
  return kept;
}

/** To be called before each write: whatever becomes of this process, the entry can be put back. */
function keepInJournal({ target, operation }: Examination, identifier: string, before: JsonObject): void {
  target.journal?.keep(operation, identifier, before);
}

/** A trial, and what has to be put back after it. */
interface Opened extends Changed {
  trial: Trial;
}

function open(examination: Examination, reading: Operation, { identifier, before, fields, unsent }: Candidate): Opened {
  const [first, ...others] = fields;
  if (first === undefined) {
    const valueless = namesOf(unsent, 'without a value');
    const why = valueless === '' ? '' : `; no value was found to send for: ${valueless}`;
    throw new NotExercised(`${identifier} has no field that could be changed and put back${why}`);
  }
  const earlier = restorablePart(examination, before);
  examination.target.settled.delete(placeOf(examination, identifier));
  const sent = new Set<string>();
  const attempt = async (asked: Asked) => {
    keepInJournal(examination, identifier, earlier);
    const exchange = await examination.send({ identifier, ...asked });
    if (isSuccess(exchange))
      for (const name of Object.keys(earlier)) if (asked.body?.includes(`"${name}"`)) sent.add(name);
    return exchange;
  };
  const readOther = async (id: string): Promise<Reading> => {
    const exchange = await examination.served({ identifier: id }, reading);
    return { entry: objectIn(exchange), exchange };
  };
  const trial: Trial = {
    identifier,
    before,
    fields: [first, ...others],
    unsent,
    update: async (patch) => requireServed(examination.operation, await attempt({ body: JSON.stringify(patch) })),
    attempt,
    read: () => readOther(identifier),
    readOther,
  };
  return { trial, identifier, before: earlier, sent };
}

async function withOpened(examination: Examination, opened: Opened[], check: () => Promise<void>): Promise<void> {
  let found: unknown;
  try {
    await check();
  } catch (error) {
    found = error;
  }
  await restoreEntries(examination, opened, found);
  if (found !== undefined) throw found;
}
