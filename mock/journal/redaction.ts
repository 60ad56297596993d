import { parse, unescape as unescaped } from 'node:querystring';
import { define, isObject, type Json, type JsonObject, memberOf, type Service } from '../../spec';
import type { Recording } from './recording';
import { pathOf, queryOf } from './target';

/** What stands in the place of a credential. */
export const REDACTED = '[credential]';

/** Headers that carry credentials by their name, whatever the document says. */
const SECRET_HEADER = /^(proxy-)?authorization$|^(set-)?cookie$|(^|-)(api-?key|token|secret|password)$/;

/** Query parameters that carry credentials by their name (RFC 6750, section 2.3, among them). */
const SECRET_PARAMETER = /^(access_token|api[_-]?key)$/;

/** Authentication schemes, which are no secret before what is (IANA, HTTP Authentication Schemes). */
const SCHEME =
  /^(basic|bearer|concealed|digest|dpop|gnap|hoba|mutual|negotiate|oauth|privatetoken|scram-sha-(1|256)|token|apikey|vapid)$/;

/** Anything shorter may stand in a text of its own accord. */
const LONG_ENOUGH = 6;

/** Takes the credentials out of what is shown of an exchange: those that the document names, and those of HTTP. */
export class Redaction {
  /** The names that carry a credential, in small letters, in whichever place: a caller may take the wrong one. */
  readonly #carriers: ReadonlySet<string>;
  /** The headers of the request before, and the credentials in them: the next is mostly of the same client. */
  #headers: readonly string[] = [];
  #secrets: readonly string[] = [];

  constructor(service: Pick<Service, 'openapi' | 'operations'>) {
    const used = service.operations.flatMap(({ security }) => security.flat()).map(({ carrier }) => carrier);
    const carriers = [...used, ...namedCarriers(service.openapi)].map((name) => name.toLowerCase());
    this.#carriers = new Set(carriers);
  }

  isSecretHeader(name: string): boolean {
    const known = name.toLowerCase();
    return SECRET_HEADER.test(known) || this.#carriers.has(known);
  }

  isSecretParameter(name: string): boolean {
    const known = name.toLowerCase();
    return SECRET_PARAMETER.test(known) || this.#carriers.has(known);
  }

  /** The value of a header, without what is secret in it: of an Authorization the scheme stays, of cookies the names. */
  header(name: string, value: string): string {
    const known = name.toLowerCase();
    if (known === 'cookie') return cookiePairs(value).map(redactedPair).join('; ');
    if (this.isSecretHeader(known)) return `${schemeOf(value)}${REDACTED}`;
    return value.replace(/\?[^#\s]*/g, (query) => `?${this.query(query.slice(1))}`);
  }

  /** A query string, with the credentials in it replaced. */
  query(query: string): string {
    if (query === '') return query;
    return query
      .split('&')
      .map((pair) => {
        const name = pair.split('=', 1)[0] ?? '';
        const isSecret = pair.length > name.length && this.isSecretParameter(nameIn(pair));
        return isSecret ? `${name}=${REDACTED}` : pair;
      })
      .join('&');
  }

  /** What the mock said of a refused request, without the credentials that came with it. */
  told(text: string, recording: Recording): string {
    return this.#secretsOf(recording).reduce((told, secret) => told.replaceAll(secret, REDACTED), text);
  }

  /** Path and query of a request as sent, without its credentials, however they are encoded there. */
  target(recording: Recording): { path: string; query: string } {
    const sent = queryOf(recording.target);
    const query = this.query(sent);
    const secrets = query === sent ? this.#secretsIn(recording.headers) : this.#secretsOf(recording); // the query has none
    return { path: concealed(pathOf(recording.target), secrets), query: concealed(query, secrets) };
  }

  /** The parameters of a query as they were understood, without the credentials of the request. */
  parameters(query: Record<string, unknown>, recording: Recording): JsonObject {
    const shown: JsonObject = {};
    const told = (_name: string, value: Json) => (typeof value === 'string' ? this.told(value, recording) : value);
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined) continue; // an object that was not sent
      // What the query string or a default of the document gave, which is Json.
      const copy = this.isSecretParameter(name) ? REDACTED : (JSON.parse(JSON.stringify(value), told) as Json);
      define(shown, this.told(name, recording), copy);
    }
    return shown;
  }

  #secretsOf({ headers, target }: Recording): readonly string[] {
    const query = queryOf(target);
    const sent = this.#secretsIn(headers);
    if (query === '') return sent;
    const secrets = Object.entries(parse(query)).flatMap(([name, value]) =>
      this.isSecretParameter(name) ? [value ?? ''].flat() : [],
    );
    return secrets.length === 0 ? sent : [...sent, ...secrets.filter(isLongEnough)];
  }

  #secretsIn(headers: readonly string[]): readonly string[] {
    const isAsBefore =
      headers.length === this.#headers.length && headers.every((text, at) => text === this.#headers[at]);
    if (isAsBefore) return this.#secrets;
    const secrets: string[] = [];
    for (let index = 0; index < headers.length; index += 2) {
      const [name = '', value = ''] = [headers[index], headers[index + 1]];
      if (name.toLowerCase() === 'cookie')
        secrets.push(...cookiePairs(value).map((pair) => pair.replace(/^[^=]*=/, '')));
      else if (this.isSecretHeader(name)) secrets.push(value.slice(schemeOf(value).length));
    }
    this.#headers = headers;
    this.#secrets = secrets.filter(isLongEnough);
    return this.#secrets;
  }
}

function isLongEnough(secret: string): boolean {
  return secret.length >= LONG_ENOUGH;
}

/** A part of a request target without these credentials. What is encoded is compared from one delimiter to the next. */
function concealed(text: string, secrets: readonly string[]): string {
  const shown = secrets.reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
  if (secrets.length === 0 || !shown.includes('%')) return shown;
  const isSecret = (part: string) => secrets.some((secret) => unescaped(part).includes(secret));
  return shown.replace(/[^/&=]+/g, (part) => (isSecret(part) ? REDACTED : part));
}

/** What the API keys of a document are called, used or not. */
function namedCarriers(openapi: Service['openapi']): string[] {
  const schemes = memberOf(memberOf(openapi, 'components'), 'securitySchemes');
  return Object.values(isObject(schemes) ? schemes : {}).flatMap((scheme) => {
    const name = memberOf(scheme, 'name');
    return typeof name === 'string' ? [name] : [];
  });
}

function cookiePairs(value: string): string[] {
  return value.split(';').map((pair) => pair.trim());
}

function redactedPair(pair: string): string {
  const equals = pair.indexOf('=');
  return equals < 0 ? REDACTED : `${pair.slice(0, equals)}=${REDACTED}`;
}

/** The scheme and the space before a credential; empty where there is none that is known. */
function schemeOf(value: string): string {
  const [, scheme = '', space = ''] = /^\s*(\S+)(\s+)(?=\S)/.exec(value) ?? [];
  return SCHEME.test(scheme.toLowerCase()) ? scheme + space : '';
}

/** The name of a pair of a query string, decoded as the mock decodes it. */
function nameIn(pair: string): string {
  return unescaped((pair.split('=', 1)[0] ?? '').replaceAll('+', ' '));
}
