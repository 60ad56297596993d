import type { Examination } from '../examination';
import { dayFor } from './bounds';
import { examinationOf } from './listed-entries';
import { allowedSizes, listOf, queryFor } from './lists';
import { unknownIdentifier } from './provocations';
import { readingOperation } from './updates';

/** How many lists are read. */
const LISTS = 3;

/** Reads what a service lists, and an entry that is not there: neither is to change what is stored. */
export async function readElsewhere(examination: Examination): Promise<void> {
  const { service, operation } = examination;
  const lists = service.operations.filter(({ meaning }) => meaning.action === 'list').slice(0, LISTS);
  for (const list of lists) {
    await examination.send({}, list);
    await examination.send({ query: laterQuery(examinationOf(examination, list)) }, list);
  }
  const identifier = unknownIdentifier(operation, service);
  if (identifier !== undefined) await examination.send({ identifier }, readingOperation(examination));
}

/** A second page, from a day to come on where the list is to begin today: with every parameter that a careless read may act on. */
function laterQuery(list: Examination): Record<string, string | number> {
  const { page, from } = listOf(list);
  const [size] = allowedSizes(list, [1]);
  const day = from?.default === 'today' ? { from: dayFor(from, list.target.today(), DAYS_AHEAD) } : {};
  return queryFor(list, { ...day, ...(page && { number: page.first + 1 }), size });
}

const DAYS_AHEAD = 7;
