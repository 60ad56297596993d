import type { JsonObject, LocatedSchema, Operation } from '../spec';
import { awkwardValues, benignValues } from './benign';
import { type Examination, objectIn } from './examination';
import { updatableFields } from './fields';
import { NotExercised } from './findings';
import { restorablePart, restore } from './restoration';
import type { Reading, Trial, UpdatableField } from './trial';

/**
 * Lets a check update one of the known entries, the one with the most fields to change, and puts back what it changed
 * whatever the check found.
 */
export async function tryUpdates(
  examination: Examination,
  check: (trial: Trial) => Promise<void>,
  among: string[] = examination.identifiers().slice(0, LOOKED_AT),
): Promise<void> {
  const reading = readingOperation(examination);
  const { identifier, before, fields } = await chooseEntry(examination, reading, among);
  const [first, ...others] = fields;
  const readEntry = async (id: string): Promise<Reading> => {
    const exchange = await examination.served({ identifier: id }, reading);
    return { entry: objectIn(exchange), exchange };
  };
  if (first === undefined) throw new NotExercised(`${identifier} has no field that could be changed and put back`);
  const earlier = restorablePart(examination, before);
  const remember = () => examination.target.journal?.keep(examination.operation, identifier, earlier);
  const trial: Trial = {
    identifier,
    before,
    fields: [first, ...others],
    update: (patch) => {
      remember();
      return examination.served({ identifier, body: JSON.stringify(patch) });
    },
    attempt: (asked) => {
      remember();
      return examination.send({ identifier, ...asked });
    },
    read: () => readEntry(identifier),
    readOther: readEntry,
  };
  let found: unknown;
  try {
    await check(trial);
  } catch (error) {
    found = error;
  }
  await restore(examination, { identifier, before: earlier }, found);
  if (found !== undefined) throw found;
}

/** The same with several entries: the check has them all in hand, and all are put back. */
export function tryUpdatesOfAll(
  examination: Examination,
  identifiers: string[],
  check: (trials: Trial[]) => Promise<void>,
  opened: Trial[] = [],
): Promise<void> {
  const [next, ...others] = identifiers;
  if (next === undefined) return check(opened);
  return tryUpdates(examination, (trial) => tryUpdatesOfAll(examination, others, check, [...opened, trial]), [next]);
}

/** The operation that reads what an update has made. */
export function readingOperation({ service, operation }: Examination): Operation {
  const { resource } = operation.meaning;
  const reading = service.operations.find(({ meaning }) => meaning.action === 'read' && meaning.resource === resource);
  if (reading === undefined) {
    throw new NotExercised(`no operation reads one of ${resource}, so what is changed could not be put back`);
  }
  return reading;
}

/** How many known entries are looked at for the one with the most fields to change. */
const LOOKED_AT = 4;

interface Candidate {
  identifier: string;
  before: JsonObject;
  fields: UpdatableField[];
}

async function chooseEntry(examination: Examination, reading: Operation, among: string[]): Promise<Candidate> {
  const updatable = updatableFields(examination);
  let best: Candidate | undefined;
  for (const identifier of among) {
    const before = objectIn(await examination.served({ identifier }, reading));
    const fields = changeableFields(examination, before, updatable);
    if (best === undefined || fields.length > best.fields.length) best = { identifier, before, fields };
    if (fields.length === updatable.size) break;
  }
  if (best === undefined) throw new NotExercised('no entry is known that has a field to change and put back');
  return best;
}

/** The known entries that have a field to change and put back. */
export async function changeableEntries(examination: Examination): Promise<string[]> {
  const reading = readingOperation(examination);
  const changeable: string[] = [];
  for (const identifier of examination.identifiers().slice(0, LOOKED_AT)) {
    const before = objectIn(await examination.served({ identifier }, reading));
    if (changeableFields(examination, before, updatableFields(examination)).length > 0) changeable.push(identifier);
  }
  return changeable;
}

/** The entry with the most fields first. */
export function withMostFields(trials: Trial[]): [Trial, ...Trial[]] {
  const [first, ...others] = trials.toSorted((a, b) => b.fields.length - a.fields.length);
  if (first === undefined) throw new NotExercised('no entry is known');
  return [first, ...others];
}

/** The fields that an entry has; what is absent or malformed could not be put back, so it is left alone. */
function changeableFields(examination: Examination, entry: JsonObject, updatable: Map<string, LocatedSchema>) {
  const context = { document: examination.document, oracle: examination.oracle, today: examination.target.today() };
  return [...updatable].flatMap(([name, schema]): UpdatableField[] => {
    const current = entry[name];
    if (current === undefined || current === null || !examination.oracle.conforms(schema, current)) return [];
    const [value, ...more] = benignValues(context, schema, current);
    const awkward = awkwardValues(context, schema, current);
    return value === undefined ? [] : [{ name, schema, values: [value, ...more], awkward }];
  });
}
