import { ConfigurationError, type Fault, type Operation, packageVersion, type Service } from '../../spec';
import { withoutSlash } from './addresses';
import { readHeaders } from './headers';

/** Variables as `process.env` has them; always an argument, so that what a run is told of is in sight. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A server that is named apart from a run, and how to speak to it. */
export interface ServerAccess {
  server: string;
  token: string;
  timeout: number;
  headers: Record<string, string>;
  version: string;
}

/**
 * How to reach a server for which nothing is planned, as one on which something is put back.
 * @throws {ConfigurationError} with every fault
 */
export function readServer(
  service: Service,
  { url, timeout, environment }: { url: string; timeout?: string; environment: Environment },
): ServerAccess {
  const faults: Fault[] = [];
  const access = {
    server: readBaseUrl(url, environment, faults) ?? url,
    token: environment.AUTH_TOKEN ?? '',
    headers: readHeaders(service, environment, faults),
    timeout: readTimeout(timeout, faults),
    version: packageVersion,
  };
  requireCredential(service.operations, environment, faults);
  if (faults.length > 0) throw new ConfigurationError(`reach ${access.server}`, faults);
  return access;
}

/** How long to wait for an answer, in milliseconds, from a text in seconds; half a minute where there is none. */
export function readTimeout(seconds: string | undefined, faults: Fault[]): number {
  return readNumber('--timeout', seconds, { least: 0.001, otherwise: 30 }, faults) * 1000;
}

/** A number from the text of an option; of a text that is none, a fault is added and `otherwise` stands in for it. */
export function readNumber(
  place: string,
  text: string | undefined,
  {
    least = Number.NEGATIVE_INFINITY,
    whole = false,
    otherwise,
  }: { least?: number; whole?: boolean; otherwise: number },
  faults: Fault[],
): number {
  if (text === undefined) return otherwise;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= least && (!whole || Number.isSafeInteger(value))) return value;
  const kind = whole ? 'a whole number' : 'a number';
  faults.push({ place, message: `"${text}" is not ${kind}${least > 0 ? ' above 0' : ''}.` });
  return otherwise;
}

/** The values of a list that is written with commas; white space around them means nothing. */
export function splitValues(list: string): string[] {
  return list
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/**
 * The URL that was given, or else BASE_URL, without slashes at its end; a text that is no base URL is a fault, and so is none at all:
 * whoever meant a server would else be told that the mock conforms.
 */
export function readBaseUrl(given: string | undefined, { BASE_URL }: Environment, faults: Fault[]): string | undefined {
  const text = given ?? BASE_URL;
  if (text === undefined) return undefined;
  const place = given === undefined ? 'BASE_URL' : 'url';
  if (text === '') {
    faults.push({
      place,
      message: 'It is empty. Give the URL of a server, or leave it out, to check the mock in this process.',
    });
    return undefined;
  }
  const fault = baseUrlFault(text);
  const shown = text.replace(/\/\/[^/]*@/, '//').replace(/[?#].*$/, '?…');
  if (fault === 'no base URL') faults.push({ place, message: `"${shown}" is no base URL. ${BASE_URL_FORM}` });
  if (fault === 'credential')
    faults.push({ place, message: 'It carries a user name or a password. Give the credential as AUTH_TOKEN.' });
  return withoutSlash(text);
}

/** What a base URL should look like. */
export const BASE_URL_FORM = 'Write it as https://host/path, without a query.';

/** What keeps a text from being the base URL of a server. */
export function baseUrlFault(text: string): 'no base URL' | 'credential' | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    return 'no base URL';
  return url.username !== '' || url.password !== '' ? 'credential' : undefined;
}

/** Adds the faults of AUTH_TOKEN: missing where an operation wants one, or nothing that a header may carry. */
export function requireCredential(operations: Operation[], { AUTH_TOKEN }: Environment, faults: Fault[]): void {
  if (operations.some(({ security }) => security.length > 0) && !AUTH_TOKEN) {
    faults.push({
      place: 'AUTH_TOKEN',
      message: 'It is not set. Set it to the credential, as it follows the scheme in the header.',
    });
  }
  if (AUTH_TOKEN !== undefined && /[\s\p{Cc}]/u.test(AUTH_TOKEN)) {
    faults.push({
      place: 'AUTH_TOKEN',
      message: 'It has white space in it. Set it to the credential alone, without its scheme.',
    });
  } else if (AUTH_TOKEN !== undefined && /[^\x21-\x7e]/.test(AUTH_TOKEN)) {
    faults.push({ place: 'AUTH_TOKEN', message: 'It has a character that no header may carry. Set it as ASCII.' });
  }
}
