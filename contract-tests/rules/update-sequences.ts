import fc from 'fast-check';
import type { JsonObject, Operation } from '../../spec';
import { type Examination, isSuccess, pathOf } from '../examination';
import { Violation } from '../findings';
import { atOnce } from '../requests/at-once';
import { holdsAtRandom } from '../requests/chance';
import { awkwardPatches, isMade, keptPart, patchOf, requireAnswered, requireFields } from '../requests/patches';
import type { Reading, Trial } from '../requests/trial';
import { readingOperation, tryUpdatesOfAll } from '../requests/updates';
import type { Rule } from '../rule';
import type { Exchange } from '../target/exchange';
import { isFieldSame } from '../values/fields';

/** Updates and reads in any order. */
export const SEQUENCE_RULES: Rule[] = [
  {
    id: 'update-sequences',
    source: ({ meaning }) => meaning.source,
    statement: () =>
      'Whatever updates and reads came before, an answer shows of each field the value that was sent last.',
    appliesTo: ({ meaning }: Operation) => meaning.action === 'merge',
    requests: (_operation, { runs }) => 20 + runs * (4 * ENTRIES + 2 * LONGEST_SEQUENCE),
    check: (examination) =>
      tryUpdatesOfAll(examination, ENTRIES, (trials) =>
        holdsAtRandom(examination, sequences(trials), examination.chance.runs, (steps) =>
          requireSequence(examination, trials, steps),
        ),
      ),
  },
];

/** Among how many entries a sequence goes to and fro. */
const ENTRIES = 2;

const LONGEST_SEQUENCE = 6;

/** One request of a sequence, to one of the entries. */
interface Step {
  /** The entry's position among those of the sequence. */
  of: number;
  /** Nothing for a read. */
  patch?: JsonObject;
  /** The update may be refused. */
  isAwkward?: boolean;
}

function sequences(trials: Trial[]): fc.Arbitrary<Step[]> {
  const steps = trials.flatMap(({ fields }, of) => {
    const values = Object.fromEntries(fields.map((field) => [field.name, fc.constantFrom(...field.values)]));
    const update = fc
      .record(values, { requiredKeys: [] })
      .map((sent) => Object.entries(sent).filter(([, value]) => value !== undefined))
      .filter((sent) => sent.length > 0)
      .map((sent): Step => ({ of, patch: Object.fromEntries(sent) as JsonObject })); // undefined is left out
    const awkward = awkwardPatches(fields);
    return [
      { weight: 6, arbitrary: update },
      { weight: 2, arbitrary: fc.constant<Step>({ of }) },
      ...(awkward.length === 0
        ? []
        : [
            {
              weight: 2,
              arbitrary: fc.constantFrom(...awkward).map((patch): Step => ({ of, patch, isAwkward: true })),
            },
          ]),
    ];
  });
  // Few runs would else all be biased towards the shortest sequences.
  return fc.noBias(fc.array(fc.oneof(...steps), { minLength: 1, maxLength: LONGEST_SEQUENCE, size: 'max' }));
}

/** Makes the steps, from a known state of each entry, and compares each answer with a model of the entries. */
async function requireSequence(examination: Examination, trials: Trial[], steps: Step[]): Promise<void> {
  const begun: Exchange[] = [];
  // One after the other: a service may refuse updates that meet.
  for (const { attempt, fields } of trials) begun.push(await attempt({ body: JSON.stringify(patchOf(fields)) }));
  const readings = await atOnce(
    trials.map((trial, index) => [trial, begun[index]] as const),
    ([trial, answer]) => readBegun(examination, trial, answer),
  );
  const model = readings.map(({ entry }) => keptPart(examination, entry));
  const made: string[] = trials.map((trial) => shown(examination, trial, patchOf(trial.fields)));
  const make = async (step: Step) => {
    const trial = trials[step.of];
    if (trial === undefined) return;
    made.push(shown(examination, trial, step.patch));
    model[step.of] = await makeStep(examination, trial, step, model[step.of] ?? {});
  };
  try {
    for (const step of steps) await make(step);
    await atOnce(
      trials.map((_, of) => of),
      (of) => make({ of }),
    );
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const numbered = made.map((text, index) => `${index + 1}. ${text}`).join('\n');
    throw new Violation(`${error.expected} after these steps:\n${numbered}`, error.observed, error.exchange);
  }
}

/** Reads an entry with which a sequence begins; its first update may have been refused where it would have changed nothing. */
async function readBegun(
  examination: Examination,
  { fields, update, read }: Trial,
  answer: Exchange | undefined,
): Promise<Reading> {
  const reading = await read();
  const patch = patchOf(fields);
  if ((answer && isSuccess(answer)) || isThere(examination, patch, reading.entry)) return reading;
  await update(patch);
  return read();
}

function isThere(examination: Examination, patch: JsonObject, entry: JsonObject): boolean {
  return Object.entries(patch).every(([name, value]) => isFieldSame(examination, name, value, entry[name]));
}

/** @returns what the entry should be now */
async function makeStep(
  examination: Examination,
  trial: Trial,
  { patch, isAwkward }: Step,
  now: JsonObject,
): Promise<JsonObject> {
  if (patch === undefined) {
    const { entry, exchange } = await trial.read();
    requireFields(examination, now, entry, exchange);
    return now;
  }
  const isNothing = isThere(examination, patch, now);
  const answer =
    isAwkward || isNothing ? await trial.attempt({ body: JSON.stringify(patch) }) : await trial.update(patch);
  // What changes nothing may be refused as well; what a refused update leaves is another rule's matter.
  if ((isAwkward || isNothing) && !isMade(examination, answer))
    return keptPart(examination, (await trial.read()).entry);
  requireAnswered(examination, { ...now, ...patch }, answer);
  return { ...now, ...patch };
}

function shown(examination: Examination, { identifier }: Trial, patch: JsonObject | undefined): string {
  const operation = patch === undefined ? readingOperation(examination) : examination.operation;
  const body = patch === undefined ? '' : ` ${JSON.stringify(patch)}`;
  return `${operation.method} ${pathOf(operation, identifier)}${body}`;
}
