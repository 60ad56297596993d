/** Numbers that look random, the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  /** @param seed a whole number */
  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number of a range, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }

  /** One of some. */
  pick<T>(of: readonly [T, ...T[]]): T {
    return of[this.whole(0, of.length - 1)] ?? of[0];
  }

  /** True in this share of cases. */
  chance(share: number): boolean {
    return this.#next() < share;
  }

  /** From 0, below 1. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
