/** The headers of a request as they are kept: names and values in turn, with undefined for the name of its session. */
export type KeptHeaders = readonly (string | undefined)[];

/** So many are told apart at a time. */
const MOST = 8;

/**
 * The headers of the last requests of all sessions. A client sends the same ones again and again, but for the name of the session:
 * they are kept once, since they take most of the memory.
 */
export class LatestHeaders {
  readonly #latest: KeptHeaders[] = [];
  #oldest = 0;

  /** Headers in the form to keep; the same object for those that do not differ, if they were among the latest. */
  keep(sent: KeptHeaders, session: string | undefined): KeptHeaders {
    for (const kept of this.#latest) if (isSame(kept, sent, session)) return kept;
    const kept = session === undefined ? sent : sent.map((text) => (text === session ? undefined : text));
    this.#latest[this.#oldest] = kept;
    this.#oldest = (this.#oldest + 1) % MOST;
    return kept;
  }
}

/** Kept headers as they were sent in a session. */
export function asSent(kept: KeptHeaders, session: string | undefined): string[] {
  return kept.map((text = session) => text ?? '');
}

function isSame(kept: KeptHeaders, sent: KeptHeaders, session: string | undefined): boolean {
  if (kept.length !== sent.length) return false;
  for (let index = 0; index < sent.length; index += 1) if (sent[index] !== (kept[index] ?? session)) return false;
  return true;
}
