import type { Json, JsonObject, Operation } from '../../spec';
import { EFFECTS, type FaultRule } from './fault-rule';
import { draw } from './random';
import { canonicalValue, type ReadRule } from './rule-reader';

/** A rule in a session, with what became of it there. */
export interface SetRule {
  /** Names it within its session. */
  readonly id: string;
  read: ReadRule;
  readonly seed: number;
  /** How many requests it was for. */
  matched: number;
  /** How many of them it was applied to. */
  applied: number;
}

/** Whether a rule is for a request, by its operation and the path parameters that the rule names; being due is another matter. */
export function isFor(
  { read: { operations, parameters } }: SetRule,
  operation: Operation,
  path: ReadonlyMap<string, string>,
): boolean {
  if (!operations.has(operation)) return false;
  return parameters.every(([name, value]) => {
    const sent = path.get(name);
    return sent !== undefined && canonicalValue(operation, name, sent) === canonicalValue(operation, name, value);
  });
}

/**
 * Whether a rule applies to a request that it is for.
 * @param index of the request among those, from 0
 */
export function isDue({ read: { rule }, seed, applied }: SetRule, index: number): boolean {
  const { after = 0, times = Number.POSITIVE_INFINITY, probability = 1 } = rule;
  return index >= after && applied < times && draw('whether', seed, index) < probability;
}

/** How many milliseconds a rule delays the request of an index. */
export function delayOf({ read: { rule }, seed }: SetRule, index: number): number {
  const { delay = 0 } = rule;
  return typeof delay === 'number' ? delay : delay.from + draw('howLong', seed, index) * (delay.to - delay.from);
}

/** Whether a rule does more than delay. */
export function isDecisive({ read: { rule } }: SetRule): boolean {
  return EFFECTS.some((effect) => rule[effect] !== undefined);
}

/** A rule as it was given, and its seed where it draws. */
export function toJson({ read: { rule }, seed }: SetRule): Json {
  const draws = rule.probability !== undefined || typeof rule.delay === 'object';
  return { ...(rule as unknown as JsonObject), ...(draws ? { seed } : {}) }; // its schema
}

/** What rules do to a request, in words. */
export function textOf(applied: readonly SetRule[]): string {
  return applied.map(({ id, read: { rule } }) => `rule ${id}: ${effectsOf(rule).join(', ')}`).join('; ');
}

function effectsOf(rule: FaultRule): string[] {
  const { delay } = rule;
  const range = typeof delay === 'object' ? `${delay.from} to ${delay.to}` : delay;
  const late = range === undefined ? [] : [`delay ${range} ms`];
  return [...late, ...EFFECTS.flatMap((effect) => (rule[effect] === undefined ? [] : `${effect} ${rule[effect]}`))];
}
