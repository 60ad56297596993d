import type { IncomingMessage } from 'node:http';
import type { Service } from '../../spec';
import { isControlPath } from '../control/control';

/** Headers by which an answer may differ, beside those that the document names. */
const TELLING = ['authorization', 'cookie', 'origin', 'content-type'];

/** Headers that ask for something out of the ordinary. */
const EXTRAORDINARY = ['prefer', 'transfer-encoding', 'content-encoding', 'expect', 'access-control-request-method'];

/** No header has a value like it. */
const MISSING = '\r';

const OTHER_CHARSET = /charset\s*=\s*"?(?!utf-8\b)/i;

/** Tells requests apart by everything that decides how they are answered, beside method, target, body and session. */
export class Identities {
  readonly #headers: readonly string[];

  constructor(service: Service) {
    this.#headers = [...new Set([...TELLING, ...documentedHeaders(service)])];
  }

  /** Undefined for a request out of the ordinary, which is looked at from the beginning. */
  of({ url = '', headers }: IncomingMessage): string | undefined {
    if (!url.startsWith('/') || url.startsWith('//') || url.includes('#') || isControlPath(url)) return undefined;
    for (const name of EXTRAORDINARY) if (headers[name] !== undefined) return undefined;
    if (OTHER_CHARSET.test(headers['content-type'] ?? '')) return undefined;
    let identity = '';
    for (const name of this.#headers) identity += `\n${headers[name] ?? MISSING}`;
    return identity;
  }
}

/** The headers that operations have as parameters or that carry their credentials. */
function documentedHeaders({ operations }: Service): string[] {
  return operations.flatMap(({ parameters, security }) => [
    ...parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase()),
    ...security.flat().flatMap(({ in: place, carrier }) => (place === 'header' ? [carrier.toLowerCase()] : [])),
  ]);
}
