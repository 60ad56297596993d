import type { Reading } from '../readings';

/** What every measurement is given. */
export interface Context {
  /** How long each load lasts, in seconds. */
  seconds: number;
  /** An empty folder for files; it is removed after the run. */
  folder: string;
  /** What servers find in their environment. */
  environment: NodeJS.ProcessEnv;
}

/** Something that is done once a round, and what it gives. */
export interface Measurement {
  /** The name that `--only` knows. */
  name: string;
  /** What is said while it is done. */
  title: string;
  measure(context: Context): Promise<Reading[]>;
}
