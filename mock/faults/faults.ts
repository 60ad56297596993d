import type { Operation } from '../../spec';
import { type FaultRule, MOST_RULES } from './fault-rule';
import type { RuleFault } from './rule-faults';
import type { ReadRule, RuleReader } from './rule-reader';
import { delayOf, isDecisive, isDue, isFor, type SetRule, textOf } from './set-rule';

/** What the sessions of a mock begin with, and by what they read further rules. */
export interface FaultBeginning {
  readonly reader: RuleReader;
  readonly rules: readonly ReadRule[];
}

/** What happens to one request. */
export interface Verdict {
  /** Milliseconds, of all rules that apply. */
  delay: number;
  /** The rule that says what else happens; undefined where it is only late. */
  rule: FaultRule | undefined;
  /** In words, such as `rule 2: status 503`. */
  text: string;
}

/** Rules that do not hold: every fault of them. */
export class FaultRuleError extends RangeError {
  override readonly name = 'FaultRuleError';

  constructor(readonly faults: readonly RuleFault[]) {
    const sentences = faults.map(({ pointer, message }) => `${pointer || 'The rule'} ${message}.`);
    super(`Failed to set the fault: ${sentences.join(' ')}`);
  }
}

/** The fault rules of a session: its own list, counters and sequences of chance. */
export class Faults {
  #beginning: FaultBeginning;
  #rules: readonly SetRule[] = [];
  #lastId = 0;

  constructor(beginning: FaultBeginning) {
    this.#beginning = beginning;
    this.reset();
  }

  /** Whether no request needs to be asked about. */
  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** In the order in which they are asked. */
  get rules(): readonly SetRule[] {
    return this.#rules;
  }

  /**
   * Adds a rule, to be asked after those that there are.
   * @throws {FaultRuleError} where it does not hold
   */
  add(rule: unknown): SetRule {
    const { rules, faults } = this.#beginning.reader.read([rule]);
    if (rules === undefined) throw new FaultRuleError(faults.map(withoutIndex));
    if (this.#rules.length >= MOST_RULES) throw new FaultRuleError([TOO_MANY]);
    const [added] = rules.map((read) => this.#toSet(read)) as [SetRule]; // as many as were given
    this.#rules = [...this.#rules, added];
    return added;
  }

  /**
   * Puts rules in place of all that there are, and counts anew.
   * @throws {FaultRuleError} where one does not hold; then all stay
   */
  replace(given: unknown): void {
    const { rules, faults } = this.#beginning.reader.read(given);
    if (rules === undefined) throw new FaultRuleError(faults);
    this.#begin(rules);
  }

  /** Takes a rule away, if it is still there. */
  remove(rule: SetRule): void {
    this.#rules = this.#rules.filter((each) => each !== rule);
  }

  clear(): void {
    this.#rules = [];
  }

  /** Puts back the rules that the mock was started with, and counts anew. */
  reset(): void {
    this.#begin(this.#beginning.rules);
  }

  /**
   * Decides, once for each request, what happens to it. Every rule that is for the request counts it; in their order, delays of
   * those that apply add up, up to the first that does something else.
   */
  decide(operation: Operation, path: ReadonlyMap<string, string>): Verdict | undefined {
    const applied: SetRule[] = [];
    let [delay, decisive]: [number, FaultRule | undefined] = [0, undefined];
    for (const each of this.#rules) {
      if (!isFor(each, operation, path)) continue;
      const index = each.matched++;
      if (decisive !== undefined || !isDue(each, index)) continue;
      each.applied++;
      applied.push(each);
      delay += delayOf(each, index);
      if (isDecisive(each)) decisive = each.read.rule;
    }
    return applied.length === 0 ? undefined : { delay, rule: decisive, text: textOf(applied) };
  }

  /**
   * Goes on with the rules that there are, for the operations of another document; one that does not hold there is for none.
   * The rules of the other beginning come with the next reset.
   */
  goOn(beginning: FaultBeginning): void {
    this.#beginning = beginning;
    for (const each of this.#rules) {
      const [read] = beginning.reader.read([each.read.rule]).rules ?? [];
      each.read = read ?? { ...each.read, operations: new Set() };
    }
  }

  #begin(rules: readonly ReadRule[]): void {
    this.#lastId = 0;
    this.#rules = rules.map((read) => this.#toSet(read));
  }

  #toSet(read: ReadRule): SetRule {
    this.#lastId += 1;
    const seed = read.rule.seed ?? this.#lastId;
    return { id: String(this.#lastId), read, seed, matched: 0, applied: 0 };
  }
}

const TOO_MANY = { pointer: '', message: `is one too many: a session takes ${MOST_RULES}. Remove those that are done` };

function withoutIndex({ pointer, message }: RuleFault): RuleFault {
  return { pointer: pointer.replace(/^\/0/, ''), message };
}
