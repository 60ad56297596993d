import { CONDITION_NAMES } from '../../spec';
import { atOnce } from '../at-once';
import { planChecks } from '../plan';
import type { Defect } from './defects/defect';
import { examineServer, type Instruments } from './examine-server';
import type { Variant } from './variants/variant';

/** A defect, and the rules that are violated by it. */
export interface Kill {
  defect: Defect;
  caughtBy: string[];
}

/** A correct server, and what a run says against it; nothing, if the suite is right. */
export interface Acquittal {
  variant: Variant;
  alarms: string[];
}

export interface KillMatrix {
  kills: Kill[];
  acquittals: Acquittal[];
}

/** Servers that are examined at the same time: most of a check is waiting for an answer. */
const SERVERS_AT_ONCE = 6;

/** Examines each defect and each variant by every rule that can fail a run. */
export async function killMatrix(
  instruments: Instruments,
  { defects, variants }: { defects: readonly Defect[]; variants: readonly Variant[] },
): Promise<KillMatrix> {
  const gating = gatingRules(instruments);
  const violatedBy = async (ways: Defect['ways']): Promise<string[]> => {
    const { outcomes } = await examineServer(ways, instruments, gating);
    return [...new Set(outcomes.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule))];
  };
  const kill = async (defect: Defect) => ({ defect, caughtBy: await violatedBy(defect.ways) });
  const acquit = async (variant: Variant) => ({ variant, alarms: await violatedBy(variant.ways) });
  const kills = await atOnce(defects, kill, SERVERS_AT_ONCE);
  const acquittals = await atOnce(variants, acquit, SERVERS_AT_ONCE);
  return { kills, acquittals };
}

/** The rules whose statements are documented or observed; what conditions are answered with is only recorded. */
export function gatingRules({ service }: Pick<Instruments, 'service'>): string[] {
  const gating = planChecks(service).filter(({ source }) => source === 'documented' || source === 'observed');
  return [...new Set(gating.map(({ rule }) => rule.id))].filter((id) => !CONDITION_NAMES.some((name) => name === id));
}

/** A defect that its own rule lets pass. */
export function missed({ kills }: KillMatrix): Kill[] {
  return kills.filter(({ defect, caughtBy }) => !caughtBy.includes(defect.rule));
}

export function falseAlarms({ acquittals }: KillMatrix): Acquittal[] {
  return acquittals.filter(({ alarms }) => alarms.length > 0);
}
