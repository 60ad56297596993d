import type { StoreChange } from '../state/store';
import type { ClockSetting } from './clock';

/** What has happened to a session, told right after it was done. Done again in their order, such changes lead to the same state. */
export type SessionChange =
  | StoreChange
  | { change: 'clock'; setting: ClockSetting }
  /** State, scenario and clock are those of the beginning again, whatever that is then. */
  | { change: 'reset' }
  /** A snapshot was taken, under a name. */
  | { change: 'kept'; snapshot: string }
  | { change: 'dropped'; snapshot: string }
  /** The session is no more. */
  | { change: 'ended' };

/**
 * Is told of every change.
 * @param session its name; undefined for the one that requests without a session share
 */
export type TellChange = (session: string | undefined, change: SessionChange) => void;

/** For state that nobody keeps. */
export function tellNobody(): void {}
