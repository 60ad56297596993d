import type { Json } from '../../spec';
import { FaultRuleError, type Faults } from '../faults/faults';
import { type SetRule, toJson } from '../faults/set-rule';
import { type ControlCall, unknownName } from './control-call';
import { ControlRefusal } from './problem';

export function listFaults({ session }: ControlCall): Json {
  return session().faults.rules.map(shown);
}

export function addFault({ session, body }: ControlCall): Json {
  return refusing(() => shown(session().faults.add(body)));
}

export function replaceFaults(call: ControlCall): Json {
  refusing(() => call.session().faults.replace(call.body));
  return listFaults(call);
}

export function removeFaults({ session }: ControlCall): undefined {
  session().faults.clear();
}

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
