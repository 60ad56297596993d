import { setTimeout as sleep } from 'node:timers/promises';
import { Ended } from '../findings';

/** Why nothing more is checked after Ctrl-C. */
export const INTERRUPTED = 'The run was interrupted';

/**
 * Waits so many milliseconds.
 * @throws {Ended} once the signal is given
 */
export async function pauseFor(duration: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(duration, undefined, signal && { signal }).catch(() => {
    throw new Ended(INTERRUPTED);
  });
}
