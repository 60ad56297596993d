/** A second Ctrl-C within this time is the same one, as npm passes it on once more; in milliseconds. */
const SAME = 1000;

/**
 * Lets a run end by itself on Ctrl-C and SIGTERM; asked once more, the process ends at once.
 * @param interruption is aborted then
 * @returns what ends that
 */
export function listenForSignals(
  interruption: AbortController,
  say: (sentence: string) => void,
  now: () => number,
): () => void {
  let first: number | undefined;
  const stop = () => {
    if (first !== undefined) {
      if (now() - first > SAME) process.exit(2);
      return;
    }
    first = now();
    say('Interrupted: what was changed is being put back. Once more ends this too; docent restore then does it.');
    interruption.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return () => process.off('SIGINT', stop).off('SIGTERM', stop);
}
