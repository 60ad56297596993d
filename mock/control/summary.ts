import type { Json } from '../../spec';
import type { Session } from '../sessions/session';
import type { ControlCall } from './control-call';
import { unknownName } from './control-call';

/** What is to say of a session, the answer to whatever changes it. */
export function summaryOf(session: Session): { [member: string]: Json } {
  const { name = null, store, clock, snapshots } = session;
  return {
    session: name,
    today: session.today(),
    clock: clock.setting.fixed === undefined ? 'running' : 'standing',
    scenario: store.scenario ?? null,
    snapshots: [...snapshots.keys()],
  };
}

/** What counts as today in the session, and what its state began with; asking changes nothing. */
export function describe({ session }: ControlCall): Json {
  return summaryOf(session());
}

/** Puts state, scenario, clock and fault rules of the session back to the start, and clears its journal; snapshots stay. */
export function reset({ session }: ControlCall): Json {
  session().begin();
  return summaryOf(session());
}

/** What a reset does once it is certain: it cannot be taken back where the rest could not be saved. */
export function resetUnsaved({ session }: ControlCall): void {
  session().resetUnsaved();
}

/** The names of the scenarios: those of the files in the folder `scenarios` of the fixtures. */
export function listScenarios({ ground }: ControlCall): Json {
  return [...ground.scenarios];
}

/**
 * Begins the state anew with a scenario, or with the fixtures alone where it is null; the clock stays.
 * @throws {ControlRefusal} unknown-name, with the scenarios that there are
 */
export function switchScenario({ session, ground, body }: ControlCall): Json {
  const { scenario } = body as { scenario: string | null }; // its schema
  if (scenario !== null && !ground.scenarios.includes(scenario)) unknownName('scenario', scenario, ground.scenarios);
  session().switchTo(scenario ?? undefined);
  return summaryOf(session());
}
