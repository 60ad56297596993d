import { CONDITION_NAMES, isOfDocumentation } from '../../spec';
import { planChecks } from '../plan';
import { atOnce } from '../requests/at-once';
import { DEFECTS } from './defects';
import type { Defect } from './defects/defect';
import { examineServer, type Instruments } from './examine-server';
import { VARIANTS } from './variants';
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

/** The verdict on the suite: each defect and each correct server, in the order of `DEFECTS` and of `VARIANTS`. */
export interface KillMatrix {
  kills: Kill[];
  acquittals: Acquittal[];
}

/** Servers that are examined at the same time: most of a check is waiting for an answer. */
const SERVERS_AT_ONCE = 6;

/** A server by its place in `DEFECTS` or `VARIANTS`, and the rules that are violated by it. */
export interface Examined {
  of: 'defects' | 'variants';
  index: number;
  violated: string[];
}

/** Examines some of the servers by every rule that can fail a run, and hands over each as soon as it is done. */
export async function examineServers(
  instruments: Instruments,
  servers: readonly Omit<Examined, 'violated'>[],
  done: (examined: Examined) => void,
): Promise<void> {
  const gating = gatingRules(instruments);
  const all = { defects: DEFECTS, variants: VARIANTS };
  const examine = async ({ of, index }: Omit<Examined, 'violated'>) => {
    const { outcomes } = await examineServer(all[of][index]?.ways ?? {}, instruments, gating);
    const violated = outcomes.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule);
    done({ of, index, violated: [...new Set(violated)] });
  };
  await atOnce(servers, examine, SERVERS_AT_ONCE);
}

/** Every server that there is. */
export function allServers(): Omit<Examined, 'violated'>[] {
  return [
    ...DEFECTS.map((_, index) => ({ of: 'defects' as const, index })),
    ...VARIANTS.map((_, index) => ({ of: 'variants' as const, index })),
  ];
}

/** Puts what was examined, in whatever order that was, into the order of the tables; what was not examined was not caught. */
export function killMatrix(examined: readonly Examined[]): KillMatrix {
  const violatedBy = (of: Examined['of'], index: number) =>
    examined.find((each) => each.of === of && each.index === index)?.violated ?? [];
  return {
    kills: DEFECTS.map((defect, index) => ({ defect, caughtBy: violatedBy('defects', index) })),
    acquittals: VARIANTS.map((variant, index) => ({ variant, alarms: violatedBy('variants', index) })),
  };
}

/** The rules whose statements are documented or observed; what conditions are answered with is only recorded. */
export function gatingRules({ service }: Pick<Instruments, 'service'>): string[] {
  const gating = planChecks(service).filter(({ source }) => isOfDocumentation(source));
  return [...new Set(gating.map(({ rule }) => rule.id))].filter((id) => !CONDITION_NAMES.some((name) => name === id));
}

/** Defects that the rule which states what they break lets pass; there are to be none. */
export function missed({ kills }: KillMatrix): Kill[] {
  return kills.filter(({ defect, caughtBy }) => !caughtBy.includes(defect.rule));
}

/** Correct servers against which the suite says something; there are to be none. */
export function falseAlarms({ acquittals }: KillMatrix): Acquittal[] {
  return acquittals.filter(({ alarms }) => alarms.length > 0);
}
