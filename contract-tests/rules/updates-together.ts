import type { JsonObject, Operation } from '../../spec';
import { type Examination, objectIn } from '../examination';
import { NotExercised, Violation } from '../findings';
import { atOnce, MOST_AT_ONCE } from '../requests/at-once';
import {
  changeOf,
  isAnswered,
  isMade,
  keptPart,
  patchesOf,
  patchOf,
  requireAnswered,
  requireFields,
  requireStored,
} from '../requests/patches';
import { readElsewhere } from '../requests/reads-elsewhere';
import type { Trial, UpdatableField } from '../requests/trial';
import { tryUpdates, tryUpdatesOfAll, withMostFields } from '../requests/updates';
import type { Rule } from '../rule';
import { type Exchange, summaryOf } from '../target/exchange';

/** What several fields, the same update twice, and several updates at once come to. */
export const TOGETHER_RULES: Rule[] = [
  {
    id: 'field-combinations',
    source: ({ meaning }) => meaning.source,
    statement: () =>
      'Whatever fields are sent together, all of them take their new values, and the others keep theirs.',
    appliesTo: isMerge,
    requests: () => 40 + 2 * 2 * COMBINATIONS,
    check: (examination) =>
      tryUpdatesOfAll(examination, 2, async (trials) => {
        const [trial, other = trial] = withMostFields(trials);
        const combinations = combinationsOf(trial.fields);
        if (combinations.length === 0) throw new NotExercised('the entry has a single field that could be put back');
        await requireCombinations(examination, trial, combinations);
        // Two the other way round, since the order of fields means nothing; of another entry, where there is one.
        const turned = pairsOf(other.fields).map((fields) => fields.toReversed());
        await requireCombinations(examination, other, turned);
      }),
  },
  {
    id: 'whole-entry-returned',
    source: 'documented',
    statement: () => 'The answer to an update shows the whole entry, with every documented field that a read shows.',
    place: ({ success }) => success.pointer,
    appliesTo: (operation) => isMerge(operation) && operation.returns !== undefined,
    check: (examination) =>
      tryUpdatesOfAll(examination, 2, async (trials) => {
        const [{ fields, update, read }, other] = withMostFields(trials);
        for (const patch of patchesOf(fields)) {
          const answer = await update(patch);
          requireNamed(examination, (await read()).entry, answer);
        }
        if (other === undefined) return;
        const answer = await other.update(patchOf(other.fields.slice(0, 1)));
        requireNamed(examination, (await other.read()).entry, answer);
      }),
  },
  {
    id: 'update-repeatable',
    source: ({ meaning }) => meaning.source,
    statement: () => 'The same update sent again leaves the entry as the first one made it.',
    appliesTo: isMerge,
    check: (examination) =>
      tryUpdates(examination, async (trial) => {
        for (const patch of patchesOf(trial.fields)) await requireRepeatable(examination, trial, patch);
      }),
  },
  {
    id: 'updates-at-once',
    source: ({ meaning }) => meaning.source,
    statement: () =>
      'Of updates that are sent at once, each of another field, none is lost; nor by reads between and after them.',
    appliesTo: isMerge,
    check: async (examination) => {
      await tryUpdates(examination, (trial) => checkAtOnce(examination, trial));
      await tryUpdatesOfAll(examination, MOST_AT_ONCE, (trials) => requireEachItsOwn(examination, trials));
    },
  },
];

function isMerge({ meaning }: Operation): boolean {
  return meaning.action === 'merge';
}

async function requireCombinations(
  examination: Examination,
  trial: Trial,
  combinations: UpdatableField[][],
): Promise<void> {
  let now = keptPart(examination, (await trial.read()).entry);
  for (const fields of combinations) {
    const patch = changeOf(examination, fields, now);
    const answer = await trial.update(patch);
    now = { ...now, ...patch };
    requireAnswered(examination, now, answer);
    const { entry, exchange } = await trial.read();
    requireFields(examination, now, entry, exchange);
  }
}

