import type { JsonObject } from '../spec';
import { type Examination, isSuccess, objectIn, requireAvailable } from './examination';
import { isFieldSame, updatableFields } from './fields';
import { NotRestored } from './findings';
import type { Trial } from './updates';

/** How often the change is taken back, and how long a busy target is left in peace in between, in milliseconds. */
const ATTEMPTS = 3;
const PAUSE = 1000;

/**
 * Puts an entry back as it was before, and reads it to see that it is.
 * @throws {NotRestored} with what remains changed; its cause is what the check had found
 */
export async function restore(examination: Examination, trial: Trial, cause: unknown): Promise<void> {
  let problem = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const changed = changedFields(examination, trial.before, (await trial.read()).entry);
      if (changed.length === 0) return;
      problem = await putBack(trial, changed);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
  throw new NotRestored(
    `${trial.identifier} could not be put back (${problem}). Before the check it was ${JSON.stringify(trial.before)}`,
    { cause },
  );
}

/** Sends the earlier values of the fields that changed; returns what is still wrong if that does not help. */
async function putBack(trial: Trial, changed: string[]): Promise<string> {
  const present = changed.filter((name) => trial.before[name] !== undefined);
  if (present.length === 0) return `${changed.join(', ')} was not there before, and is now`;
  const patch = Object.fromEntries(present.map((name) => [name, trial.before[name]]));
  const exchange = await trial.attempt({ body: JSON.stringify(patch) });
  requireAvailable(exchange);
  return isSuccess(exchange)
    ? `${changed.join(', ')} still differs`
    : `the target answered ${exchange.response.status}`;
}

/** The updatable fields that are no longer as they were. */
function changedFields(examination: Examination, before: JsonObject, now: JsonObject): string[] {
  return [...updatableFields(examination).keys()].filter(
    (name) => !isFieldSame(examination, name, before[name] ?? undefined, now[name] ?? undefined),
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
