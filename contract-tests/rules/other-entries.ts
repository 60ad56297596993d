import type { JsonObject, Operation } from '../../spec';
import type { Examination } from '../examination';
import { NotExercised, Violation } from '../findings';
import { atOnce } from '../requests/at-once';
import { examinationOf, type ListedEntry, listedEntries, listingOf } from '../requests/listed-entries';
import { changeOf, documentedPart, isMade, patchOf, requireFields } from '../requests/patches';
import type { Trial } from '../requests/trial';
import { tryUpdatesOfAll, withMostFields } from '../requests/updates';
import type { Rule } from '../rule';
import { sentValue } from '../values/fields';
import { isWholeOver } from '../values/same-value';

/** What an update of one entry does to the others. */
export const OTHER_ENTRY_RULES: Rule[] = [
  {
    id: 'other-entries-untouched',
    source: ({ meaning }) => meaning.source,
    statement: ({ meaning }) => `An update of one entry of ${meaning.resource} leaves the others as they are.`,
    appliesTo: ({ meaning }: Operation) => meaning.action === 'merge',
    check: checkOthers,
  },
];

/** How many entries are looked at, the updated one among them. */
const SOME = 4;

async function checkOthers(examination: Examination): Promise<void> {
  await tryUpdatesOfAll(examination, SOME, async (trials) => {
    const [updated, ...others] = withMostFields(trials);
    const isListed = await requireListedUntouched(examination, updated);
    if (others.length === 0 && isListed) return;
    if (others.length === 0) throw new NotExercised('only one entry is known that could be changed (see --id)');
    // First one that was updated itself, and others as they stand.
    await others[0]?.update(patchOf(others[0].fields.slice(-1), 1));
    await requireUntouched(examination, updated, others);
    // Then all alike, and with nothing of what is sent: earlier checks may have left in them just what is lost now.
    for (const trial of trials) await makeAlike(examination, trial, updated);
    await requireUntouched(examination, updated, others);
  });
}

/** Gives an entry the values of another, where it may have them, else values of its own. */
async function makeAlike(
  examination: Examination,
  { before, fields, attempt, update }: Trial,
  other: Trial,
): Promise<void> {
  const values = Object.entries(patchOf(other.fields, 2)).filter(
    ([name, value]) =>
      fields.some((field) => field.name === name) && isWholeOver(value, sentValue(examination, name, before[name])),
  );
  const answer = await attempt({ body: JSON.stringify(Object.fromEntries(values)) });
  if (!isMade(examination, answer)) await update(patchOf(fields, 2));
}

async function requireUntouched(examination: Examination, updated: Trial, others: Trial[]): Promise<void> {
  const { entry: itself } = await updated.read();
  const before: JsonObject[] = await atOnce(others, async ({ read }) =>
    documentedPart(examination, (await read()).entry),
  );
  // The last first: a field that entries share has to be shared still while another is sent.
  for (const field of updated.fields.toReversed()) {
    await updated.update(changeOf(examination, [field], itself));
    const now = await atOnce(others, ({ read }) => read());
    for (const [index, { entry, exchange }] of now.entries()) {
      requireFields(examination, before[index] ?? {}, entry, exchange);
    }
  }
}

/**
 * What a list shows of entries whose identifiers nobody gave. What somebody else changes at the same moment is not changed by the
 * next update again.
 * @returns whether there is such a list
 */
async function requireListedUntouched(examination: Examination, { fields, update }: Trial): Promise<boolean> {
  const listing = listingOf(examination.operation, examination.service);
  if (listing === undefined) return false;
  const list = examinationOf(examination, listing);
  const known = examination.identifiers().map((identifier) => identifier.toLowerCase());
  const strangers = async () =>
    (await listedEntries(list)).filter(({ identifier }) => !known.includes(identifier.toLowerCase()));
  let found: Violation | undefined;
  for (const choice of [0, 1]) {
    const before = new Map((await strangers()).map(({ identifier, entry }) => [identifier, entry]));
    if (before.size === 0) return false;
    await update(patchOf(fields, choice));
    found = violationIn(list, before, await strangers());
    if (found === undefined) return true;
  }
  throw found;
}

/** The first entry that is not as it was; entries come and go. */
function violationIn(list: Examination, before: Map<string, JsonObject>, now: ListedEntry[]): Violation | undefined {
  try {
    for (const { identifier, entry, exchange } of now)
      requireFields(list, documentedPart(list, before.get(identifier) ?? {}), entry, exchange);
    return undefined;
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
}
