import { isObject, type Json, type JsonObject } from '../../spec';
import type { Examination } from '../examination';
import { NotExercised } from '../findings';
import { awkwardUpdates } from '../requests/awkward-updates';
import {
  changeOf,
  isMade,
  keptPart,
  patchOf,
  requireAnswered,
  requireFields,
  requireMadeOrRefused,
} from '../requests/patches';
import type { Trial, UpdatableField } from '../requests/trial';
import { tryUpdatesOfAll, withMostFields } from '../requests/updates';
import type { Exchange } from '../target/exchange';
import { isFieldSame, isMergePatch } from '../values/fields';
import { requireKeptByEmptyUpdates } from './empty-updates';

/** Fields that were not sent keep their values. */
export async function checkUnsent(examination: Examination): Promise<void> {
  await tryUpdatesOfAll(examination, 2, async (trials) => {
    const [trial, other] = withMostFields(trials);
    const { fields, update, read } = trial;
    // First all of them, and those of another entry, so that there is something of each to be lost or mixed up.
    await update(patchOf(fields));
    if (other !== undefined) await other.update(patchOf(other.fields, 1));
    let expected = keptPart(examination, (await read()).entry);
    if (Object.keys(expected).length < 2) throw new NotExercised('the entry has no second field that could be lost');
    for (const field of fields) {
      const { name, values } = field;
      const answer = await update(changeOf(examination, [{ ...field, values: reversed(values) }], expected));
      const { [name]: _sent, ...unsent } = expected;
      requireAnswered(examination, unsent, answer);
      const { entry, exchange } = await read();
      requireFields(examination, { ...unsentOf(examination, name, answer), ...unsent }, entry, exchange);
      // What the sent field is now is not this rule's matter; whether it stays that way is.
      expected = { ...unsent, ...(entry[name] !== undefined && { [name]: entry[name] }) };
    }
    if (isMergePatch(examination.operation)) await requireMembersKept(examination, trial);
    await requireKeptByEmptyUpdates(examination, trial);
  });
  await requireAwkwardKept(examination);
}

/** Of an object of which some members are sent, the others stay, at every depth: what the document allows to be sent so may be refused. */
async function requireMembersKept(examination: Examination, { fields, attempt, read }: Trial): Promise<void> {
  for (const { name, schema, values } of fields) {
    const { [name]: there } = (await read()).entry;
    const other = values.find((value) => isObject(value) && !isFieldSame(examination, name, value, there));
    let now = there;
    for (const part of partsOf(now, other).filter((each) => examination.oracle.maySend(schema, each))) {
      const expected = merged(now, part);
      const answer = await attempt({ body: JSON.stringify({ [name]: part }) });
      if (!isMade(examination, answer)) continue;
      const { entry, exchange } = await read();
      requireAnswered(examination, { [name]: expected }, answer);
      requireFields(examination, { [name]: expected }, entry, exchange);
      now = entry[name];
    }
  }
}

/** Objects with one member of another each; of a member that is an object itself, with one of its members. */
function partsOf(there: Json | undefined, other: Json | undefined): JsonObject[] {
  if (!isObject(there) || !isObject(other) || Object.keys(there).length < 2) return [];
  return Object.entries(other).flatMap(([name, value]) => {
    const inner = partsOf(there[name], value);
    return (inner.length > 0 ? inner : [value]).map((part) => ({ [name]: part }));
  });
}

/** An object with the members of a part, where both are objects merged in turn. */
function merged(there: Json | undefined, part: Json): Json {
  if (!isObject(there) || !isObject(part)) return part;
  const members = Object.entries(part).map(([name, value]) => [name, merged(there[name], value)]);
  return { ...there, ...Object.fromEntries(members) };
}

/** What the answer to an update shows of the fields that were not sent: a read has to show it too. */
function unsentOf(examination: Examination, sent: string, { response }: Exchange): JsonObject {
  const value = response.json?.value;
  const { [sent]: _sent, ...unsent } = isObject(value) ? keptPart(examination, value) : {};
  return unsent;
}

function reversed([first, ...others]: UpdatableField['values']): UpdatableField['values'] {
  const [last = first, ...rest] = [first, ...others].toReversed();
  return [last, ...rest];
}

/** Values that careless code takes for nothing, and others that are awkward, have to survive updates of other fields as well. */
async function requireAwkwardKept(examination: Examination): Promise<void> {
  for (const { patch, answer, before, after } of (await awkwardUpdates(examination)).updates) {
    requireMadeOrRefused(examination, answer);
    const unsent = Object.entries(keptPart(examination, before)).filter(([name]) => !(name in patch));
    requireFields(examination, Object.fromEntries(unsent), after.entry, after.exchange);
  }
}
