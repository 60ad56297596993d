/** What was found out under a name, so that it is found out once. */
export class Once<Found> {
  readonly #known = new Map<string, Promise<Found>>();

  /** What is known under a name, or else what `find` gives. What fails is the affair of whoever asked, and is not kept. */
  of(name: string, find: () => Promise<Found>): Promise<Found> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found = find();
    this.#known.set(name, found);
    found.catch(() => {
      if (this.#known.get(name) === found) this.#known.delete(name);
    });
    return found;
  }

  forget(): void {
    this.#known.clear();
  }
}
