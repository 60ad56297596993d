import type { Change } from '../honest-server';

/** A server that breaks one statement of the documentation. */
export interface Defect {
  /** What it does wrong, as a sentence. */
  name: string;
  /** The rule that states what it breaks. */
  rule: string;
  ways: Change;
  /** Other rules that it breaks unavoidably. */
  also?: string[];
}
