/** One thing wrong with a file that the user wrote. */
export interface Fault {
  /** Where, as `file:line`. */
  place: string;
  /** What is wrong, and what would be right. */
  message: string;
}

/** A configuration that cannot be used: every fault of it, each with its place. Nothing has been started. */
export class ConfigurationError extends Error {
  /** Tells the error apart where `instanceof` cannot, as between two copies of the package. */
  override readonly name = 'ConfigurationError';

  /**
   * @param task what could not be done, as in "read openapi.yaml"
   * @param faults at least one
   */
  constructor(
    task: string,
    readonly faults: readonly Fault[],
  ) {
    super(`Failed to ${task}:\n${faults.map(({ place, message }) => `  ${place}  ${message}`).join('\n')}`);
  }
}
