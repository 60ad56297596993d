import { hostname } from 'node:os';
import { ConfigurationError, type Service } from '../../spec';
import type { Configuration } from '../configuration';
import type { Target } from '../target/target';
import { listenForInterruptions } from './interruption';
import { type Kept, readJournal } from './journal';
import { type Restoring, restoreAll } from './leftovers';
import { Locked, takeLock } from './locks';

/** What is run, on which target, and who is told of what happens beside its checks. */
export interface SafeRun {
  configuration: Configuration;
  service: Service;
  target: Target;
  say: (sentence: string) => void;
}

/**
 * Runs what may write to a server: alone on each entry that it may change, and with everything as it was at the end, whatever came
 * of it. Once it knows that the server is there, the run puts back what one that was killed has left.
 * @param interruption is aborted when the process is asked to end
 * @returns the exit status of the run, or 2 where it was interrupted or left something changed without saying so
 */
export async function runSafely(
  { configuration, service, target, say }: SafeRun,
  interruption: AbortController,
  run: (restoreLeftovers: () => Promise<void>) => Promise<0 | 1 | 2>,
): Promise<0 | 1 | 2> {
  const { stateFolder, baseUrl } = configuration;
  if (stateFolder === undefined || baseUrl === undefined) return run(async () => {});
  const unlock = lockEntries(configuration, stateFolder, baseUrl);
  const listening = listenForInterruptions(interruption, say, Date.now);
  const restoring: Restoring = { service, target, say };
  try {
    const runFrom = () => run(() => restoreLeftovers(leftIn(stateFolder, baseUrl, configuration), restoring));
    const { status, failed } = await runAndRestore(runFrom, () => ownEntries(stateFolder, baseUrl), restoring);
    return interruption.signal.aborted || (failed > 0 && status === 0) ? 2 : status;
  } finally {
    unlock();
    listening.end();
  }
}

/**
 * Keeps other runs away from the entries that a run may change.
 * @returns what lets them go
 * @throws {ConfigurationError} where another run has one of them
 */
export function lockEntries({ ids }: Configuration, folder: string, baseUrl: string): () => void {
  const given: (() => void)[] = [];
  const unlock = () => {
    for (const release of given) release();
  };
  try {
    for (const id of identifiersOf(ids)) given.push(takeLock(folder, baseUrl, id));
    return unlock;
  } catch (error) {
    unlock();
    if (!(error instanceof Locked)) throw error;
    throw new ConfigurationError('start the contract run', [{ place: 'lock', message: error.message }]);
  }
}

function identifiersOf(ids: Configuration['ids']): Set<string> {
  return new Set(
    Object.values(ids)
      .flat()
      .map((id) => id.toLowerCase()),
  );
}

/** What is locked now and yet in the journal was left there by a run that has ended. */
function leftIn(folder: string, baseUrl: string, { ids }: Configuration): Kept[] {
  const locked = identifiersOf(ids);
  return readJournal(folder, baseUrl).filter(
    ({ identifier, givenUp }) => !givenUp && locked.has(identifier.toLowerCase()),
  );
}

async function restoreLeftovers(left: Kept[], restoring: Restoring): Promise<void> {
  if (left.length === 0) return;
  const names = [...new Set(left.map(({ identifier }) => identifier))].join(', ');
  restoring.say(`An earlier run ended before it had put back ${names}, which is done first.`);
  // A target that cannot be put back is checked all the same: it is what a user wants to know about.
  const failed = await restoreAll(left, restoring);
  if (failed === 0) restoring.say('It is as it was.');
}

async function runAndRestore(
  run: () => Promise<0 | 1 | 2>,
  changed: () => Kept[],
  restoring: Restoring,
): Promise<{ status: 0 | 1 | 2; failed: number }> {
  try {
    const status = await run();
    return { status, failed: await restoreAll(changed(), restoring) };
  } catch (error) {
    await restoreAll(changed(), restoring);
    throw error;
  }
}

function ownEntries(folder: string, baseUrl: string): Kept[] {
  return readJournal(folder, baseUrl).filter(
    ({ pid, host, givenUp }) => pid === process.pid && host === hostname() && !givenUp,
  );
}
