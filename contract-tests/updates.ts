import type { Json, JsonObject, LocatedSchema, Operation } from '../spec';
import { benignValues } from './benign';
import { type Asked, type Examination, objectIn } from './examination';
import type { Exchange } from './exchange';
import { updatableFields } from './fields';
import { NotExercised } from './findings';
import { restore } from './restoration';

/** A field of an entry that an update may change and put back. */
export interface UpdatableField {
  name: string;
  schema: LocatedSchema;
  /** Benign values, at least one, none of them the current one. */
  values: [Json, ...Json[]];
}

/** An entry that is being updated. */
export interface Trial {
  identifier: string;
  /** The entry as it was before. */
  before: JsonObject;
  /** At least one. */
  fields: [UpdatableField, ...UpdatableField[]];
  /** Sends an update that the document promises to serve. */
  update(patch: JsonObject): Promise<Exchange>;
  /** Sends any update. */
  attempt(asked: Asked): Promise<Exchange>;
  /** The entry as it is now. */
  read(): Promise<Reading>;
  /** Another entry as it is now. */
  readOther(identifier: string): Promise<Reading>;
}

export interface Reading {
  entry: JsonObject;
  exchange: Exchange;
}

/** Lets a check update one known entry, and puts back what it changed whatever the check found. */
export async function tryUpdates(examination: Examination, check: (trial: Trial) => Promise<void>): Promise<void> {
  const reading = readingOperation(examination);
  const { identifier, before, fields } = await chooseEntry(examination, reading);
  const [first, ...others] = fields;
  const readEntry = async (id: string): Promise<Reading> => {
    const exchange = await examination.served({ identifier: id }, reading);
    return { entry: objectIn(exchange), exchange };
  };
  if (first === undefined) throw new NotExercised(`${identifier} has no field that could be changed and put back`);
  const trial: Trial = {
    identifier,
    before,
    fields: [first, ...others],
    update: (patch) => examination.served({ identifier, body: JSON.stringify(patch) }),
    attempt: (asked) => examination.send({ identifier, ...asked }),
    read: () => readEntry(identifier),
    readOther: readEntry,
  };
  let found: unknown;
  try {
    await check(trial);
  } catch (error) {
    found = error;
  }
  await restore(examination, trial, found);
  if (found !== undefined) throw found;
}

function readingOperation({ service, operation }: Examination): Operation {
  const { resource } = operation.meaning;
  const reading = service.operations.find(({ meaning }) => meaning.action === 'read' && meaning.resource === resource);
  if (reading === undefined) {
    throw new NotExercised(`no operation reads one of ${resource}, so what is changed could not be put back`);
  }
  return reading;
}

/** How many known entries are looked at for the one with the most fields to change. */
const LOOKED_AT = 4;

async function chooseEntry(examination: Examination, reading: Operation) {
  const updatable = updatableFields(examination);
  let best: { identifier: string; before: JsonObject; fields: UpdatableField[] } | undefined;
  for (const identifier of examination.identifiers().slice(0, LOOKED_AT)) {
    const before = objectIn(await examination.served({ identifier }, reading));
    const fields = changeableFields(examination, before, updatable);
    if (best === undefined || fields.length > best.fields.length) best = { identifier, before, fields };
    if (fields.length === updatable.size) break;
  }
  if (best === undefined) throw new Error('identifiers() gives at least one');
  return best;
}

/** The fields that an entry has; what is absent could not be put back, so it is left alone. */
function changeableFields(examination: Examination, entry: JsonObject, updatable: Map<string, LocatedSchema>) {
  const context = { document: examination.document, oracle: examination.oracle, today: examination.target.today() };
  return [...updatable].flatMap(([name, schema]): UpdatableField[] => {
    const current = entry[name];
    if (current === undefined || current === null) return [];
    const [value, ...more] = benignValues(context, schema, current);
    return value === undefined ? [] : [{ name, schema, values: [value, ...more] }];
  });
}
