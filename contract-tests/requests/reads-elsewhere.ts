import type { Examination } from '../examination';
import { unknownIdentifier } from './provocations';
import { readingOperation } from './updates';

/** How many lists are read. */
const LISTS = 3;

/** Reads what a service lists, and an entry that is not there: neither is to change what is stored. */
export async function readElsewhere(examination: Examination): Promise<void> {
  const { service, operation } = examination;
  const lists = service.operations.filter(({ meaning }) => meaning.action === 'list').slice(0, LISTS);
  for (const list of lists) await examination.send({}, list);
  if (operation.meaning.action === 'list') return;
  const identifier = unknownIdentifier(operation.meaning.key.parameter);
  await examination.send({ identifier }, readingOperation(examination));
}
