import { answerTo, CONDITION_NAMES, type Condition, essenceOf, type Operation, type Service } from '../../spec';
import { type Examination, requireAvailable } from '../examination';
import { NoAnswer, Violation } from '../findings';
import { canProvoke, cleanUp, concernsEntry, provoke, titleOf } from '../requests/provocations';
import { noteCreated, provokeElsewhere } from '../requests/provoked';
import { isServed } from '../requests/served';
import type { Trial } from '../requests/trial';
import { tryUpdates } from '../requests/updates';
import type { Rule } from '../rule';
import { abbreviated, type Exchange, summaryOf } from '../target/exchange';
import { brokenValues } from '../values/broken';

/** How each condition is answered: mostly an assumption of the document, whose outcome is recorded. */
export const CONDITION_RULES: Rule[] = CONDITION_NAMES.map((condition) => ({
  id: condition,
  source: (operation, service) => answerTo(service, operation, condition).source,
  statement: (operation, service) =>
    `${titleOf(condition)}: the answer is ${expectedAnswer(service, operation, condition)}.`,
  place: (operation, service) => answerTo(service, operation, condition).answer?.pointer,
  appliesTo: (operation, service) => canProvoke(condition, operation, service),
  check: (examination) => checkCondition(condition, examination),
}));

async function checkCondition(condition: Condition, examination: Examination): Promise<void> {
  if (!concernsEntry(condition, examination.operation)) {
    const { asked, exchange } = await provokeElsewhere(condition, examination);
    await noteCreated(examination, asked, exchange);
    return compareAnswer(condition, examination, exchange);
  }
  await tryUpdates(examination, async (trial) => {
    const exchange = await trial.attempt(provoke(condition, examination, trial)).catch((error: unknown) => error);
    if (exchange instanceof NoAnswer) throw new Violation(expected(condition, examination), exchange.message);
    if (exchange instanceof Error) throw exchange;
    await cleanUp(condition, examination, trial);
    compareAnswer(condition, examination, exchange as Exchange); // what attempt resolves with
    if (condition === 'invalid-body') await requireNoneTaken(examination, trial);
  });
}

/** Where it is documented how an invalid body is answered, none is taken, whichever field breaks whatever it has to keep to. */
async function requireNoneTaken(examination: Examination, { fields, attempt }: Trial): Promise<void> {
  const { service, operation } = examination;
  const { source } = answerTo(service, operation, 'invalid-body');
  if (source === 'assumed' || source === 'learned') return;
  for (const { name, schema, values } of fields) {
    for (const value of brokenValues(examination, schema, values[0]).slice(0, BROKEN_OF_EACH)) {
      const answer = await attempt({ body: JSON.stringify({ [name]: value }) });
      requireAvailable(answer);
      if (!isServed(examination, answer)) continue;
      const sent = abbreviated(JSON.stringify({ [name]: value }));
      throw new Violation(`${expected('invalid-body', examination)} to ${sent}`, summaryOf(answer), answer);
    }
  }
}

/** How many invalid values of a field are sent. */
const BROKEN_OF_EACH = 8;

function compareAnswer(condition: Condition, examination: Examination, exchange: Exchange): void {
  requireAvailable(exchange);
  const wanted = expected(condition, examination);
  const observed = answerIn(exchange, { withMediaType: wanted.includes(' ') });
  examination.recorded = { expected: wanted, observed, exchange };
  if (observed !== wanted) throw new Violation(wanted, observed, exchange);
}

function expected(condition: Condition, { service, operation }: Examination): string {
  return expectedAnswer(service, operation, condition);
}

/** The status and, where the document gives one, the media type. */
function expectedAnswer(service: Service, operation: Operation, condition: Condition): string {
  const { status, answer } = answerTo(service, operation, condition);
  const [content] = answer?.content ?? [];
  const isOne = content !== undefined && !content.mediaType.includes('*'); // of a range any will do
  return isOne ? `${status} ${essenceOf(content.mediaType)}` : String(status);
}

function answerIn({ response }: Exchange, { withMediaType }: { withMediaType: boolean }): string {
  const mediaType = essenceOf(response.headers['content-type'] ?? '') || 'without a body';
  return withMediaType ? `${response.status} ${mediaType}` : String(response.status);
}
