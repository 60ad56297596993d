import type { Credential } from '../../spec';

/** A credential as a request carries it: the value is filled in on the wire only, and stands in no exchange. */
export type CarriedCredential = Pick<Credential, 'in' | 'carrier' | 'scheme'> & { value: 'given' | 'wrong' };

/** What a rule asks for; the target adds its base URL, the credential itself, and the headers that every request carries. */
export interface Request {
  method: string;
  /** Below the base URL, percent-encoded. */
  path: string;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** As it goes over the wire. */
  body?: string;
  credentials: CarriedCredential[];
  /** It puts back what a check has changed, which is done even when the run is ended. */
  restores?: boolean;
  /** It is to be refused: that the connection is closed on it, twice, is an answer too. */
  isUnwelcome?: boolean;
  /** Others wait for it, since what writes goes one by one. */
  isPressed?: boolean;
}

/** An answer as it came, unpacked but not judged: any status, any body. */
export interface Response {
  status: number;
  /** By name in lower case. */
  headers: Record<string, string>;
  text: string;
  /** The parsed body; undefined where it is no JSON, whatever it is declared to be. */
  json: { value: unknown } | undefined;
}

/** A request as it was asked for, with the headers that every request carries, and its answer. */
export interface Exchange {
  /** The URL without query. */
  url: string;
  request: Request;
  response: Response;
}

/** A credential that nobody was issued. */
export const WRONG_TOKEN = 'ZG9jZW50Ondyb25n';

/** The `curl` command that sends a request again, the credential taken from the variable AUTH_TOKEN. */
export function curlOf({ url, request }: Pick<Exchange, 'url' | 'request'>): string {
  const carried = request.credentials.map((credential) => ({ ...credential, value: withScheme(credential) }));
  const query = [
    ...Object.entries(request.query ?? {}).map(([name, value]) => shellQuoted(queryPair(name, String(value)))),
    ...carried.filter((each) => each.in === 'query').map(({ carrier, value }) => `${carrier}=${value}`),
  ];
  const cookies = carried.filter((each) => each.in === 'cookie').map(({ carrier, value }) => `${carrier}=${value}`);
  const headers = [
    ...carried.filter((each) => each.in === 'header').map(({ carrier, value }) => `${carrier}: ${value}`),
    ...(cookies.length > 0 ? [`Cookie: ${cookies.join('; ')}`] : []),
    // With a colon and nothing after it, curl would leave the header out.
    ...Object.entries(request.headers ?? {}).map(([name, value]) =>
      value === '' ? `${name};` : `${name}: ${shellQuoted(value)}`,
    ),
  ];
  const { body } = request;
  const command = [
    'curl -i',
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    `"${shellQuoted(url)}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...headers.map((header) => `-H "${header}"`),
  ].join(' ');
  if (body === undefined) return command;
  return body.length > LONGEST_ARGUMENT
    ? `${printed(body)} | ${command} --data-binary @-`
    : `${command} --data-raw "${shellQuoted(body)}"`;
}

/** What a command line can carry in one argument, with room to spare. */
const LONGEST_ARGUMENT = 16_000;

/** Shell commands that print a text, in which a long run of one character is counted and not written. */
function printed(text: string): string {
  const commands: string[] = [];
  let plain = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfRun(text, start);
    if (end - start >= LONG_RUN && /[\w ]/.test(text.charAt(start))) {
      if (start > plain) commands.push(quoted(text.slice(plain, start)));
      commands.push(`head -c ${end - start} /dev/zero | tr '\\0' '${text.charAt(start)}'`);
      plain = end;
    }
    start = end;
  }
  if (plain < text.length) commands.push(quoted(text.slice(plain)));
  return `{ ${commands.join('; ')}; }`;
}

const LONG_RUN = 1000;

/** Where a run of one character ends. */
function endOfRun(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) === text.charCodeAt(start)) end += 1;
  return end;
}

function quoted(text: string): string {
  return `printf %s "${shellQuoted(text)}"`;
}

/** A name and a value as they stand in a query, percent-encoded (RFC 3986, section 2.1). */
export function queryPair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

/** One line for a status and what came with it. */
export function summaryOf({ response }: Exchange): string {
  const type = response.headers['content-type'];
  return `${response.status}${type === undefined ? '' : ` ${type}`} ${abbreviated(response.text)}`.trim();
}

const LONGEST = 600;

/** As much of a text as one line can bear, and where that is not all of it, how long it is. */
export function abbreviated(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

function withScheme({ scheme, value }: CarriedCredential): string {
  const token = value === 'given' ? '$AUTH_TOKEN' : WRONG_TOKEN;
  return scheme === undefined ? token : `${scheme} ${token}`;
}

/** Text between double quotes of a shell, in which it means itself; `!`, which recalls history there, between single ones. */
function shellQuoted(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&').replace(/!+/g, `"'$&'"`);
}
