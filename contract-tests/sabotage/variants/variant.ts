import type { Change } from '../honest-server';

/** A correct server that differs from the honest one only where the documentation is silent. */
export interface Variant {
  /** What it does, as a sentence. */
  name: string;
  ways: Change;
  /** Set where a client has to try again after what Retry-After says. */
  retries?: true;
}
