import { CONDITION_NAMES, type Condition } from '../../spec';
import { type Asked, type Examination, isSuccess } from '../examination';
import { NoAnswer } from '../findings';
import type { Exchange } from '../target/exchange';
import { isOther } from './identity';
import { canProvoke, cleanUp, concernsEntry, provoke } from './provocations';
import { unlessClosed } from './refused';
import { isServed } from './served';
import { tryUpdates } from './updates';

/** A target may close the connection on whom it does not know, and on a body that it does not want to read to its end. */
const MAY_BE_CLOSED: Condition[] = ['missing-credential', 'wrong-credential', 'body-too-large'];

/** A request by which a condition arises, and its answer. */
interface Provoked {
  asked: Asked;
  exchange: Exchange;
}

/**
 * Brings about a condition that concerns no known entry. Where an update for nobody's identifier reaches an entry all the same, nothing
 * but an update of nothing is sent: whatever value that entry took could not be put back.
 */
export async function provokeElsewhere(condition: Condition, examination: Examination): Promise<Provoked> {
  const asked = provoke(condition, examination, undefined);
  const { identifier, body, method } = asked;
  if (identifier !== undefined && body !== undefined && method === undefined) {
    const nothing = { ...asked, body: '{}' };
    const exchange = await examination.send(nothing);
    if (isOther(examination, identifier, exchange)) return { asked: nothing, exchange };
  }
  return { asked, exchange: await examination.send(asked) };
}

/** An update of an entry that is not there may make it, and nothing takes that back. */
export async function noteCreated(
  examination: Examination,
  { identifier, method }: Asked,
  answer: Exchange,
): Promise<void> {
  const { service, operation, notes } = examination;
  const { action, resource } = operation.meaning;
  const isUpdate = action === 'merge' && identifier !== undefined && method === undefined;
  const reading = service.operations.find(({ meaning }) => meaning.action === 'read' && meaning.resource === resource);
  if (!isUpdate || reading === undefined || !isSuccess(answer)) return;
  if (isServed(examination, await examination.send({ identifier }, reading)))
    notes.push(`The update of ${identifier} made an entry, which no operation can remove.`);
}

/**
 * Sends one request for each condition that the operation can meet, and looks at each answer; what updates change is put back.
 * @throws what `look` throws
 */
export async function lookAtProvoked(
  examination: Examination,
  look: (exchange: Exchange, condition: Condition) => void,
): Promise<void> {
  const { operation, service } = examination;
  const met = CONDITION_NAMES.filter((condition) => canProvoke(condition, operation, service));
  for (const condition of met.filter((each) => !concernsEntry(each, operation))) {
    const answer = provokeElsewhere(condition, examination);
    const provoked = await (MAY_BE_CLOSED.includes(condition) ? unlessClosed(answer) : answer);
    if (provoked !== undefined) look(provoked.exchange, condition);
  }
  const concerning = met.filter((each) => concernsEntry(each, operation));
  if (concerning.length === 0) return;
  await tryUpdates(examination, async (trial) => {
    for (const condition of concerning) {
      const answer = await trial.attempt(provoke(condition, examination, trial)).catch((error: unknown) => error);
      if (answer instanceof NoAnswer && MAY_BE_CLOSED.includes(condition)) continue;
      if (answer instanceof Error) throw answer;
      look(answer as Exchange, condition); // what attempt resolves with
      await cleanUp(condition, examination, trial);
    }
  });
}
