import { sample } from 'openapi-sampler';
import { type Credential, isJsonMediaType, isObject, type Json, memberOf, type Operation, type Service } from '../spec';
import type { StartedMock } from './server';

/** What the mock says when it has started: where it answers, what it knows, and a `curl` line for each operation. */
export function banner({ url, mock }: StartedMock, token: string): string {
  const { service } = mock;
  const keyed = service.resources.filter(({ key }) => key !== undefined);
  const known = keyed.map(({ name, key }) => {
    const identifiers = mock.identifiers(name);
    const more = identifiers.length > SHOWN ? [`… and ${identifiers.length - SHOWN} more`] : [];
    const lines = [...identifiers.slice(0, SHOWN), ...more].map((line) => `    ${line}\n`).join('');
    return `  ${name}, by ${key?.field}:\n${lines || '    none\n'}`;
  });
  const calls = service.operations.map(
    (operation) => `  # ${operation.summary ?? operation.id}\n  ${curl(operation, url, mock, token)}\n`,
  );
  return `${service.title}, mocked at ${url}\n\n${known.join('\n')}\n${calls.join('\n')}`;
}

const SHOWN = 12;

function curl(operation: Operation, url: string, mock: StartedMock['mock'], token: string): string {
  const { method, meaning, body } = operation;
  const path = operation.path.replace(/\{[^}]+\}/g, () =>
    encodeURIComponent(mock.identifiers(meaning.resource)[0] ?? 'unknown'),
  );
  const words = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(url + path)];
  for (const credential of operation.security[0] ?? []) words.push('-H', quoted(headerOf(credential, token)));
  const example = body && exampleBody(mock.service, operation);
  if (example !== undefined)
    words.push('-H', quoted('Content-Type: application/json'), '-d', quoted(JSON.stringify(example)));
  return words.join(' ');
}

function headerOf({ in: place, carrier, scheme }: Credential, token: string): string {
  if (place === 'cookie') return `Cookie: ${carrier}=${token}`;
  return `${carrier}: ${scheme ? `${scheme} ${token}` : token}`;
}

/** The document's own example of a request body, or its first field with a value made of its schema. */
function exampleBody({ openapi }: Service, { body }: Operation): Json | undefined {
  const content = body?.content.find(({ mediaType }) => isJsonMediaType(mediaType));
  if (content?.example !== undefined) return content.example;
  const made = content?.schema && (sample(content.schema.value, { quiet: true }, openapi) as Json); // a value of a JSON Schema
  const [first] = Object.keys(isObject(made) ? made : {});
  return first === undefined ? made : { [first]: memberOf(made, first) as Json };
}

/** A word as a POSIX shell reads it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
