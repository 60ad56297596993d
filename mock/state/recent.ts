/**
 * A cache of what was asked for lately, bounded by weight. What falls out is made anew when it is asked for again.
 *
 * It is kept in two halves: what was used since the newer one was begun, and what was used before. Once the newer one is full, the older
 * one is dropped and it takes its place. So what is used again and again costs no more than to look it up.
 */
export class Recent<Key, Value> {
  readonly #half: number;
  readonly #weigh: (value: Value, key: Key) => number;
  #newer = new Map<Key, Value>();
  #older = new Map<Key, Value>();
  /** Of the newer half. */
  #weight = 0;

  /**
   * @param most the weight that is kept; the value used last is kept whatever it weighs
   * @param weigh the weight of a value under its key, which has to stay the same
   */
  constructor(most: number, weigh: (value: Value, key: Key) => number) {
    this.#half = most / 2;
    this.#weigh = weigh;
  }

  /** The value of a key, made where it is not kept. */
  get(key: Key, make: () => Value): Value {
    return this.find(key) ?? this.keep(key, make());
  }

  /** The value of a key, if it is kept. */
  find(key: Key): Value | undefined {
    const value = this.#newer.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    return older === undefined ? undefined : this.keep(key, older);
  }

  /** Keeps a value, in place of another one of its key. */
  keep(key: Key, value: Value): Value {
    this.forget(key);
    this.#newer.set(key, value);
    this.#weight += this.#weigh(value, key);
    if (this.#weight > this.#half) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#weight = 0;
    }
    return value;
  }

  forget(key: Key): void {
    const value = this.#newer.get(key);
    if (value !== undefined) this.#weight -= this.#weigh(value, key);
    this.#newer.delete(key);
    this.#older.delete(key);
  }
}
