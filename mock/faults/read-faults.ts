import { ConfigurationError, type Fault, type Files, membersOf, readYaml, type Service } from '../../spec';
import type { FaultRule } from './fault-rule';
import type { FaultBeginning } from './faults';
import type { RuleFault } from './rule-faults';
import { RuleReader } from './rule-reader';

/**
 * Reads the fault rules that every session begins with.
 * @param given the rules, or a YAML file that lists them
 * @param files by which the file is read; the disk unless given
 * @throws {ConfigurationError} with everything that is wrong, each with its place
 */
export function readFaults(
  service: Service,
  given: string | readonly FaultRule[] | undefined,
  files?: Files,
): FaultBeginning {
  const reader = new RuleReader(service);
  if (given === undefined) return { reader, rules: [] };
  const { value, task, placeOf } = typeof given === 'string' ? inFile(given, files) : inCode(given);
  const { rules, faults } = reader.read(value);
  if (rules !== undefined) return { reader, rules };
  throw new ConfigurationError(
    task,
    faults.map((fault) => toFault(fault, placeOf)),
  );
}

interface Given {
  value: unknown;
  task: string;
  /** The place of what a JSON Pointer names. */
  placeOf(pointer: string): string;
}

function inFile(file: string, files?: Files): Given {
  const { value, positions } = readYaml(file, undefined, files && { files });
  const isList = Array.isArray(value);
  const placeOf = (pointer: string) => (isList ? positions.placeOf(value, pointer) : `${file}:1`);
  return { value, task: `read the faults ${file}`, placeOf };
}

function inCode(value: readonly FaultRule[]): Given {
  return { value, task: 'read the option faults', placeOf: (pointer) => `faults${pointer}` };
}

function toFault({ pointer, message }: RuleFault, placeOf: Given['placeOf']): Fault {
  const [index, ...members] = membersOf(pointer);
  const name = members.join('.') || (index === undefined ? 'The rules' : 'The rule');
  return { place: placeOf(pointer), message: `${name} ${message}.` };
}
