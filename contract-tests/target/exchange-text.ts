import { STATUS_CODES } from 'node:http';
import type { CarriedCredential, Exchange } from './exchange';
import { queryPair, WRONG_TOKEN } from './exchange';

/** A request and its answer as they went over the wire, shortened, for a reader. The credential is named, not shown. */
export interface ExchangeText {
  request: string;
  response: string;
}

/** Lines of a body, and characters of a message, that a reader is shown. */
const MOST_LINES = 24;
const MOST_CHARACTERS = 4000;

/** Writes an exchange out: JSON over several lines, long bodies cut off, headers of the connection left out. */
export function exchangeText({ url, request, response }: Exchange): ExchangeText {
  const { credentials, query = {}, headers = {}, body } = request;
  const pairs = [
    ...Object.entries(query).map(([name, value]) => queryPair(name, String(value))),
    ...credentials.filter((each) => each.in === 'query').map((each) => `${each.carrier}=${shown(each)}`),
  ];
  const carried = credentials
    .filter((each) => each.in !== 'query')
    .map((each) =>
      each.in === 'header' ? `${each.carrier}: ${shown(each)}` : `Cookie: ${each.carrier}=${shown(each)}`,
    );
  return {
    request: message(
      `${request.method} ${url}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
      [...carried, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)],
      body ?? '',
    ),
    response: message(
      `${response.status} ${STATUS_CODES[response.status] ?? ''}`.trim(),
      Object.entries(response.headers)
        .filter(([name]) => !OF_THE_CONNECTION.includes(name))
        .map(([name, value]) => `${name}: ${value}`),
      response.text,
    ),
  };
}

/** Headers that say nothing about what was asked. */
const OF_THE_CONNECTION = ['connection', 'keep-alive'];

function shown({ scheme, value }: CarriedCredential): string {
  const token = value === 'given' ? '$AUTH_TOKEN' : WRONG_TOKEN;
  return scheme === undefined ? token : `${scheme} ${token}`;
}

function message(first: string, headers: string[], body: string): string {
  return [first, ...headers, ...(body === '' ? [] : ['', shortened(indented(body))])].join('\n');
}

/** JSON over several lines, a list with one entry a line; any other text as it is. */
function indented(body: string): string {
  if (body.length > MOST_CHARACTERS * 10) return body;
  try {
    const value: unknown = JSON.parse(body);
    if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value, null, 2);
    return `[\n${value.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]`;
  } catch {
    return body; // a body that is no JSON is shown as it came
  }
}

function shortened(text: string): string {
  const lines = text.split('\n');
  const fewer = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), `… (${lines.length} lines in all)`] : lines;
  const joined = fewer.join('\n');
  return joined.length > MOST_CHARACTERS ? `${joined.slice(0, MOST_CHARACTERS)}… (${text.length} characters)` : joined;
}
