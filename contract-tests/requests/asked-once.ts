import type { Examination } from '../examination';

/**
 * What several checks judge, which is asked for by the first of them. A check that is made again trusts none of it: then all is
 * forgotten, and asked for anew.
 */
export class AskedOnce {
  readonly #known = new Map<string, Promise<unknown>>();

  /** What is known under a name, or else what `ask` gives. What fails is the affair of the check that asked, and is not kept. */
  of<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#known.get(name) as Promise<Answer> | undefined; // under its name there is nothing else
    if (known !== undefined) return known;
    const asked = ask();
    this.#known.set(name, asked);
    asked.catch(() => {
      if (this.#known.get(name) === asked) this.#known.delete(name);
    });
    return asked;
  }

  forget(): void {
    this.#known.clear();
  }
}

/** What an operation was asked for by this check or an earlier one, under a name that nothing else of the operation has. */
export function askedOnce<Answer>(
  { target, operation }: Examination,
  name: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return target.memory.of(AskedOnce).of(`${operation.id} ${name}`, ask);
}
