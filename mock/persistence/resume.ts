import { Clock, type ClockSetting, RUNNING } from '../sessions/clock';
import type { SavedSession, Snapshot } from '../sessions/session';
import { SessionError, type Sessions } from '../sessions/sessions';
import { CarryOver } from '../state/carry-over';
import { Collection } from '../state/collection';
import type { Ground } from '../state/ground';
import { Layer } from '../state/layer';
import { lossesOf } from '../state/losses';
import type { Recalled, RecalledResource, RecalledSession, RecalledState } from './recalled';

/**
 * Puts every session back to what was recalled of it. Only what the document and the fixtures still have gets in: the state is
 * valid by construction.
 * @returns a sentence for each thing that was left out
 */
export function resumeSessions(recalled: Recalled, sessions: Sessions): string[] {
  const dropped: string[] = [];
  for (const { session } of sessions.list()) {
    if (!recalled.has(session.name)) session.resume(AS_IT_BEGINS);
  }
  if (!recalled.has(undefined)) sessions.shared.resume(AS_IT_BEGINS);
  const { most } = sessions.limits;
  const named = [...recalled].filter(([name]) => name !== undefined);
  dropped.push(...named.slice(most).map(([name]) => `session "${name}": There may be ${most} sessions.`));
  const last = new Set(named.slice(most));
  for (const [name, session] of [...recalled].filter((each) => !last.has(each)).toReversed()) {
    const place = name === undefined ? 'the shared session' : `session "${name}"`;
    const check = new Check(sessions.ground, dropped);
    open(sessions, name, dropped)?.resume(check.session(session, place));
  }
  return dropped;
}

const AS_IT_BEGINS: SavedSession = { now: undefined, snapshots: new Map() };

function open(sessions: Sessions, name: string | undefined, dropped: string[]) {
  try {
    return sessions.open(name);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    dropped.push(`session "${name}": ${error.message}`);
    return undefined;
  }
}

/** Holds what was recalled against the document, and notes what it leaves out. */
class Check {
  readonly #ground: Ground;
  readonly #dropped: string[];

  constructor(ground: Ground, dropped: string[]) {
    this.#ground = ground;
    this.#dropped = dropped;
  }

  session({ now, snapshots }: RecalledSession, place: string): SavedSession {
    const kept = [...snapshots].map(([name, state]): [string, Snapshot] => [
      name,
      this.#moment(state, `snapshot "${name}" of ${place}`),
    ]);
    return { now: now && this.#moment(now, place), snapshots: new Map(kept) };
  }

  #moment({ scenario, clock, resources }: RecalledState, place: string): Snapshot {
    const carryOver = new CarryOver(this.#ground);
    const layers = [...resources].map(([name, resource]): [string, Layer] => [name, this.#layer(name, resource)]);
    const state = carryOver.carry({ scenario, layers: new Map(layers) });
    this.#dropped.push(...lossesOf(carryOver).map((sentence) => `${place}: ${sentence}`));
    return { state, clock: this.#clock(clock, place) };
  }

  /** What was made of a resource, not yet held against the document; of one that there is no more, nothing. */
  #layer(name: string, { entries, changes }: RecalledResource): Layer {
    const kind = this.#ground.kinds.get(name);
    const base = kind && entries && new Collection(kind, entries);
    return new Layer(base, new Map([...changes].map(([id, entry]) => [id, entry ?? undefined])));
  }

  #clock(setting: ClockSetting, place: string): ClockSetting {
    try {
      const clock = new Clock(() => '2000-01-01');
      if (setting.fixed !== undefined) clock.set(setting.fixed);
      clock.advance(setting.ahead);
      return setting;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#dropped.push(`${place}: ${error.message}`);
      return RUNNING;
    }
  }
}
