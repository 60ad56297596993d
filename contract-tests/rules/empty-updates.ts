import type { JsonObject } from '../../spec';
import { type Examination, isSuccess } from '../examination';
import { changeOf, keptPart, requireAnswered, requireFields } from '../requests/patches';
import { UNKNOWN_FIELD } from '../requests/provocations';
import { removeField } from '../requests/restoration';
import { isServed } from '../requests/served';
import type { Trial } from '../requests/trial';

/**
 * Sends an update of nothing, and one of a field that the document does not know beside one that it does. Either may be refused;
 * where it is served, what it does not send keeps its value.
 */
export async function requireKeptByEmptyUpdates(examination: Examination, trial: Trial): Promise<void> {
  const now = keptPart(examination, (await trial.read()).entry);
  await requireKeptBy({}, examination, trial, now);
  const known = changeOf(examination, trial.fields.slice(0, 1), now);
  await requireKeptBy({ ...known, [UNKNOWN_FIELD]: 'sample' }, examination, trial, now);
  await removeField(examination, trial, UNKNOWN_FIELD);
}

async function requireKeptBy(
  patch: JsonObject,
  examination: Examination,
  { attempt, read }: Trial,
  now: JsonObject,
): Promise<void> {
  const answer = await attempt({ body: JSON.stringify(patch) });
  if (!isSuccess(answer)) return;
  const unsent = Object.fromEntries(Object.entries(now).filter(([name]) => !(name in patch)));
  if (isServed(examination, answer)) requireAnswered(examination, unsent, answer);
  const { entry } = await read();
  requireFields(examination, unsent, entry, answer);
}
