import { channel, subscribe } from 'node:diagnostics_channel';

/** Jest gives the test file globals of its own; a channel is Node's, and one for both sides. */
const CHANNEL = 'docent:interruption';

/** A second Ctrl-C within this time is the same one, as npm passes it on once more; in milliseconds. */
const SAME = 1000;

/** Is aborted when the process is asked to end. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  subscribe(CHANNEL, () => controller.abort());
  return controller.signal;
}

/**
 * Lets a run end by itself on Ctrl-C and SIGTERM; asked once more, the process ends at once.
 * @returns what ends that
 */
export function listenForSignals(say: (sentence: string) => void, now: () => number): () => void {
  let first: number | undefined;
  const stop = () => {
    if (first !== undefined) {
      if (now() - first > SAME) process.exit(2);
      return;
    }
    first = now();
    say('Interrupted: what was changed is being put back. Once more ends this too; docent restore then does it.');
    channel(CHANNEL).publish({});
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return () => process.off('SIGINT', stop).off('SIGTERM', stop);
}
