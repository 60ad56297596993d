import type { Fault, Operation, Service } from '../spec';
import { type Environment, splitValues } from './target/server-access';

/** The identifiers that a server is known to have, by the path parameter's name. */
export type Identifiers = Record<string, string[]>;

/** Reads the identifiers of each path parameter: those that `--id` gives, each `name=value[,value…]`, or else those of its variable. */
export function readIds(service: Service, given: string[], environment: Environment, faults: Fault[]): Identifiers {
  const names = parametersOf(service.operations);
  const ids: Identifiers = {};
  for (const name of names) {
    const values = splitValues(environment[variableFor(name)] ?? '');
    if (values.length > 0) ids[name] = values;
  }
  return { ...ids, ...readGiven(names, given, faults) };
}

function readGiven(names: string[], given: string[], faults: Fault[]): Identifiers {
  const ids: Identifiers = {};
  const report = (message: string) => faults.push({ place: '--id', message });
  for (const text of given) {
    const [, name = '', list = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    const values = splitValues(list);
    if (values.length === 0) report(`"${text}" is not of the form name=value[,value…].`);
    else if (!names.includes(name)) report(`"${name}" is no path parameter. Known are ${names.join(', ') || 'none'}.`);
    else ids[name] = [...(ids[name] ?? []), ...values];
  }
  return ids;
}

/** Adds a fault for each path parameter of the operations of which no identifier is known. */
export function requireIds(operations: readonly Operation[], ids: Identifiers, faults: Fault[]): void {
  for (const name of parametersOf(operations).filter((each) => ids[each] === undefined)) {
    const message = `No ${name} is known. Give one that the server has with --id ${name}=<value> or in ${variableFor(name)}.`;
    faults.push({ place: variableFor(name), message });
  }
}

function parametersOf(operations: readonly Operation[]): string[] {
  const names = operations.flatMap(({ meaning }) => (meaning.action === 'list' ? [] : meaning.key.parameter.name));
  return [...new Set(names)];
}

/** The variable that carries the identifiers of a path parameter: `bookNumber` is BOOK_NUMBER. */
export function variableFor(parameter: string): string {
  return parameter
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}
