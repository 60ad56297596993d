import { literalPattern, type Operation, percentDecoded } from '../spec';

/** The operation that a request is for, with the values of its path parameters. */
export interface Route {
  operation: Operation;
  pathValues: PathValue[];
}

/** A path parameter as it was sent. */
interface PathValue {
  name: string;
  sent: string;
  /** Decoded; undefined where the percent-encoding is broken. */
  value: string | undefined;
}

/** What a path leads to: one operation, or only the methods that it has; none where the path is unknown. */
export interface Routing {
  route: Route | undefined;
  methods: string[];
}

interface Template {
  operation: Operation;
  pattern: RegExp;
  names: string[];
  /** How many characters of it are no parameter's. */
  concrete: number;
}

/** Finds operations by method and path. The more concrete path comes first (OpenAPI, Paths Object). */
export class Router {
  readonly #templates: Template[];

  constructor(operations: readonly Operation[]) {
    this.#templates = operations.map(toTemplate).toSorted(byConcreteness);
  }

  /** @param method in upper case; HEAD is served by GET */
  find(method: string, requested: string): Routing {
    const path = normalized(requested);
    const matches = this.#templates.filter(({ pattern }) => pattern.test(path));
    const first = matches[0]?.operation.path;
    const samePath = matches.filter(({ operation }) => operation.path === first);
    const methods = samePath.map(({ operation }) => operation.method);
    const served = method === 'HEAD' && !methods.includes('HEAD') ? 'GET' : method;
    const template = samePath.find(({ operation }) => operation.method === served);
    return {
      route: template && { operation: template.operation, pathValues: valuesOf(template, path) },
      methods: allowed(methods),
    };
  }

  /** The methods of all paths together, which `OPTIONS *` asks for (RFC 9110, section 9.3.7). */
  allMethods(): string[] {
    return allowed(this.#templates.map(({ operation }) => operation.method));
  }
}

/** The methods that a path of the document has, as `Allow` lists them. */
export function methodsOf(operations: readonly Operation[], path: string): string[] {
  return allowed(operations.filter((operation) => operation.path === path).map(({ method }) => method));
}

function toTemplate(operation: Operation): Template {
  const names: string[] = [];
  const source = operation.path.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return literalPattern(normalized(part.replaceAll('?', '%3F').replaceAll('#', '%23')));
    names.push(part.slice(1, -1));
    return '([^/]+)';
  });
  const concrete = operation.path.replace(/\{[^}]+\}/g, '').length;
  return { operation, pattern: new RegExp(`^${source.join('')}$`), names, concrete };
}

function byConcreteness(a: Template, b: Template): number {
  return a.names.length - b.names.length || b.concrete - a.concrete;
}

/** A path in the one spelling that equivalent ones share (RFC 3986, section 6.2.2). */
function normalized(path: string): string {
  if (/^[\w/.~-]*$/.test(path)) return path;
  const encoded = encodeURI(path).replaceAll('%25', '%'); // a percent sign is one of an encoding already, or wrong
  return encoded.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase();
  });
}

function valuesOf({ pattern, names }: Template, path: string): PathValue[] {
  const values = pattern.exec(path)?.slice(1) ?? [];
  return names.map((name, index) => {
    const sent = values[index] ?? '';
    return { name, sent, value: percentDecoded(sent) };
  });
}

/** The methods of a path as `Allow` lists them (RFC 9110, section 10.2.1). */
function allowed(methods: string[]): string[] {
  if (methods.length === 0) return [];
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
}
