import type { Json } from '../../spec';
import { FaultRuleError, type Faults } from '../faults/faults';
import { type SetRule, toJson } from '../faults/set-rule';
import { type ControlCall, unknownName } from './control-call';
import { ControlRefusal } from './problem';

/** The fault rules of the session in the order in which they are asked, each with how often it matched and was applied. */
export function listFaults({ session }: ControlCall): Json {
  return session().faults.rules.map(shown);
}

/**
 * Adds a rule, to be asked after those that there are, and shows it with its id.
 * @throws {ControlRefusal} invalid-control-body, with everything that is wrong with the rule
 */
export function addFault({ session, body }: ControlCall): Json {
  return refusing(() => shown(session().faults.add(body)));
}

/**
 * Puts rules in place of all that there are, and shows them; ids and counts begin anew.
 * @throws {ControlRefusal} invalid-control-body, with everything that is wrong; then all stay
 */
export function replaceFaults(call: ControlCall): Json {
  refusing(() => call.session().faults.replace(call.body));
  return listFaults(call);
}

/** Removes every rule, those included that the session began with; a reset puts those back. */
export function removeFaults({ session }: ControlCall): undefined {
  session().faults.clear();
}

/**
 * Removes the rule of an id.
 * @throws {ControlRefusal} unknown-name, with the ids that there are
 */
export function removeFault({ session, parameter }: ControlCall): undefined {
  const { faults } = session();
  const rule = faults.rules.find(({ id }) => id === parameter);
  faults.remove(rule ?? unknownRule(parameter, faults));
}

function unknownRule(id: string, { rules }: Faults): never {
  const known = rules.map((rule) => rule.id);
  return unknownName('fault rule', id, known);
}

function shown(rule: SetRule): Json {
  const { id, matched, applied } = rule;
  return { id, rule: toJson(rule), matched, applied };
}

/** A rule that does not hold is a fault of the body. */
function refusing<T>(change: () => T): T {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof FaultRuleError)) throw error;
    throw new ControlRefusal('invalid-control-body', error.message, error.faults);
  }
}
