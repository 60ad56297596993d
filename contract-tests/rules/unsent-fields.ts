import { isObject, type JsonObject } from '../../spec';
import { type Examination, objectIn } from '../examination';
import { NotExercised } from '../findings';
import { awkwardUpdates } from '../requests/awkward-updates';
import { changeOf, keptPart, patchOf, requireFields, requireMadeOrRefused } from '../requests/patches';
import type { UpdatableField } from '../requests/trial';
import { tryUpdatesOfAll, withMostFields } from '../requests/updates';
import type { Exchange } from '../target/exchange';
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
      if (examination.operation.returns) requireFields(examination, unsent, objectIn(answer), answer);
      const { entry, exchange } = await read();
      requireFields(examination, { ...unsentOf(examination, name, answer), ...unsent }, entry, exchange);
      // What the sent field is now is not this rule's matter; whether it stays that way is.
      expected = { ...unsent, ...(entry[name] !== undefined && { [name]: entry[name] }) };
    }
    await requireKeptByEmptyUpdates(examination, trial);
  });
  await requireAwkwardKept(examination);
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
