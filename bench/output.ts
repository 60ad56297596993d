import type { ChildProcess } from 'node:child_process';

/** What a process prints, on both streams. It is read all the time, and kept only while somebody waits for something in it. */
export class Output {
  readonly #child: ChildProcess;
  #look: ((chunk: Buffer) => void) | undefined;

  constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => this.#look?.(chunk));
  }

  /**
   * What the first group of a pattern matches in what is printed from now on.
   * @param patience in milliseconds
   * @throws {Error} where the process ends, or that takes too long, with what was printed
   */
  next(pattern: RegExp, patience: number): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      let printed = '';
      const fail = (what: string) =>
        reject(new Error(`${what} It printed: ${printed.trim().slice(-1000) || 'nothing'}`));
      const timer = setTimeout(
        () => fail(`It did not print what was waited for in ${patience / 1000} seconds.`),
        patience,
      );
      const [failed, ended] = [(error: Error) => fail(`${error.message}.`), () => fail('It has ended.')];
      const leave = () => {
        clearTimeout(timer);
        this.#child.off('error', failed).off('close', ended).off('close', leave);
      };
      this.#child.once('error', failed).once('close', ended).once('close', leave);
      this.#look = (chunk) => {
        printed += chunk;
        const [, found] = pattern.exec(printed) ?? [];
        if (found === undefined) return;
        leave();
        this.#look = undefined;
        resolve(found);
      };
    });
  }
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
