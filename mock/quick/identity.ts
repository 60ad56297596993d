import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isControlPath, type Service } from '../../spec';
import { Recent } from '../state/recent';

/** Headers by which an answer may differ, beside those that the document names. */
const TELLING = ['authorization', 'cookie', 'origin', 'content-type'];

/** Headers that ask for something out of the ordinary. */
const EXTRAORDINARY = ['prefer', 'transfer-encoding', 'content-encoding', 'expect', 'access-control-request-method'];

const OTHER_CHARSET = /charset\s*=\s*"?(?!utf-8\b)/i;

/** How many are known by their number at a time; one that comes back later has another number. */
const MOST = 1000;

type Value = string | string[] | undefined;

/** Tells requests apart by everything that decides how they are answered, beside method, target, body and session. */
export class Identities {
  readonly #headers: readonly string[];
  readonly #numbers = new Recent<string, number>(MOST, () => 1);
  #lastNumber = 0;
  /** The request before: the next is mostly of the same client. */
  #values: readonly Value[] = [];
  #number = 0;

  constructor(service: Service) {
    this.#headers = [...new Set([...TELLING, ...documentedHeaders(service)])];
  }

  /** The same number for requests that do not differ in it; undefined for one out of the ordinary, which is looked at from the beginning. */
  of({ url = '', headers }: IncomingMessage): number | undefined {
    if (!url.startsWith('/') || url.startsWith('//') || url.includes('#') || isControlPath(url)) return undefined;
    for (const name of EXTRAORDINARY) if (headers[name] !== undefined) return undefined;
    if (OTHER_CHARSET.test(headers['content-type'] ?? '')) return undefined;
    if (!this.#isAsBefore(headers)) {
      this.#values = this.#headers.map((name) => headers[name]);
      this.#number = this.#numbers.get(
        JSON.stringify(this.#values.map((value) => value ?? null)),
        () => ++this.#lastNumber,
      );
    }
    return this.#number;
  }

  #isAsBefore(headers: IncomingHttpHeaders): boolean {
    return this.#values.length > 0 && this.#headers.every((name, index) => headers[name] === this.#values[index]);
  }
}

/** The headers that operations have as parameters or that carry their credentials. */
function documentedHeaders({ operations }: Service): string[] {
  return operations.flatMap(({ parameters, security }) => [
    ...parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase()),
    ...security.flat().flatMap(({ in: place, carrier }) => (place === 'header' ? [carrier.toLowerCase()] : [])),
  ]);
}
