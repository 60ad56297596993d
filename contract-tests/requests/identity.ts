import type { JsonObject, Key, Operation } from '../../spec';
import { type Examination, objectIn } from '../examination';
import { Violation } from '../findings';
import type { Exchange } from '../target/exchange';
import { isSameText } from '../values/same-value';
import { isServed } from './served';

/** What identifies the entries of an operation; nothing where it is a list. */
export function keyOf({ meaning }: Operation): Key | undefined {
  return meaning.action === 'list' ? undefined : meaning.key;
}

/**
 * Requires that an answer shows the entry that was asked for.
 * @returns whether it carries an identifier at all: nothing says that it must
 * @throws {Violation} where it is another's, or shows no entry
 */
export function requireIdentifier({ operation }: Examination, identifier: string, exchange: Exchange): boolean {
  const key = keyOf(operation);
  const shown = key && objectIn(exchange)[key.field];
  if (key === undefined || shown === undefined) return false;
  if (isSameIdentifier(key, shown, identifier)) return true;
  throw new Violation(`${key.field} ${identifier}`, `${key.field} ${JSON.stringify(shown)}`, exchange);
}

/** Whether an answer for an identifier shows an entry, but another's. */
export function isOther(examination: Examination, identifier: string, exchange: Exchange): boolean {
  const { operation } = examination;
  const isEntry = operation.returns !== undefined && isServed(examination, exchange);
  return isEntry && isOfOther(operation, identifier, objectIn(exchange));
}

/** Whether an entry carries another identifier than the one that it is read by. */
export function isOfOther(operation: Operation, identifier: string, entry: JsonObject): boolean {
  const key = keyOf(operation);
  const shown = key && entry[key.field];
  return key !== undefined && shown !== undefined && shown !== null && !isSameIdentifier(key, shown, identifier);
}

function isSameIdentifier({ format }: Key, shown: unknown, identifier: string): boolean {
  // Of a number, more digits stand in the answer than are left of it here.
  const isSameNumber = typeof shown === 'number' && Number(identifier) === shown;
  return isSameNumber || isSameText(format, String(shown), identifier);
}