/** Requires that an answer has each documented field of an entry, whatever its value. */
function requireNamed(examination: Examination, entry: JsonObject, answer: Exchange): void {
  const { service, operation } = examination;
  const known = service.resources.find(({ name }) => name === operation.meaning.resource)?.fields;
  const shown = objectIn(answer);
  const missing = Object.keys(entry).find(
    (name) => known?.has(name) && isAnswered(examination, name) && !Object.hasOwn(shown, name),
  );
  if (missing !== undefined) throw new Violation(`the field ${missing}, as a read shows it`, summaryOf(answer), answer);
}

/** How many combinations of fields are tried at most. */
const COMBINATIONS = 24;

/** Every two fields, all but one, and all: what goes wrong with more fields does so with these. */
function combinationsOf(fields: UpdatableField[]): UpdatableField[][] {
  const allButOne = fields.length > 3 ? fields.map((left) => fields.filter((field) => field !== left)) : [];
  return [...pairsOf(fields), ...allButOne, ...(fields.length > 2 ? [fields] : [])].slice(-COMBINATIONS);
}

function pairsOf(fields: UpdatableField[]): UpdatableField[][] {
  return fields.flatMap((one, index) => fields.slice(index + 1).map((other) => [one, other])).slice(-COMBINATIONS);
}

async function requireRepeatable(examination: Examination, trial: Trial, patch: JsonObject): Promise<void> {
  const { update, attempt, read } = trial;
  await update(patch);
  const first = await read();
  const made = keptPart(examination, first.entry);
  const again = await attempt({ body: JSON.stringify(patch) });
  // What changes nothing may be refused for that.
  if (isMade(examination, again)) requireAnswered(examination, made, again);
  const { entry, exchange } = await read();
  requireFields(examination, made, entry, exchange);
}

/** How often updates are sent at once: what is lost is lost by chance. */
const ROUNDS = 3;

async function checkAtOnce(examination: Examination, trial: Trial): Promise<void> {
  if (trial.fields.length < 2) throw new NotExercised('the entry has a single field that could be put back');
  let now = keptPart(examination, trial.before);
  let taken = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const fields = round % 2 === 0 ? trial.fields : trial.fields.toReversed();
    const patches = fields.slice(0, MOST_AT_ONCE - 2).map((field) => changeOf(examination, [field], now));
    // A read before them and one after them, each of which a cache may keep.
    const [, ...answers] = await atOnce([undefined, ...patches, undefined], (patch) =>
      patch === undefined ? trial.read().then(() => undefined) : attempted(examination, trial, patch),
    );
    const made = patches.filter((_, index) => answers[index] === true);
    taken = Math.max(taken, made.length);
    now = { ...now, ...Object.assign({}, ...made) };
    await requireStored(examination, Object.assign({}, ...made), trial);
    const { entry, exchange } = await trial.read();
    requireFields(examination, unsentPart(now, patches), entry, exchange);
    now = keptPart(examination, entry);
  }
  await readElsewhere(examination);
  await requireStored(examination, now, trial);
  if (taken === 0) throw new NotExercised('the target refuses the updates');
  if (taken < 2) throw new NotExercised('the target takes one update at a time and refuses the others');
}

function unsentPart(now: JsonObject, patches: JsonObject[]): JsonObject {
  return Object.fromEntries(Object.entries(now).filter(([name]) => !patches.some((patch) => name in patch)));
}

/** @returns whether the update was made; one that meets another may be refused, which says so to whoever sent it */
async function attempted(examination: Examination, { attempt }: Trial, patch: JsonObject): Promise<boolean> {
  const answer = await attempt({ body: JSON.stringify(patch) });
  const made = isMade(examination, answer);
  if (made) requireAnswered(examination, patch, answer);
  return made;
}

/** Updates of several entries at once: each entry gets what was sent to it. */
async function requireEachItsOwn(examination: Examination, trials: Trial[]): Promise<void> {
  if (trials.length < 2) return;
  const updates = trials.map((trial, index) => ({ trial, patch: patchOf(trial.fields, index) }));
  const made = await atOnce(updates, async ({ trial, patch }) => {
    const answer = await trial.attempt({ body: JSON.stringify(patch) });
    if (!isMade(examination, answer)) return false;
    requireAnswered(examination, patch, answer);
    return true;
  });
  for (const [index, { trial, patch }] of updates.entries()) {
    if (made[index] === true) await requireStored(examination, patch, trial);
  }
}
