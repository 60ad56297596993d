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

export function describe({ session }: ControlCall): Json {
  return summaryOf(session());
}

export function reset({ session }: ControlCall): Json {
  session().reset();
  return summaryOf(session());
}

export function listScenarios({ ground }: ControlCall): Json {
  return [...ground.scenarios];
}

export function switchScenario({ session, ground, body }: ControlCall): Json {
  const { scenario } = body as { scenario: string | null }; // its schema
  if (scenario !== null && !ground.scenarios.includes(scenario)) unknownName('scenario', scenario, ground.scenarios);
  session().switchTo(scenario ?? undefined);
  return summaryOf(session());
}
