import { sample } from 'openapi-sampler';
import { type Content, isJsonMediaType, isObject, type Json, type Operation } from '../spec';
import type { Mock } from './mock';
import type { StartedMock } from './server';

/** What the mock says when it has started: where it answers, what it knows, and a `curl` line for each operation. */
export function banner({ url, mock, token }: StartedMock): string {
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

function curl(operation: Operation, url: string, mock: Mock, token: string): string {
  const { method, meaning, body, parameters } = operation;
  const options: string[] = [];
  const identifier = mock.identifiers(meaning.resource)[0] ?? 'unknown';
  const query = new URLSearchParams();
  const carry = { query: (name: string, value: string) => query.set(name, value), ...carriersIn(options) };
  for (const { in: place, carrier, scheme } of operation.security[0] ?? [])
    carry[place](carrier, scheme ? `${scheme} ${token}` : token);
  for (const { in: place, name, required, schema } of parameters) {
    if (required && place !== 'path')
      carry[place](name, String(sample(schema.value, { quiet: true }, mock.service.openapi)));
  }
  const content = body?.content.find(({ mediaType }) => isJsonMediaType(mediaType));
  if (content !== undefined) {
    options.push(
      '-H',
      quoted(`Content-Type: ${content.mediaType}`),
      '-d',
      quoted(JSON.stringify(exampleBody(mock, content))),
    );
  }
  const path = operation.path.replace(/\{[^}]+\}/g, () => encodeURIComponent(identifier));
  const target = `${url}${new URL(path, url).pathname}${query.size > 0 ? `?${query}` : ''}`;
  return ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(target), ...options].join(' ');
}

function carriersIn(options: string[]) {
  return {
    header: (name: string, value: string) => void options.push('-H', quoted(`${name}: ${value}`)),
    cookie: (name: string, value: string) => void options.push('-b', quoted(`${name}=${value}`)),
  };
}

/** The document's own example of a request body, or its first field with a value made of its schema. */
function exampleBody({ service }: Mock, { example, schema }: Content): Json {
  if (example !== undefined) return example;
  const made = sample(schema?.value ?? {}, { quiet: true, skipReadOnly: true }, service.openapi) as Json; // a value of a JSON Schema
  const [first] = Object.entries(isObject(made) ? made : {});
  return first === undefined ? {} : Object.fromEntries([first]);
}

/** A word as a POSIX shell reads it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
