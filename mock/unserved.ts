import type { IncomingMessage } from 'node:http';
import type { ServerLimits } from './limits';

/** The answer to what reaches no app: it is no request that HTTP knows. */
export interface BareAnswer {
  status: number;
  detail: string;
}

/** What a client is told that sent bytes which are no HTTP request, by the error of Node's parser. */
const UNREADABLE: Record<string, BareAnswer> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The header is larger than the server reads.' },
};
const NO_HTTP = { status: 400, detail: 'What was sent is no HTTP request.' };
const NO_HOST = { status: 400, detail: 'The request has no Host header.' };
const INVALID_HOST = { status: 400, detail: 'The Host header is no host with or without a port.' };
const TWO_HOSTS = { status: 400, detail: 'The request has more than one Host header.' };
const UNKNOWN_METHOD = { status: 501, detail: 'The server does not know the method of the request.' };
const NO_TARGET = { status: 400, detail: 'The request target is no path and no URL.' };
const LONG_TARGET = { status: 414, detail: 'The request target is longer than the server reads.' };
const CODED = { status: 501, detail: 'The only transfer coding that is decoded is chunked.' };

/** What is wrong with a request before its path is looked at. */
export function faultOf(
  { url = '', httpVersion, headers, rawHeaders }: IncomingMessage,
  { targetLength }: ServerLimits,
): BareAnswer | undefined {
  if (url.length > targetLength) return LONG_TARGET;
  if (httpVersion === '1.1' && headers.host === undefined) return NO_HOST; // RFC 9112, section 3.2
  if (headers.host !== undefined && !HOST.test(headers.host)) return INVALID_HOST; // the same section
  if (hasTwoHosts(rawHeaders)) return TWO_HOSTS; // there as well; of two Node keeps the first
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return CODED; // RFC 9112, section 6.1
  return url.startsWith('/') || url === '*' || URL.canParse(url) ? undefined : NO_TARGET;
}

/** A host and a port, or nothing (RFC 3986, section 3.2.2; RFC 9110, section 7.2). */
const HOST = /^(\[[\w.:~!$&'()*+,;=-]+\]|([\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})*)(:\d*)?$/;

/** @param raw names and values in turn */
function hasTwoHosts(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** What Node says of bytes that its parser cannot read. */
interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
  /** How many bytes of the packet were read. */
  bytesParsed?: number;
}

/** A request line with any method (RFC 9112, section 3). */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/;

/** The answer to bytes that are no HTTP, or none that the server knows. */
export function unreadable({ code = '', rawPacket, bytesParsed = 0 }: ParserError): BareAnswer {
  if (code !== 'HPE_INVALID_METHOD') return UNREADABLE[code] ?? NO_HTTP;
  const text = rawPacket?.toString('latin1') ?? '';
  const line = text.slice(text.lastIndexOf('\n', bytesParsed) + 1);
  return REQUEST_LINE.test(line) ? UNKNOWN_METHOD : NO_HTTP; // RFC 9110, section 9.1
}
