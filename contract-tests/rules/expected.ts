import type { JsonObject, Operation } from '../../spec';
import type { Examination } from '../examination';
import { NotExercised, Violation } from '../findings';
import { awkwardUpdates } from '../requests/awkward-updates';
import { invalidBody } from '../requests/provocations';
import { lookAtProvoked } from '../requests/provoked';
import { unlessClosed } from '../requests/refused';
import type { Trial } from '../requests/trial';
import { tryUpdates } from '../requests/updates';
import type { Rule } from '../rule';
import { type Exchange, summaryOf } from '../target/exchange';
import { isFieldSame } from '../values/fields';
import { askedFor } from './credential';

/** What nobody has to write down. */
export const EXPECTED_RULES: Rule[] = [
  {
    id: 'no-server-error',
    source: 'expected',
    statement: () => 'No request, however wrong, is answered with a status of class 5xx (RFC 9110, section 15.6).',
    appliesTo: () => true,
    check: (examination) => lookAtProvoked(examination, requireNoServerError),
  },
  {
    id: 'authenticate-challenge',
    source: 'expected',
    statement: () => 'An answer 401 carries WWW-Authenticate (RFC 9110, section 15.5.2).',
    appliesTo: ({ security, meaning }) =>
      security.some((alternative) => alternative.length > 0) && meaning.action !== 'merge',
    check: async (examination) => {
      const exchange = await unlessClosed(examination.send({ ...askedFor(examination), credentials: [] }));
      if (exchange === undefined) throw new NotExercised('a missing credential is answered with a closed connection');
      const { status, headers } = exchange.response;
      if (status !== 401) throw new NotExercised(`a missing credential is answered with ${status}`);
      if (!headers['www-authenticate']) throw new Violation('the header WWW-Authenticate', 'no such header', exchange);
    },
  },
  {
    id: 'refused-update-changes-nothing',
    source: 'expected',
    statement: () => 'An update that is refused changes nothing.',
    appliesTo: ({ meaning }: Operation) => meaning.action === 'merge',
    check: async (examination) => {
      const refused = await tryUpdates(examination, async (trial) => {
        const [{ name, values }] = trial.fields;
        const invalid = JSON.stringify(invalidBody(examination, trial));
        const cutOff = `{"${name}": ${JSON.stringify(values[0])},`;
        return [
          await requireUnchanged(examination, trial, invalid),
          await requireUnchanged(examination, trial, cutOff),
        ];
      });
      const { fields, updates } = await awkwardUpdates(examination);
      for (const { answer, before, after } of updates) {
        if (!isRefused(answer)) continue;
        refused.push(true);
        requireSame(examination, fields, { before, after: after.entry, answer });
      }
      if (!refused.includes(true)) throw new NotExercised('no wrong update was refused');
    },
  },
];

/** @returns whether the update was refused */
async function requireUnchanged(examination: Examination, trial: Trial, body: string): Promise<boolean> {
  const { entry: before } = await trial.read();
  const answer = await trial.attempt({ body });
  if (!isRefused(answer)) return false;
  const { entry: after } = await trial.read();
  requireSame(examination, trial.fields, { before, after, answer });
  return true;
}

function isRefused({ response }: Exchange): boolean {
  return response.status >= 400;
}

/** Requires that a refused update has left all fields as they were. */
function requireSame(
  examination: Examination,
  fields: Trial['fields'],
  { before, after, answer }: { before: JsonObject; after: JsonObject; answer: Exchange },
): void {
  const changed = fields.find(({ name }) => !isFieldSame(examination, name, before[name], after[name]));
  if (changed === undefined) return;
  throw new Violation(`${changed.name} unchanged`, `${changed.name} ${JSON.stringify(after[changed.name])}`, answer);
}

/** 501 names a method that nobody knows, 503 says that the target is busy: neither is a failure. */
function requireNoServerError(exchange: Exchange): void {
  const { status } = exchange.response;
  if (status < 500 || status === 501 || status === 503) return;
  throw new Violation('a status below 500', summaryOf(exchange), exchange);
}
