import { isObject, type JsonObject, type Operation, type Service } from '../spec';
import { Busy, NotExercised, Violation } from './findings';
import { RequiredMembers } from './requests/required-members';
import { type Required, requiredParameters } from './requests/required-parameters';
import { type CarriedCredential, type Exchange, type Request, summaryOf } from './target/exchange';
import { isSafe } from './target/methods';
import type { Retry } from './target/patience';
import type { Target } from './target/target';
import type { SchemaOracle } from './values/oracle';

/** What of a request a check decides; the operation gives the rest. */
export interface Asked {
  /** The identifier for an operation that takes one. */
  identifier?: string;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  body?: string;
  /** Without it: as the document says. */
  credentials?: CarriedCredential[];
  method?: string;
  path?: string;
  /** It puts back what was changed. */
  restores?: boolean;
}

/** How much is tried at random, and from which beginning: the same seed tries the same. */
export interface Chance {
  seed: number;
  /** How many random sequences a check tries. */
  runs: number;
}

/** What is tried unless `--seed` and `--runs` say otherwise: the same each time, so that two runs can be compared. */
export const USUAL_CHANCE: Chance = { seed: 20_270_301, runs: 8 };

/** What a check has at hand: one operation of a service, and the target. */
export class Examination {
  /** What was seen, for a statement whose outcome is recorded whatever it is. */
  recorded: { expected: string; observed: string; exchange: Exchange } | undefined;
  /** What the outcome tells beside what was found: what was left behind that nothing can remove, and what was not sent. */
  readonly notes: string[] = [];
  /** The requests that had to be sent again. */
  readonly retries: Retry[] = [];
  readonly #required = new Map<Operation, Required>();

  constructor(
    readonly service: Service,
    readonly operation: Operation,
    readonly target: Target,
    readonly oracle: SchemaOracle,
    readonly chance: Chance = USUAL_CHANCE,
  ) {}

  get document(): JsonObject {
    return this.service.openapi;
  }

  /** Sends a request to the operation, or to another one of the service. */
  async send(asked: Asked = {}, operation: Operation = this.operation): Promise<Exchange> {
    const required = this.#requiredOf(operation);
    const query = { ...required.query, ...asked.query };
    const { identifier = '' } = asked;
    const body = asked.body && this.target.memory.of(RequiredMembers).complete(operation, identifier, asked.body);
    const request: Request = {
      method: asked.method ?? operation.method,
      path: asked.path ?? pathOf(operation, asked.identifier),
      credentials: asked.credentials ?? documentedCredentials(operation),
      ...(Object.keys(query).length > 0 && { query }),
      ...(body !== undefined && { body }),
      ...(asked.restores && { restores: true }),
      ...(asked.credentials && { isUnwelcome: true }),
      ...(!isSafe(this.operation.method) && { isPressed: true }),
      headers: {
        Accept: 'application/json, */*;q=0.5',
        ...required.headers,
        ...bodyHeaders(operation, asked),
        ...asked.headers,
      },
    };
    return this.target.send(request, (retry) => this.retries.push(retry));
  }

  #requiredOf(operation: Operation): Required {
    const known = this.#required.get(operation);
    if (known !== undefined) return known;
    const required = requiredParameters(this.document, operation, this.target.headers);
    this.#required.set(operation, required);
    return required;
  }

  /** Sends a request that the document promises to serve. */
  async served(asked: Asked = {}, operation: Operation = this.operation): Promise<Exchange> {
    return requireServed(operation, await this.send(asked, operation));
  }

  /** The known identifiers for the operation, none twice. */
  identifiers(): string[] {
    const { meaning } = this.operation;
    if (meaning.action === 'list') return [];
    const known = this.target.identifiersFor(this.operation);
    const distinct = known.filter(
      (id, index) => known.findIndex((other) => other.toLowerCase() === id.toLowerCase()) === index,
    );
    if (distinct.length === 0) throw new NotExercised(`no ${meaning.key.parameter.name} is known (see --id)`);
    return distinct;
  }

  /** The first known identifier of a keyed operation; nothing for a list. */
  identifier(): { identifier?: string } {
    const [identifier] = this.operation.meaning.action === 'list' ? [] : this.identifiers();
    return identifier === undefined ? {} : { identifier };
  }
}

/** Whether a request was served: any status of class 2xx says so (RFC 9110, section 15.3). */
export function isSuccess({ response }: Exchange): boolean {
  return response.status >= 200 && response.status < 300;
}

/** Requires that a request which the document promises to serve was served; an overloaded target is no violation. */
export function requireServed(operation: Operation, exchange: Exchange): Exchange {
  requireAvailable(exchange);
  if (isSuccess(exchange)) return exchange;
  throw new Violation(`${operation.id} to succeed (a status of class 2xx)`, summaryOf(exchange), exchange);
}

/**
 * Requires an answer that says something of what was asked.
 * @throws {Busy} where a target was too busy for one
 */
export function requireAvailable(exchange: Exchange): void {
  if ([429, 503].includes(exchange.response.status)) {
    throw new Busy(`the target answered ${exchange.response.status}: it was too busy`);
  }
}

/**
 * The body of an answer that is to be one object.
 * @throws {Violation} where it is anything else
 */
export function objectIn(exchange: Exchange): JsonObject {
  const value = exchange.response.json?.value;
  if (!isObject(value)) throw new Violation('one JSON object as the body', summaryOf(exchange), exchange);
  return value;
}

/**
 * The body of an answer that is to be one array, without a wrapper.
 * @throws {Violation} where it is anything else
 */
export function arrayIn(exchange: Exchange): unknown[] {
  const value = exchange.response.json?.value;
  if (!Array.isArray(value)) throw new Violation('a JSON array as the whole body', summaryOf(exchange), exchange);
  return value;
}

/** The path of an operation below the base URL, with the identifier, percent-encoded, in place of its parameter. */
export function pathOf({ path }: Operation, identifier = ''): string {
  return path.replace(/\{[^}]+\}/g, () => encodeURIComponent(identifier));
}

/** The credentials as the document wants them: its first alternative. */
export function documentedCredentials({ security }: Operation): CarriedCredential[] {
  return (security[0] ?? []).map((credential) => ({ ...credential, value: 'given' }));
}

function bodyHeaders(operation: Operation, asked: Asked): Record<string, string> {
  const mediaType = operation.body?.json?.mediaType;
  return asked.body === undefined || mediaType === undefined ? {} : { 'Content-Type': mediaType };
}
