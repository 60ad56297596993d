import type { Examination } from '../examination';
import { Once } from './once';

/**
 * What several checks judge, which is asked for by the first of them. A check that is made again trusts none of it: then all is
 * forgotten, and asked for anew.
 */
export class AskedOnce extends Once<unknown> {}

/** What an operation was asked for by this check or an earlier one, under a name that nothing else of the operation has. */
export function askedOnce<Answer>(
  { target, operation }: Examination,
  name: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return target.memory.of(AskedOnce).of(`${operation.id} ${name}`, ask) as Promise<Answer>; // under its name there is nothing else
}
