import type { Service } from '../../spec';
import { Examination } from '../examination';
import { restore } from '../requests/restoration';
import type { Target } from '../target/target';
import { SchemaOracle } from '../values/oracle';
import { forget, giveUp, type Kept } from './journal';
import { Locked, takeLock } from './locks';

/** By which document and on which target entries are put back, and who is told of those that cannot be. */
export interface Restoring {
  service: Service;
  target: Target;
  /** Tells the user, in whole sentences. */
  say: (sentence: string) => void;
}

/**
 * Puts back what the journal holds of a target, verified by a read, and forgets it then. Of several states of an entry the oldest
 * is the right one: later runs found it as an earlier one had left it.
 * @returns how many entries could not be put back; each was told, and is given up until somebody asks for it again
 */
export async function restoreAll(kept: Kept[], { service, target, say }: Restoring): Promise<number> {
  const oracle = SchemaOracle.of(service);
  let failed = 0;
  for (const [first, ...later] of byEntry(kept)) {
    const problem = await restoreOne(first, { service, target, oracle });
    if (problem === undefined) {
      for (const each of [first, ...later]) forget(each);
      continue;
    }
    failed += 1;
    for (const each of [first, ...later]) giveUp(each);
    say(
      target.redact(`${problem} It is kept in ${first.file}: docent restore tries again; delete the file to leave it.`),
    );
  }
  return failed;
}

/** The same for entries that another run may be at work on. */
export async function restoreUnderLock(folder: string, kept: Kept[], restoring: Restoring): Promise<number> {
  let failed = 0;
  for (const entries of byEntry(kept)) {
    try {
      const unlock = takeLock(folder, entries[0].target, entries[0].identifier);
      failed += await restoreAll(entries, restoring).finally(unlock);
    } catch (error) {
      if (!(error instanceof Locked)) throw error;
      failed += 1;
      restoring.say(error.message);
    }
  }
  return failed;
}

type SomeKept = [Kept, ...Kept[]];

/** In the order in which they were kept. */
function byEntry(kept: Kept[]): SomeKept[] {
  const groups = new Map<string, SomeKept>();
  for (const each of kept) {
    const name = `${each.operation} ${each.identifier.toLowerCase()}`;
    groups.set(name, [...(groups.get(name) ?? []), each] as SomeKept); // with what was just added
  }
  return [...groups.values()];
}

/** @returns what is wrong */
async function restoreOne(
  { operation: id, identifier, before }: Kept,
  { service, target, oracle }: Pick<Restoring, 'service' | 'target'> & { oracle: SchemaOracle },
): Promise<string | undefined> {
  const operation = service.operations.find((each) => each.id === id);
  if (operation === undefined)
    return `${identifier} was changed by ${id}, which the document does not have. Name the one of that run with --spec.`;
  try {
    await restore(new Examination(service, operation, target, oracle), { identifier, before });
    return undefined;
  } catch (error) {
    return `${error instanceof Error ? error.message : error}.`;
  }
}
