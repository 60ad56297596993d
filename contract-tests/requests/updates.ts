import type { JsonObject, Operation } from '../../spec';
import { type Asked, type Examination, isSuccess, objectIn, requireServed } from '../examination';
import { Conflict, NotExercised, NotRestored } from '../findings';
import type { Exchange } from '../target/exchange';
import { alternativesOf } from '../values/alternatives';
import { updatableFields } from '../values/fields';
import { askedOnce } from './asked-once';
import { type KnownEntry, keepInJournal, knownEntries } from './known-entries';
import { patchesOf } from './patches';
import { type Changed, placeOf, restorablePart, restoreEntries, updatePlaceOf } from './restoration';
import { isConflict } from './served';
import { TakenBack } from './taken-back';
import type { Reading, Trial, WhyUnsent } from './trial';

/**
 * Lets a check update one of the known entries, the one with the most fields to change, and puts back what it changed
 * whatever the check found.
 * @returns what the check gives
 */
export async function tryUpdates<Found>(
  examination: Examination,
  check: (trial: Trial) => Promise<Found>,
): Promise<Found> {
  const reading = readingOperation(examination);
  return pastConflicts(examination, async () => {
    const found = await knownEntries(examination, reading, { isOneEnough: true });
    const [best] = found.toSorted((a, b) => b.fields.length - a.fields.length);
    if (best === undefined) throw new NotExercised('no entry is known that has a field to change and put back');
    const opened = open(examination, reading, best);
    return withOpened(examination, [opened], () => check(opened.trial));
  });
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
  await pastConflicts(examination, async () => {
    const found = (await knownEntries(examination, reading)).filter(({ fields }) => fields.length > 0).slice(0, most);
    const opened = found.map((entry) => open(examination, reading, entry));
    const [first, ...others] = opened.map(({ trial }) => trial);
    if (first === undefined) throw new NotExercised('no entry is known that has a field to change and put back');
    await withOpened(examination, opened, () => check([first, ...others]));
  });
}

/** An update that was made, and its answer. */
export interface MadeUpdate {
  patch: JsonObject;
  answer: Exchange;
}

/** Updates of an entry, of each field alone and of all at once, which are taken back; made once for all checks that judge such answers. */
export function plainUpdates(examination: Examination): Promise<MadeUpdate[]> {
  return askedOnce(examination, 'plain updates', () =>
    tryUpdates(examination, async ({ fields, update }) => {
      const made: MadeUpdate[] = [];
      for (const patch of patchesOf(fields)) made.push({ patch, answer: await update(patch) });
      return made;
    }),
  );
}

/** Makes an attempt, and another without the fields that are refused for the state of an entry, as often as there are more of them. */
async function pastConflicts<Found>(examination: Examination, attempt: () => Promise<Found>): Promise<Found> {
  const takenBack = examination.target.memory.of(TakenBack);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const isNews = takenBack.leaveOut(updatePlaceOf(examination, error.identifier), error.fields);
      if (!isNews) throw error;
    }
  }
}

/** One entry at least, so that no check has to ask whether there is any. */
export type SomeTrials = [Trial, ...Trial[]];

/**
 * The operation that reads what an update has made.
 * @throws {NotExercised} where there is none
 */
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
  const valueless = namesOf(unsent, 'without a value');
  const fixed = namesOf(unsent, 'not to be put back', 'refused as it is');
  if (valueless !== '') notes.push(`No value was found to send for: ${valueless}.`);
  const required = namesOf(unsent, 'in every update');
  const unique = namesOf(unsent, 'unique');
  const apart = namesOf(unsent, 'not beside others');
  if (required !== '') notes.push(`Each update carries ${required} as it is, since the document requires it.`);
  if (unique !== '') notes.push(`Left alone, since no two entries may have the same: ${unique}.`);
  if (apart !== '') notes.push(`Left alone, since the document does not allow it beside the other fields: ${apart}.`);
  if (fixed !== '') notes.push(`Of ${identifier} nothing was sent that could not be put back: ${fixed}.`);
}

function namesOf(unsent: Trial['unsent'], ...wanted: WhyUnsent[]): string {
  return [...unsent].flatMap(([name, why]) => (wanted.includes(why) ? [name] : [])).join(', ');
}

/** The entry with the most fields first. */
export function withMostFields(trials: SomeTrials): SomeTrials {
  return trials.toSorted((a, b) => b.fields.length - a.fields.length) as SomeTrials; // as many, in another order
}

/** A trial, and what has to be put back after it. */
interface Opened extends Changed {
  trial: Trial;
}

function open(
  examination: Examination,
  reading: Operation,
  { identifier, before, fields, unsent }: KnownEntry,
): Opened {
  const [first, ...others] = fields;
  if (first === undefined) {
    const valueless = namesOf(unsent, 'without a value');
    const required = namesOf(unsent, 'in every update');
    const isChoice = updatableFields(examination).size === 0 && isOfAlternatives(examination);
    const whys = [
      `${identifier} has no field that could be changed and put back`,
      ...(isChoice ? ['what an update carries is documented as alternatives (oneOf, anyOf) alone'] : []),
      ...(valueless === '' ? [] : [`no value was found to send for: ${valueless}`]),
      ...(required === '' ? [] : [`each update has to carry ${required}`]),
    ];
    throw new NotExercised(whys.join('; '));
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
    update: (patch) => update(examination, identifier, patch, attempt),
    attempt,
    read: () => readOther(identifier),
    readOther,
  };
  return { trial, identifier, before: earlier, sent };
}

function isOfAlternatives({ document, operation }: Examination): boolean {
  const schema = operation.body?.json?.schema;
  return schema !== undefined && alternativesOf(document, schema).length > 0;
}

/**
 * Sends an update that the document promises to serve, unless it says of one that meets the state of the entry that it may be refused.
 * @throws {Conflict} with the fields that are refused so by themselves, or with all where only together they are
 */
async function update(
  examination: Examination,
  identifier: string,
  patch: JsonObject,
  attempt: Trial['attempt'],
): Promise<Exchange> {
  const answer = await attempt({ body: JSON.stringify(patch) });
  if (!isConflict(examination, answer)) return requireServed(examination.operation, answer);
  const names = Object.keys(patch);
  const refused: string[] = [];
  if (names.length > 1) {
    for (const [name, value] of Object.entries(patch)) {
      if (isConflict(examination, await attempt({ body: JSON.stringify({ [name]: value }) }))) refused.push(name);
    }
  }
  const fields = refused.length > 0 ? refused : names;
  const why = `the target refuses ${fields.join(', ')} in the state of ${identifier} (${answer.response.status}), as the document says`;
  throw new Conflict(why, identifier, fields);
}

/** Makes a check and puts back what it changed; what cannot be put back is changed in no entry again. */
async function withOpened<Found>(
  examination: Examination,
  opened: Opened[],
  check: () => Promise<Found>,
): Promise<Found> {
  const came = await check().then(
    (found) => ({ found }),
    (thrown: unknown) => ({ thrown }),
  );
  await restoreEntries(examination, opened, 'thrown' in came ? came.thrown : undefined).catch((error: unknown) => {
    for (let each = error; each instanceof NotRestored; each = each.cause)
      examination.target.memory.of(TakenBack).leaveOut(examination.operation.id, each.refused);
    throw error;
  });
  if ('thrown' in came) throw came.thrown;
  return came.found;
}
