import type { ClockSetting } from '../sessions/clock';
import type { Entry } from '../state/kind';

/** What was made of one resource, as the files have it: not yet held against a document. */
export interface RecalledResource {
  /** All its entries, where they were replaced. */
  entries: readonly Entry[] | undefined;
  /** By identity, the entries that were changed or added; null for one that was removed. */
  changes: Map<string, Entry | null>;
}

/** State and clock at one moment, as the files have them; the document may know less of that by now. */
export interface RecalledState {
  scenario: string | undefined;
  clock: ClockSetting;
  resources: Map<string, RecalledResource>;
}

/** What the files have of one session, which goes on with as much of it as conforms. */
export interface RecalledSession {
  /** Undefined where it is as it begins. */
  now: RecalledState | undefined;
  snapshots: Map<string, RecalledState>;
}

/** By name, every session of which the files say something; undefined is the one that requests without a session share. */
export type Recalled = Map<string | undefined, RecalledSession>;
