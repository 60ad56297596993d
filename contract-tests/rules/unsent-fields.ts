import { isObject, type Json, type JsonObject } from '../../spec';
import { type Examination, objectIn } from '../examination';
import { NotExercised } from '../findings';
import { awkwardChoices, changeOf, isMade, keptPart, patchOf, requireFields } from '../requests/patches';
import type { Trial, UpdatableField } from '../requests/trial';
import { tryUpdatesOfAll, withMostFields } from '../requests/updates';
import type { Exchange } from '../target/exchange';
import { requireKeptByEmptyUpdates } from './empty-updates';

/** Fields that were not sent keep their values. */
export async function checkUnsent(examination: Examination): Promise<void> {
  await tryUpdatesOfAll(examination, 2, async (trials) => {
    const [trial, other] = withMostFields(trials);
    const { fields, update, attempt, read } = trial;
    // First all of them, and those of another entry, so that there is something of each to be lost or mixed up.
    await update(patchOf(fields));
    if (other !== undefined) await other.update(patchOf(other.fields, 1));
    let expected = keptPart(examination, (await read()).entry);
    if (Object.keys(expected).length < 2) throw new NotExercised('the entry has no second field that could be lost');
    for (const field of fields) {
      const { name, values } = field;
      const answer = await update(changeOf(examination, [{ ...field, values: reversed(values) }], expected));
      const { [name]: _sent, ...unsent } = expected;
      if (examination.operation.returns) requireFields(examination, unsent, objectIn(answer), answer);
      const { entry, exchange } = await read();
      requireFields(examination, { ...unsentOf(examination, name, answer), ...unsent }, entry, exchange);
      // What the sent field is now is not this rule's matter; whether it stays that way is.
      expected = { ...unsent, ...(entry[name] !== undefined && { [name]: entry[name] }) };
    }
    await requireKeptByEmptyUpdates(examination, trial);
    await requireAwkwardKept(examination, fields, { attempt, read });
  });
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
async function requireAwkwardKept(
  examination: Examination,
  fields: Trial['fields'],
  { attempt, read }: Pick<Trial, 'attempt' | 'read'>,
): Promise<void> {
  let before = keptPart(examination, (await read()).entry);
  const isTaken = async (patch: JsonObject) => {
    const answer = await attempt({ body: JSON.stringify(patch) });
    const { entry, exchange } = await read();
    const unsent = Object.entries(before).filter(([name]) => !(name in patch));
    requireFields(examination, Object.fromEntries(unsent), entry, exchange);
    before = keptPart(examination, entry);
    return isMade(examination, answer);
  };
  for (const [index, choice] of awkwardChoices(fields).entries()) {
    for (const patch of choice.filter(isNothing)) await isTaken(patch);
    const others = choice.filter((patch) => !isNothing(patch));
    const together: JsonObject = Object.assign({}, ...others);
    // Of what is refused together, some may be taken alone.
    if (others.length > 0 && !(await isTaken(together)) && others.length > 1)
      for (const patch of others) await isTaken(patch);
    await isTaken(afterwards(fields, index, others.length > 0 ? together : choice.at(-1)));
  }
}

function isNothing(patch: JsonObject): boolean {
  return Object.values(patch).every((value) => [0, '', '0', null].some((one) => one === value) || isEmptyList(value));
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** An update after another one, of a field that it did not send if there is one; of another field each time. */
function afterwards(fields: Trial['fields'], index: number, { ...last }: JsonObject = {}): JsonObject {
  const turned = [...fields.slice(index % fields.length), ...fields.slice(0, index % fields.length)];
  const [field] = turned.toSorted((a, b) => Number(a.name in last) - Number(b.name in last));
  return field === undefined ? {} : { [field.name]: field.values[0] ?? null };
}
