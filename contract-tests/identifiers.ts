import type { Fault, Operation, Service } from '../spec';
import { type Environment, splitValues } from './target/server-access';

/**
 * The identifiers that a server is known to have, by the path parameter's name: of every resource that it identifies, or of one, as in
 * `books.id`.
 */
export type Identifiers = Record<string, string[]>;

/** Reads the identifiers of each path parameter: those that `--id` gives, each `name=value[,value…]`, or else those of its variable. */
export function readIds(service: Service, given: string[], environment: Environment, faults: Fault[]): Identifiers {
  const keys = keysOf(service.operations);
  const names = [...new Set(keys.flatMap(({ name, ofResource }) => [name, ofResource]))];
  const ids: Identifiers = {};
  for (const name of names) {
    const values = splitValues(environment[variableFor(name)] ?? '');
    if (values.length > 0) ids[name] = values;
  }
  return { ...ids, ...readGiven(names, shownNames(keys), given, faults) };
}

function readGiven(names: string[], shown: string[], given: string[], faults: Fault[]): Identifiers {
  const ids: Identifiers = {};
  const report = (message: string) => faults.push({ place: '--id', message });
  for (const text of given) {
    const [, name = '', list = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    const values = splitValues(list);
    if (values.length === 0) report(`"${text}" is not of the form name=value[,value…].`);
    else if (!names.includes(name)) report(`"${name}" is no path parameter. Known are ${shown.join(', ') || 'none'}.`);
    else ids[name] = [...(ids[name] ?? []), ...values];
  }
  return ids;
}

/** Adds a fault for each path parameter of the operations of which no identifier is known. */
export function requireIds(operations: readonly Operation[], ids: Identifiers, faults: Fault[]): void {
  const keys = keysOf(operations);
  const unknown = keys.filter(({ name, ofResource }) => ids[name] === undefined && ids[ofResource] === undefined);
  for (const name of shownNames(unknown, keys)) {
    const message = `No ${name} is known. Give one that the server has with --id ${name}=<value> or in ${variableFor(name)}.`;
    faults.push({ place: variableFor(name), message });
  }
}

/** The identifiers that are known for an operation. */
export function identifiersFor({ meaning }: Operation, ids: Identifiers): string[] {
  if (meaning.action === 'list') return [];
  const { name, ofResource } = keyOf(meaning.resource, meaning.key.parameter.name);
  return ids[ofResource] ?? ids[name] ?? [];
}

/** What `--id` calls the path parameter of an operation: with its resource, where others have one of the same name. */
export function shownNameFor({ meaning }: Operation, operations: readonly Operation[]): string {
  if (meaning.action === 'list') return '';
  const [shown = ''] = shownNames([keyOf(meaning.resource, meaning.key.parameter.name)], keysOf(operations));
  return shown;
}

/** What identifies the entries of a resource: a path parameter by its name, and with that of the resource before it. */
interface KeyName {
  name: string;
  ofResource: string;
}

function keyOf(resource: string, name: string): KeyName {
  return { name, ofResource: `${resource}.${name}` };
}

function keysOf(operations: readonly Operation[]): KeyName[] {
  const keys = operations.flatMap(({ meaning }) =>
    meaning.action === 'list' ? [] : keyOf(meaning.resource, meaning.key.parameter.name),
  );
  return [...new Map(keys.map((key) => [key.ofResource, key])).values()];
}

/** @param among all of which the names have to be told apart */
function shownNames(keys: KeyName[], among = keys): string[] {
  const isShared = (name: string) => among.filter((key) => key.name === name).length > 1;
  return keys.map(({ name, ofResource }) => (isShared(name) ? ofResource : name));
}

/** The variable that carries the identifiers of a path parameter: `bookNumber` is BOOK_NUMBER. */
export function variableFor(parameter: string): string {
  return parameter
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}
