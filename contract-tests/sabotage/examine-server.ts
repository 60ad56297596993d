import type { Service } from '../../spec';
import { examine, type Outcome } from '../examine';
import type { SchemaOracle } from '../oracle';
import { planChecks } from '../plan';
import { createTarget } from '../target';
import { type Change, startHonestServer } from './honest-server';
import type { Fields } from './museum-data';

/** What a server is examined with: read once, used for every server. */
export interface Instruments {
  service: Service;
  oracle: SchemaOracle;
}

export interface Examined {
  outcomes: Outcome[];
  /** The events as they are stored, at the start and at the end. */
  before: (Fields | undefined)[];
  after: (Fields | undefined)[];
}

/** Starts a server, makes the checks that `only` names (all, where it names none), and stops the server. */
export async function examineServer(
  change: Change,
  { service, oracle }: Instruments,
  only: readonly string[] = [],
): Promise<Examined> {
  const server = await startHonestServer(change);
  const { url, token, eventIds } = server;
  const now = () => new Date();
  const target = createTarget({ server: url, token, identifiersFor: () => eventIds, mayWrite: true, now });
  const before = eventIds.map(server.event);
  try {
    const outcomes: Outcome[] = [];
    for (const check of planChecks(service, only)) {
      outcomes.push(await examine(check, { service, target, oracle, strict: false }));
    }
    return { outcomes, before, after: eventIds.map(server.event) };
  } finally {
    await server.close();
  }
}
