/** Lets so many do something at once, and the others wait for their turn: first who is pressed, else first come first served. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #pressed: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async take<T>(act: () => Promise<T>, { isPressed = false } = {}): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => (isPressed ? this.#pressed : this.#waiting).push(resolve));
    try {
      return await act();
    } finally {
      const next = this.#pressed.shift() ?? this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
