import type { Operation, Source } from '../../spec';
import type { Rule } from '../rule';

/** A rule of a part of an operation's meaning, in the words of that part. */
interface PartRule<Part> extends Omit<Rule, 'source' | 'statement' | 'place' | 'appliesTo'> {
  statement: (part: Part) => string;
  place: (part: Part, operation: Operation) => string;
  /** Whether it applies to a part that is there; to any, where not given. */
  appliesTo?: (part: Part) => boolean;
}

/** A rule of something that only some operations have, as lists may have pages: it applies where that is, and its source is that one's. */
export function ruleOf<Part extends { source: Source }>(
  partOf: (operation: Operation) => Part | undefined,
  { statement, place, appliesTo = () => true, ...rule }: PartRule<Part>,
): Rule {
  const partIn = (operation: Operation): Part => {
    const part = partOf(operation);
    if (part === undefined) throw new Error(`${rule.id} does not apply to ${operation.id}`);
    return part;
  };
  return {
    ...rule,
    source: (operation) => partIn(operation).source,
    statement: (operation) => statement(partIn(operation)),
    place: (operation) => place(partIn(operation), operation),
    appliesTo: (operation) => {
      const part = partOf(operation);
      return part !== undefined && appliesTo(part);
    },
  };
}
