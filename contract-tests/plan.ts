import { isOfDocumentation, type Operation, type Service, type Source } from '../spec';
import type { Rule } from './rule';
import { ALL_RULES } from './rules/all-rules';

/** One rule to be checked of one operation. */
export interface Check {
  operation: Operation;
  rule: Rule;
  source: Source;
  statement: string;
  /** Where the documentation says so, its title and heading, and the place in the document; of what it does not say that place alone. */
  documentation: string;
}

/** The checks of a service: each operation with each rule that applies to it, without those that `only` leaves out. */
export function planChecks(service: Service, only: readonly string[] = []): Check[] {
  return service.operations.flatMap((operation) =>
    ALL_RULES.filter(({ appliesTo }) => appliesTo(operation, service))
      .filter(({ id }) => isWanted(operation, id, only))
      .map((rule) => {
        const source = typeof rule.source === 'function' ? rule.source(operation, service) : rule.source;
        const statement = rule.statement(operation, service);
        return { operation, rule, source, statement, documentation: documentationOf(service, operation, rule, source) };
      }),
  );
}

/** The title of a check, by which one Jest test is known. */
export function titleOf({ operation, rule, source, statement }: Check): string {
  return `${operation.id} · ${rule.id} (${source}): ${statement}`;
}

/** The names that `only` may give: every rule and every operation. */
export function knownNames(service: Service): string[] {
  return [...service.operations.map(({ id }) => id), ...ALL_RULES.map(({ id }) => id)];
}

/** Names of operations and of rules narrow each other down; several of one kind widen it. */
function isWanted(operation: Operation, ruleId: string, only: readonly string[]): boolean {
  const rules = only.filter((name) => ALL_RULES.some(({ id }) => id === name));
  const operations = only.filter((name) => !rules.includes(name));
  return (
    (rules.length === 0 || rules.includes(ruleId)) && (operations.length === 0 || operations.includes(operation.id))
  );
}

function documentationOf(service: Service, operation: Operation, rule: Rule, source: Source): string {
  const place = service.placeOf(rule.place?.(operation, service) ?? operation.pointer);
  const written = isOfDocumentation(source) ? [service.documentation, operation.documentation] : [];
  return [...written.filter((part) => part !== undefined), place].join(', ');
}
