import { memberOf } from '../../spec';
import { schemaFaults, uniquenessFaults } from '../fixtures/entry-faults';
import type { PlacedEntry } from '../fixtures/fixture-section';
import { Clock, type ClockSetting, RUNNING } from '../sessions/clock';
import type { SavedSession, Snapshot } from '../sessions/session';
import { SessionError, type Sessions } from '../sessions/sessions';
import { Collection } from '../state/collection';
import type { Ground } from '../state/ground';
import type { Entry, Kind } from '../state/kind';
import { Layer } from '../state/layer';
import type { Recalled, RecalledResource, RecalledState } from './recalled';

/**
 * Puts every session back to what was recalled of it. Only what the document and the fixtures still have gets in: the state is
 * valid by construction.
 * @returns a sentence for each thing that was left out
 */
export function resumeSessions(recalled: Recalled, sessions: Sessions, ground: Ground, beginning?: string): string[] {
  const dropped: string[] = [];
  for (const { session } of sessions.list()) {
    if (!recalled.has(session.name)) session.resume(AS_IT_BEGINS);
  }
  if (!recalled.has(undefined)) sessions.shared.resume(AS_IT_BEGINS);
  const { most } = sessions.limits;
  const named = [...recalled].filter(([name]) => name !== undefined);
  dropped.push(...named.slice(most).map(([name]) => `session "${name}": There may be ${most} sessions.`));
  const last = new Set(named.slice(most));
  for (const [name, { now, snapshots }] of [...recalled].filter((each) => !last.has(each)).toReversed()) {
    const place = name === undefined ? 'the shared session' : `session "${name}"`;
    const check = new Check(ground, beginning, dropped);
    const kept = [...snapshots].map(([snapshot, state]): [string, Snapshot] => [
      snapshot,
      check.state(state, `snapshot "${snapshot}" of ${place}`),
    ]);
    open(sessions, name, dropped)?.resume({ now: now && check.state(now, place), snapshots: new Map(kept) });
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
  readonly #beginning: string | undefined;
  readonly #dropped: string[];

  constructor(ground: Ground, beginning: string | undefined, dropped: string[]) {
    this.#ground = ground;
    this.#beginning = beginning;
    this.#dropped = dropped;
  }

  state({ scenario, clock, resources }: RecalledState, place: string): Snapshot {
    const layers = [...resources].flatMap(([name, resource]): [string, Layer][] => {
      const layer = this.#layer(name, resource, place);
      return layer ? [[name, layer]] : [];
    });
    const state = { scenario: this.#scenario(scenario, place), layers: new Map(layers) };
    return { state, clock: this.#clock(clock, place) };
  }

  #scenario(scenario: string | undefined, place: string): string | undefined {
    const { scenarios } = this.#ground;
    if (scenario === undefined || scenarios.includes(scenario)) return scenario;
    const there = scenarios.length > 0 ? `The scenarios are ${scenarios.join(', ')}` : 'The fixtures have none';
    this.#dropped.push(`${place}: There is no scenario "${scenario}" any more. ${there}.`);
    return this.#beginning;
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

  #layer(name: string, { entries, changes }: RecalledResource, place: string): Layer | undefined {
    const kind = this.#ground.kinds.get(name);
    if (kind === undefined) {
      const known = [...this.#ground.kinds.keys()].join(', ');
      this.#dropped.push(`${place}, ${name}: The document has no such resource. It has ${known}.`);
      return undefined;
    }
    const base = entries && new Collection(kind, this.#replaced(kind, entries, place));
    const changed = this.#changed(kind, changes, place);
    return base === undefined && changed.size === 0 ? undefined : new Layer(base, changed);
  }

  #replaced(kind: Kind, entries: readonly Entry[], place: string): Entry[] {
    const repeated = new Set(uniquenessFaults(kind, entries.map(placed)).map((fault) => fault.place));
    return entries.filter((entry, index) => {
      const fault = repeated.has(`${index}`) ? 'What has to be unique stands twice.' : faultOf(kind, entry);
      return this.#keeps(fault, kind, kind.identify(entry) ?? `number ${index + 1}`, place);
    });
  }

  #changed(kind: Kind, changes: RecalledResource['changes'], place: string): Map<string, Entry | undefined> {
    const kept = new Map<string, Entry | undefined>();
    for (const [id, entry] of changes) {
      const fault = kind.identity === undefined ? 'Nothing identifies the entries any more.' : faultOf(kind, entry, id);
      if (this.#keeps(fault, kind, id, place)) kept.set(kind.canonical(id), entry ?? undefined);
    }
    return kept;
  }

  #keeps(fault: string | undefined, kind: Kind, id: string, place: string): boolean {
    if (fault !== undefined) this.#dropped.push(`${place}, ${kind.resource.name} "${id}": ${fault}`);
    return fault === undefined;
  }
}

/** What is wrong with an entry, null for one that was removed; undefined where it conforms. */
function faultOf(kind: Kind, entry: Entry | null, id?: string): string | undefined {
  if (entry === null) return undefined;
  const faults = schemaFaults(kind, [placed(entry, 0)]);
  if (faults.length > 0) return faults.map(({ message }) => message).join(' ');
  if (id === undefined || kind.identify(entry) === kind.canonical(id)) return undefined;
  return `It is identified by ${kind.identity} now, which is ${JSON.stringify(memberOf(entry, kind.identity ?? ''))}.`;
}

/** An entry whose place is its number. */
function placed(entry: Entry, index: number): PlacedEntry {
  return { entry, placeOf: () => `${index}` };
}
