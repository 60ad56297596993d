import { isObject, type Operation, type Service } from '../spec';
import { isSuccess } from './examination';
import type { UnseenField } from './summary';
import type { Exchange } from './target/exchange';
import type { Target } from './target/target';
import { shownFields } from './values/fields';

/** Notes which documented fields the answers of a target carry with a value: of the others, a run has seen nothing. */
export class SeenFields {
  /** Of each operation that was answered with success. */
  readonly #seen = new Map<Operation, Set<string>>();

  constructor(readonly service: Service) {}

  /** The target itself, with every answer looked at. */
  watch(target: Target): Target {
    return {
      ...target,
      send: async (...asked: Parameters<Target['send']>) => {
        const exchange = await target.send(...asked);
        if (isSuccess(exchange)) this.#look(exchange);
        return exchange;
      },
    };
  }

  /** In the order of the document, of operations that have answered with success. */
  unseen(): UnseenField[] {
    return this.service.operations.flatMap((operation) => {
      const seen = this.#seen.get(operation);
      if (seen === undefined || operation.returns === undefined) return [];
      const documented = shownFields(this.service.openapi, operation.returns);
      return documented.filter((field) => !seen.has(field)).map((field) => ({ operation: operation.id, field }));
    });
  }

  #look({ request, response }: Exchange): void {
    const operation = this.service.operations.find(
      ({ method, path }) => method === request.method && isPathOf(path, request.path),
    );
    if (operation === undefined) return;
    const seen = this.#seen.get(operation) ?? new Set();
    this.#seen.set(operation, seen);
    const value = response.json?.value;
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (!isObject(entry)) continue;
      for (const [field, content] of Object.entries(entry)) if (content !== null) seen.add(field);
    }
  }
}

/** Whether a path is one of a template such as `/books/{isbn}`. */
function isPathOf(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('/')];
  return parts.length === given.length && parts.every((part, index) => /\{.*\}/.test(part) || part === given[index]);
}
