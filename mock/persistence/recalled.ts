import type { ClockSetting } from '../sessions/clock';
import type { Entry } from '../state/kind';

/** What was made of one resource, as the files have it: not yet held against a document. */
export interface RecalledResource {
  /** All its entries, where they were replaced. */
  entries: readonly Entry[] | undefined;
  /** By identity, the entries that were changed or added; null for one that was removed. */
  changes: Map<string, Entry | null>;
}

export interface RecalledState {
  scenario: string | undefined;
  clock: ClockSetting;
  resources: Map<string, RecalledResource>;
}

export interface RecalledSession {
  /** Undefined where it is as it begins. */
  now: RecalledState | undefined;
  snapshots: Map<string, RecalledState>;
}

/** By name, every session of which the files say something; undefined is the one that requests without a session share. */
export type Recalled = Map<string | undefined, RecalledSession>;
