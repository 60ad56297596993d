import type { Service } from '../../spec';
import { requestsOf, requestsOfFailing } from '../budget';
import { USUAL_CHANCE } from '../examination';
import { examine, type Outcome } from '../examine';
import { type Check, planChecks } from '../plan';
import { createTarget, type Target } from '../target/target';
import type { SchemaOracle } from '../values/oracle';
import { type Change, startHonestServer } from './honest-server';
import type { Fields } from './museum-data';

/** What a server is examined with: read once, used for every server. */
export interface Instruments {
  service: Service;
  oracle: SchemaOracle;
}

/** What came of the checks of one server, and what they left behind: `before` and `after` are to be alike. */
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
      let asked = 0;
      const send: Target['send'] = (...request) => {
        asked += 1;
        return target.send(...request);
      };
      const outcome = await examine(check, { service, target: { ...target, send }, oracle, strict: false });
      outcomes.push(outcome);
      requireWithinBounds(check, service, asked, outcome);
    }
    return { outcomes, before, after: eventIds.map(server.event) };
  } finally {
    await server.close();
  }
}

/** What `--list` announces holds of every server, however wrong. */
function requireWithinBounds(check: Check, service: Service, asked: number, { finding, notes }: Outcome): void {
  const planned = { runs: USUAL_CHANCE.runs, mayWrite: true };
  // A note may say that the check was made again.
  const most = ((finding ?? notes) ? requestsOfFailing : requestsOf)(check, service, planned);
  if (asked <= most) return;
  throw new Error(`${check.rule.id} of ${check.operation.id} made ${asked} requests, and --list says at most ${most}.`);
}
