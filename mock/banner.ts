import { sample } from 'openapi-sampler';
import {
  type Content,
  fieldsOf,
  isObject,
  type Json,
  type JsonObject,
  keywordOf,
  type LocatedSchema,
  layersOf,
  memberOf,
  type Operation,
  type Service,
} from '../spec';
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
  if (body?.json !== undefined) {
    const { mediaType } = body.json;
    const example = exampleBody(mock.service, operation, body.json, identifier);
    options.push('-H', quoted(`Content-Type: ${mediaType}`), '-d', quoted(JSON.stringify(example)));
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

/** A body that the operation accepts: the document's own example, or else what it takes at the least to change something. */
function exampleBody({ openapi }: Service, { meaning }: Operation, content: Content, identifier: string): Json {
  const { schema = { pointer: '', value: {} } } = content;
  const own = content.example ?? exampleOf(openapi, schema);
  const made = own ?? (sample(schema.value, SAMPLING, openapi) as Json); // a value of a JSON Schema
  if (!isObject(made)) return own ?? {};
  const key = 'key' in meaning ? meaning.key.field : undefined;
  const fields = fieldsOf(openapi, schema);
  const isReadOnly = (name: string) => {
    const field = fields.get(name);
    return field !== undefined && keywordOf(openapi, field, 'readOnly') === true;
  };
  const sendable = Object.entries(made).filter(([name]) => !isReadOnly(name));
  const chosen = own === undefined ? leastOf(sendable, requiredIn(openapi, schema), key) : sendable;
  const identity = typeof memberOf(made, key ?? '') === 'number' ? Number(identifier) : identifier;
  return Object.fromEntries(chosen.map(([name, value]) => [name, name === key ? identity : value]));
}

const SAMPLING = { quiet: true, skipReadOnly: true, enablePatterns: true };

type Members = [string, Json][];

/** The required members; where there are none, the first that does not say which entry it is. */
function leastOf(members: Members, required: readonly unknown[], key: string | undefined): Members {
  const needed = members.filter(([name]) => required.includes(name));
  return needed.length > 0 ? needed : members.filter(([name]) => name !== key).slice(0, 1);
}

function exampleOf(openapi: JsonObject, schema: LocatedSchema): Json | undefined {
  const examples = keywordOf(openapi, schema, 'examples');
  return keywordOf(openapi, schema, 'example') ?? (Array.isArray(examples) ? examples[0] : undefined);
}

function requiredIn(openapi: JsonObject, schema: LocatedSchema): unknown[] {
  return layersOf(openapi, schema).flatMap(({ value: { required } }) => (Array.isArray(required) ? required : []));
}

/** A word as a POSIX shell reads it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
