/** A second Ctrl-C within this time is the same one, as npm passes it on once more; in milliseconds. */
const SAME = 1000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What listens while a run goes on. */
export interface Listening {
  /** Ends it. @throws what nobody had caught meanwhile */
  end(): void;
}

/**
 * Lets a run end by itself on Ctrl-C, on SIGTERM, when its terminal is closed (SIGHUP), and on an error that nobody catches; asked
 * once more, the process ends at once.
 * @param interruption is aborted then, with such an error as its reason
 */
export function listenForInterruptions(
  interruption: AbortController,
  say: (sentence: string) => void,
  now: () => number,
): Listening {
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
  let uncaught: { error: unknown } | undefined;
  const fail = (error: unknown) => {
    uncaught ??= { error };
    interruption.abort(error);
  };
  const others = process.listeners('uncaughtException'); // which end the process, with nothing put back
  process.removeAllListeners('uncaughtException').on('uncaughtException', fail);
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    end: () => {
      for (const signal of SIGNALS) process.off(signal, stop);
      process.off('uncaughtException', fail);
      for (const other of others) process.on('uncaughtException', other);
      if (uncaught !== undefined) throw uncaught.error;
    },
  };
}
