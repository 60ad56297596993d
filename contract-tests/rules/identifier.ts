import type { Key, Operation } from '../../spec';
import type { Examination } from '../examination';
import { objectIn } from '../examination';
import type { Exchange } from '../exchange';
import { NotExercised, Violation } from '../findings';
import type { Rule } from '../rule';
import { isSameText } from '../same-value';
import { changeableEntries, tryUpdatesOfAll } from '../updates';

/** How many known entries are read. */
const READ_AT_MOST = 10;

/** Which entry an operation is about. */
export const IDENTIFIER_RULES: Rule[] = [
  {
    id: 'identifier-matches',
    source: 'documented',
    statement: (operation) => `The ${keyOf(operation)?.field} of the entry is the one in the path.`,
    place: (operation) => keyOf(operation)?.parameter.pointer,
    appliesTo: ({ meaning }) => meaning.action === 'read',
    check: async (examination) => {
      const seen = [];
      for (const identifier of examination.identifiers().slice(0, READ_AT_MOST)) {
        const exchange = await examination.served({ identifier });
        seen.push(requireIdentifier(examination, identifier, exchange));
      }
      if (!seen.includes(true)) throw new NotExercised('no entry carries its identifier');
    },
  },
  {
    id: 'identifier-kept',
    source: ({ meaning }) => meaning.source,
    statement: (operation) => `An update leaves ${keyOf(operation)?.field} as it is, equal to the one in the path.`,
    appliesTo: ({ meaning }) => meaning.action === 'merge',
    check: checkKept,
  },
];

/** Two entries, and each twice: a service may keep the identifier of the first update. */
async function checkKept(examination: Examination): Promise<void> {
  const shown: boolean[] = [];
  await tryUpdatesOfAll(examination, (await changeableEntries(examination)).slice(0, 2), async (trials) => {
    for (const { identifier, fields, update, read } of trials) {
      for (const { name, values } of fields) {
        const answer = await update({ [name]: values[0] });
        if (examination.operation.returns) shown.push(requireIdentifier(examination, identifier, answer));
      }
      shown.push(requireIdentifier(examination, identifier, (await read()).exchange));
    }
  });
  if (!shown.includes(true)) throw new NotExercised('no answer carries the identifier');
}

function keyOf({ meaning }: Operation): Key | undefined {
  return meaning.action === 'list' ? undefined : meaning.key;
}

/** @returns whether the body carries an identifier at all: nothing says that it must */
function requireIdentifier({ operation }: Examination, identifier: string, exchange: Exchange): boolean {
  const key = keyOf(operation);
  const shown = key && objectIn(exchange)[key.field];
  if (key === undefined || shown === undefined) return false;
  if (!isSameText(key.format, String(shown), identifier)) {
    throw new Violation(`${key.field} ${identifier}`, `${key.field} ${JSON.stringify(shown)}`, exchange);
  }
  return true;
}
