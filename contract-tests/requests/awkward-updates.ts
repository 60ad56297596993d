import type { Json, JsonObject } from '../../spec';
import { type Examination, isSuccess, requireAvailable } from '../examination';
import type { Exchange } from '../target/exchange';
import { askedOnce } from './asked-once';
import { awkwardChoices, patchOf } from './patches';
import type { Reading, Trial } from './trial';
import { tryUpdates } from './updates';

/** An update that a service may refuse, but neither ignore nor change, between two readings of the entry. */
export interface AwkwardUpdate {
  patch: JsonObject;
  answer: Exchange;
  before: JsonObject;
  after: Reading;
}

/** Awkward updates of one entry, in the order in which they were sent. */
export interface AwkwardUpdates extends Pick<Trial, 'identifier' | 'fields' | 'unsent'> {
  updates: AwkwardUpdate[];
}

/**
 * Sends the values that a service may refuse: what careless code takes for nothing alone, then one of each field at once, and after
 * each of these something ordinary. All is taken back, and sent once for all checks that judge such updates.
 */
export function awkwardUpdates(examination: Examination): Promise<AwkwardUpdates> {
  return askedOnce(examination, 'awkward updates', () =>
    tryUpdates(examination, async (trial) => {
      const { identifier, fields, unsent } = trial;
      return { identifier, fields, unsent, updates: await sendAll(trial) };
    }),
  );
}

async function sendAll({ fields, attempt, read }: Trial): Promise<AwkwardUpdate[]> {
  // First all fields, so that there is something of each to be lost. Whether that is served, rules of their own say.
  await attempt({ body: JSON.stringify(patchOf(fields)) });
  const updates: AwkwardUpdate[] = [];
  let { entry: before } = await read();
  const isTaken = async (patch: JsonObject) => {
    const answer = await attempt({ body: JSON.stringify(patch) });
    requireAvailable(answer);
    const after = await read();
    updates.push({ patch, answer, before, after });
    before = after.entry;
    return isSuccess(answer);
  };
  for (const [index, choice] of awkwardChoices(fields).entries()) {
    for (const patch of choice.filter(isNothing)) await isTaken(patch);
    const together: JsonObject = Object.assign({}, ...choice);
    const isWhole = choice.length > 1 && (await isTaken(together));
    // Of what is refused together, some may be taken alone.
    if (!isWhole) for (const patch of choice.filter((each) => !isNothing(each))) await isTaken(patch);
    await isTaken(afterwards(fields, index, together));
  }
  return updates;
}

function isNothing(patch: JsonObject): boolean {
  return Object.values(patch).every((value) => [0, '', '0', null].some((one) => one === value) || isEmptyList(value));
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** An update after another one, of a field that it did not send if there is one; of another field each time. */
function afterwards(fields: Trial['fields'], index: number, last: JsonObject): JsonObject {
  const turned = [...fields.slice(index % fields.length), ...fields.slice(0, index % fields.length)];
  const [field] = turned.toSorted((a, b) => Number(a.name in last) - Number(b.name in last));
  return field === undefined ? {} : { [field.name]: field.values[0] ?? null };
}
