/** A cache of what was asked for lately, bounded by weight. What falls out is made anew when it is asked for again. */
export class Recent<Key, Value> {
  readonly #most: number;
  readonly #weigh: (value: Value, key: Key) => number;
  /** The least recently used first. */
  readonly #kept = new Map<Key, Value>();
  #weight = 0;
  #last: { key: Key; value: Value } | undefined;

  /**
   * @param most the weight that is kept; the value used last is kept whatever it weighs
   * @param weigh the weight of a value under its key, which has to stay the same
   */
  constructor(most: number, weigh: (value: Value, key: Key) => number) {
    this.#most = most;
    this.#weigh = weigh;
  }

  /** The value of a key, made where it is not kept. */
  get(key: Key, make: () => Value): Value {
    return this.find(key) ?? this.keep(key, make());
  }

  /** The value of a key, if it is kept. */
  find(key: Key): Value | undefined {
    if (this.#last?.key === key) return this.#last.value;
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, value);
    this.#last = { key, value };
    return value;
  }

  /** Keeps a value, in place of another one of its key. */
  keep(key: Key, value: Value): Value {
    this.forget(key);
    this.#weight += this.#weigh(value, key);
    this.#kept.set(key, value);
    this.#last = { key, value };
    this.#makeRoom(key);
    return value;
  }

  forget(key: Key): void {
    const value = this.#kept.get(key);
    if (value === undefined) return;
    this.#kept.delete(key);
    this.#weight -= this.#weigh(value, key);
    if (this.#last?.key === key) this.#last = undefined;
  }

  #makeRoom(used: Key): void {
    for (const key of this.#kept.keys()) {
      if (this.#weight <= this.#most || key === used) return;
      this.forget(key);
    }
  }
}
