/**
 * What the checks of a run remember of a target, one thing of each kind, made when it is first asked for. Who remembers
 * what is no affair of the target's: it only is what they have in common.
 */
export class Memory {
  readonly #things = new Map<unknown, unknown>();

  of<Thing>(Kind: new () => Thing): Thing {
    const thing = (this.#things.get(Kind) as Thing | undefined) ?? new Kind(); // under its class there is nothing else
    this.#things.set(Kind, thing);
    return thing;
  }
}
