import { validateHeaderName, validateHeaderValue } from 'node:http';
import { type Operation, pointerTo } from '../../spec';
import { EFFECTS, type FaultRule, OF_STATUS } from './fault-rule';

/** One thing wrong with a rule. */
export interface RuleFault {
  /** JSON Pointer (RFC 6901) into what was given. */
  pointer: string;
  /** What is wrong and what would be right, as it follows the name of what the pointer names. */
  message: string;
}

/** Headers that say how a message is framed, which is not the rule's to say. */
const FRAMING = ['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

/** Statuses whose responses have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const WITHOUT_BODY = [204, 205, 304];

/** What no schema says of a rule that looks like one; each check knows one thing. */
const CHECKS = [operationFaults, parameterFaults, effectFaults, answerFaults, headerFaults, delayFaults];

/** What is wrong with a rule that looks like one, held against the operations of the document. */
export function ruleFaults(rule: FaultRule, operations: readonly Operation[]): RuleFault[] {
  return CHECKS.flatMap((check) => check(rule, operations));
}

/** The operations that a rule is for, its path parameters aside. */
export function operationsOf(rule: FaultRule, operations: readonly Operation[]): Operation[] {
  const asked = SELECTORS.filter(({ member }) => rule[member] !== undefined);
  return operations.filter((operation) => asked.every(({ member, of }) => of(operation) === rule[member]));
}

/** The names in braces in an operation's path, in the order in which they stand there. */
export function pathParametersOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

/** How a rule names operations. */
const SELECTORS = [
  { member: 'operation', what: 'operation', of: ({ id }: Operation) => id },
  { member: 'method', what: 'method', of: ({ method }: Operation) => method },
  { member: 'path', what: 'path', of: ({ path }: Operation) => path },
] as const;

function operationFaults(rule: FaultRule, operations: readonly Operation[]): RuleFault[] {
  const unknown = SELECTORS.flatMap(({ member, what, of }): RuleFault[] => {
    const [value, known] = [rule[member], [...new Set(operations.map(of))]];
    if (value === undefined || known.includes(value)) return [];
    return [
      { pointer: `/${member}`, message: `"${value}" is no ${what} of the document. Known are ${known.join(', ')}` },
    ];
  });
  if (unknown.length > 0 || operationsOf(rule, operations).length > 0) return unknown;
  const asked = SELECTORS.flatMap(({ member }) => (rule[member] === undefined ? [] : [`${member} ${rule[member]}`]));
  return [{ pointer: '', message: `matches no operation: none of the document has ${asked.join(' and ')}` }];
}

function parameterFaults(rule: FaultRule, operations: readonly Operation[]): RuleFault[] {
  const names = Object.keys(rule.parameters ?? {});
  const matching = operationsOf(rule, operations);
  if (matching.length === 0) return [];
  const known = new Set(matching.flatMap(pathParametersOf));
  const there = known.size === 0 ? 'They have none' : `Known are ${[...known].join(', ')}`;
  const unknown = names.filter((name) => !known.has(name));
  const isTogether = matching.some((operation) => names.every((name) => pathParametersOf(operation).includes(name)));
  if (unknown.length > 0 || isTogether) {
    return unknown.map((name) => ({
      pointer: pointerTo('/parameters', name),
      message: `is no path parameter of the operations that it is for. ${there}`,
    }));
  }
  return [{ pointer: '/parameters', message: `matches no operation: none has ${names.join(' and ')} in its path` }];
}

function effectFaults(rule: FaultRule): RuleFault[] {
  const given = EFFECTS.filter((effect) => rule[effect] !== undefined);
  if (given.length === 0 && rule.delay === undefined) {
    return [{ pointer: '', message: `does nothing. Give it one of ${EFFECTS.join(', ')}, or a delay` }];
  }
  const [first, ...others] = given;
  return others.map((effect) => ({
    pointer: `/${effect}`,
    message: `may not stand beside ${first}. A rule has one of ${EFFECTS.join(', ')}`,
  }));
}

function answerFaults(rule: FaultRule): RuleFault[] {
  const given = OF_STATUS.filter((member) => rule[member] !== undefined);
  if (rule.status === undefined) {
    return given.map((member) => ({
      pointer: `/${member}`,
      message: 'needs a status beside it, of whose answer it is',
    }));
  }
  const bodies = given.filter((member) => member === 'body' || member === 'text');
  if (bodies.length === 2) return [{ pointer: '/text', message: 'may not stand beside body' }];
  if (!WITHOUT_BODY.includes(rule.status)) return [];
  return bodies.map((member) => ({
    pointer: `/${member}`,
    message: `may not stand here: a ${rule.status} has no body`,
  }));
}

function headerFaults({ headers = {} }: FaultRule): RuleFault[] {
  return Object.entries(headers).flatMap(([name, value]): RuleFault[] => {
    const pointer = pointerTo('/headers', name);
    if (FRAMING.includes(name.toLowerCase()))
      return [{ pointer, message: 'frames the message, which is up to the mock' }];
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
      return [];
    } catch {
      return [{ pointer, message: 'is no header field of RFC 9110, section 5' }];
    }
  });
}

function delayFaults({ delay }: FaultRule): RuleFault[] {
  if (typeof delay !== 'object' || delay.from <= delay.to) return [];
  return [{ pointer: '/delay/to', message: `must be at least "from", ${delay.from}, but it is ${delay.to}` }];
}
