import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type Json, type JsonObject } from '../../spec';
import { type Examination, isSuccess, objectIn, requireAvailable } from '../examination';
import { Busy, Conflict, Ended, NotExercised, NotRestored } from '../findings';
import type { Exchange } from '../target/exchange';
import { isFieldSame, isWholeSame, sendableEntry, updatableFields } from '../values/fields';
import { atOnce } from './at-once';
import { RequiredMembers } from './required-members';
import { isConflict, isRefusal } from './served';
import { TakenBack } from './taken-back';
import type { Trial } from './trial';

/** An entry and what of it has to be as it was. */
export interface Earlier {
  identifier: string;
  before: JsonObject;
}

/** An entry that a check may have changed. */
export interface Changed extends Earlier {
  /** The fields that were sent in updates which were served. */
  sent: ReadonlySet<string>;
}

/**
 * Puts several entries back, one after the other, and then reads them all. What was sent is sent back at once, so that a slow
 * target is asked twice and not three times; the reading tells what else there is to do. What stays changed for the state in which
 * an entry is now, as the document says that it may, is noted, told once more when the run ends, and changed in no entry again.
 * @throws {NotRestored} as `restore`
 */
export async function restoreEntries(examination: Examination, entries: Changed[], cause: unknown): Promise<void> {
  for (const { sent, ...earlier } of entries) {
    const part = partOf(earlier.before, [...sent]);
    if (sent.size > 0) await putBack(examination, earlier.identifier, part).catch(() => 'the reading shows it');
  }
  const unlike = await atOnce(entries, async (entry) => ((await isAsBefore(examination, entry)) ? [] : [entry]));
  let failure: unknown;
  for (const entry of unlike.flat()) {
    await restore(examination, entry, failure ?? cause).catch((error: unknown) => {
      if (error instanceof Conflict) leaveAsItIs(examination, error);
      else failure = error;
    });
  }
  if (failure !== undefined) throw failure;
}

function leaveAsItIs({ target, operation, notes }: Examination, { message, fields }: Conflict): void {
  target.memory.of(TakenBack).leaveOut(operation.id, fields);
  notes.push(message);
}

/** How often the change is taken back, and how long a busy target is left in peace in between, in milliseconds. */
const ATTEMPTS = 3;
const PAUSE = 1000;

/** The same of a target that says that it is busy, by the number of times so far: maintenance may take half a minute. */
const BUSY_PAUSES = [500, 1000, 2000, 4000, 8000, 15_000];

/** How long after an update a read may still show what was before, in milliseconds. */
const LAG = 300;

/** What came of sending fields back, each by itself. */
interface SentBack {
  /** What was sent and taken, as JSON. */
  taken: Set<string>;
  /** By the field's name. */
  refused: Map<string, Exchange>;
}

/**
 * Puts an entry back as it was before, and reads it to see that it is.
 * @throws {NotRestored} with what remains changed; its cause is what the check had found
 * @throws {Conflict} the same, where the document says that an update may be refused so
 */
export async function restore(examination: Examination, earlier: Earlier, cause?: unknown): Promise<void> {
  let problem = '';
  let changed: string[] = [];
  let ended: Ended | undefined;
  const busyPauses = [...BUSY_PAUSES];
  const alone: SentBack = { taken: new Set(), refused: new Map() };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const now = await readEntry(examination, earlier.identifier);
      // Once it was put back, what differs in what only answers have, as in a number that an item was given, is the server's own.
      changed = changedFields(examination, earlier.before, now, attempt === 0 ? isWholeSame : isFieldSame);
      if (changed.length === 0) return;
      // A service that refused all of them at once may take each by itself; what it took so is not made better by more of it.
      const parts =
        attempt === 0
          ? [partOf(earlier.before, changed)]
          : changed.map((name) => ({ [name]: takingBack(earlier.before[name], now[name]) }));
      const untried = parts.filter((part) => !alone.taken.has(JSON.stringify(part)));
      if (untried.length === 0) await sleep(LAG);
      for (const part of untried) problem = await putBack(examination, earlier.identifier, part, alone);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      if (error instanceof Ended) ended = error;
      const pause = error instanceof Busy ? busyPauses.shift() : undefined;
      // That it is busy says nothing of what was sent, and counts as no attempt.
      if (pause !== undefined) attempt -= 1;
      await (pause === undefined ? leaveInPeace(examination) : sleep(pause));
    }
  }
  if (await isAsBefore(examination, earlier, isFieldSame)) return;
  const { identifier, before } = earlier;
  const message = `${identifier} could not be put back (${problem}). Before the check it was ${JSON.stringify(before)}`;
  if (isAllToConflict(examination, changed, alone)) throw new Conflict(message, identifier, changed);
  throw new NotRestored(message, { cause: cause ?? ended }, [...alone.refused.keys()]);
}

