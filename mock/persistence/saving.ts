/** Who waits until a change of the state is safe before it is told of. */
export interface Saving {
  /**
   * Makes a change, or none, and hands on what comes of it: once it is safe where something was changed, else at once.
   * @throws {ControlRefusal} not-saved, where it could not be saved; the state is then what it was before
   */
  run<T>(change: () => T, then: (result: T) => void): Promise<void> | void;
  /** Saves everything anew, as the sessions have gone on with another beginning. */
  saveAll(): void;
  /** Waits until every change so far is safe; rejects as `run` does. */
  saved(): Promise<void>;
  /** Waits for what is under way and lets go of the file. What is changed after that is not saved. */
  close(): Promise<void>;
}

/** For a state that lives as long as its process. */
export const NOT_SAVED: Saving = {
  run: (change, then) => then(change()),
  saveAll: () => undefined,
  saved: async () => undefined,
  close: async () => undefined,
};
