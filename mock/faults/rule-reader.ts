import { type JsonObject, type Operation, pointerTo, type Service } from '../../spec';
import { Conformance } from '../state/conformance';
import { canonicalKey } from '../state/identifiers';
import { FAULTS_SCHEMA, type FaultRule } from './fault-rule';
import { operationsOf, pathParametersOf, type RuleFault, ruleFaults } from './rule-faults';

/** A rule that was held against the document, ready to be asked of requests. */
export interface ReadRule {
  readonly rule: Readonly<FaultRule>;
  /** Those that it is for. */
  readonly operations: ReadonlySet<Operation>;
  /** The values that path parameters need to have, as `canonicalValue` spells them. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** What was made of rules: all of them, or everything that is wrong. */
export type Reading = { rules: ReadRule[]; faults: [] } | { rules?: never; faults: RuleFault[] };

/** Reads rules, from wherever they come, and holds them against the operations of one document. */
export class RuleReader {
  readonly #operations: readonly Operation[];
  #conformance: Conformance | undefined;

  constructor({ operations }: Service) {
    this.#operations = operations;
  }

  /** Reads a list of rules; they are copied, so that later changes leave them as they are. */
  read(given: unknown): Reading {
    this.#conformance ??= new Conformance({ faults: FAULTS_SCHEMA } as unknown as JsonObject); // a literal
    const misshapen = this.#conformance.check({ pointer: '/faults', value: {} }, given ?? null);
    if (misshapen.length > 0) return { faults: misshapen };
    const rules = JSON.parse(JSON.stringify(given)) as FaultRule[]; // its schema
    const faults = rules.flatMap((rule, index) =>
      ruleFaults(rule, this.#operations).map((fault) => ({ ...fault, pointer: pointerTo('', index) + fault.pointer })),
    );
    return faults.length > 0 ? { faults } : { rules: rules.map((rule) => this.#toRead(rule)), faults: [] };
  }

  #toRead(rule: FaultRule): ReadRule {
    const names = Object.keys(rule.parameters ?? {});
    const operations = operationsOf(rule, this.#operations).filter((operation) =>
      names.every((name) => pathParametersOf(operation).includes(name)),
    );
    const parameters = Object.entries(rule.parameters ?? {}).map(([name, value]) => [name, String(value)] as const);
    return { rule, operations: new Set(operations), parameters };
  }
}

/** The value of a path parameter in the one spelling by which it is compared. */
export function canonicalValue({ meaning }: Operation, name: string, value: string): string {
  return 'key' in meaning && meaning.key.parameter.name === name ? canonicalKey(value, meaning.key) : value;
}