/** Whether the state of the entry alone, as the document says that it may, keeps the fields from being put back. */
function isAllToConflict(examination: Examination, changed: string[], { refused }: SentBack): boolean {
  const answers = changed.map((name) => refused.get(name));
  return answers.length > 0 && answers.every((answer) => answer && isConflict(examination, answer));
}

/** Waits for a target that is busy, or closed as after wrong credentials. */
async function leaveInPeace({ target }: Examination): Promise<void> {
  const isOpenAgain = await target.isReopened().catch((error: unknown) => {
    if (error instanceof Ended) return false; // what is to be put back is sent all the same
    throw error;
  });
  if (!isOpenAgain) await sleep(PAUSE);
}

/** Where an entry stands among those that are settled. */
export function placeOf({ operation }: Examination, identifier: string): string {
  return `${operation.meaning.resource} ${identifier.toLowerCase()}`;
}

/** The same for the one operation that updates it. */
export function updatePlaceOf(examination: Examination, identifier: string): string {
  return `${examination.operation.id} ${placeOf(examination, identifier)}`;
}

/** Whether an entry is settled; false also where it cannot be read: then whoever puts it back finds out why. */
async function isAsBefore(
  examination: Examination,
  { identifier, before }: Earlier,
  isSame = isWholeSame,
): Promise<boolean> {
  try {
    const now = await readEntry(examination, identifier);
    if (changedFields(examination, before, now, isSame).length > 0) return false;
    examination.target.settled.set(placeOf(examination, identifier), now);
    return true;
  } catch {
    return false;
  }
}

/** The fields of an entry that an update can put back. */
export function restorablePart(examination: Examination, entry: JsonObject): JsonObject {
  const names = updatableFields(examination);
  return Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name)));
}

async function readEntry(examination: Examination, identifier: string): Promise<JsonObject> {
  const { service, operation, document, target } = examination;
  const { resource } = operation.meaning;
  const reading = service.operations.find(({ meaning }) => meaning.action === 'read' && meaning.resource === resource);
  if (reading === undefined) throw new NotExercised(`no operation reads one of ${resource}`);
  const shown = objectIn(await examination.served({ identifier, restores: true }, reading));
  const entry = sendableEntry(examination, shown);
  target.memory.of(RequiredMembers).note(document, operation, identifier, entry);
  return entry;
}

/** The earlier values of some fields; what was not there before is left out. */
function partOf(before: JsonObject, names: string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = before[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** What makes the earlier value of the one that is there, of objects also where they are merged: members that it did not have are null. */
function takingBack(before: Json | undefined, now: Json | undefined): Json {
  if (!isObject(before) || !isObject(now)) return before ?? null;
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return Object.fromEntries([...names].map((name) => [name, takingBack(before[name], now[name])]));
}

/** Sends the earlier values of fields that changed; returns what is still wrong if that does not help. */
async function putBack(
  examination: Examination,
  identifier: string,
  part: JsonObject,
  alone?: SentBack,
): Promise<string> {
  const [name, ...others] = Object.keys(part);
  if (name === undefined) return 'it was not there before, and is now';
  const exchange = await examination.send({ identifier, body: JSON.stringify(part), restores: true });
  requireAvailable(exchange);
  if (others.length === 0) noteAlone(examination, part, exchange, alone);
  if (!isSuccess(exchange)) return `the target answered ${exchange.response.status}`;
  return `${Object.keys(part).join(', ')} still differs`;
}

function noteAlone(examination: Examination, part: JsonObject, exchange: Exchange, alone: SentBack | undefined): void {
  if (isSuccess(exchange)) alone?.taken.add(JSON.stringify(part));
  else if (isRefusal(examination, exchange)) for (const name of Object.keys(part)) alone?.refused.set(name, exchange);
}

/** The updatable fields that are no longer as they were. */
function changedFields(
  examination: Examination,
  before: JsonObject,
  now: JsonObject,
  isSame: typeof isWholeSame,
): string[] {
  return [...updatableFields(examination).keys()].filter(
    (name) => !isSame(examination, name, withoutNulls(before[name]), withoutNulls(now[name])),
  );
}

/** A value without what is null: whether a member is null or not there, RFC 7396 cannot tell apart. */
function withoutNulls(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return value ?? undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const left = withoutNulls(member);
      return left === undefined ? [] : [[name, left] as const];
    }),
  );
}

/** Removes a field that no entry should have, where the target stored it. */
export async function removeField(examination: Examination, trial: Trial, name: string): Promise<void> {
  if ((await trial.read()).entry[name] === undefined) return;
  await trial.attempt({ body: JSON.stringify({ [name]: null }) });
  const left = objectIn((await trial.read()).exchange)[name];
  if (left !== undefined && left !== null) {
    examination.notes.push(`${trial.identifier} keeps the field "${name}", which no operation can remove.`);
  }
}
