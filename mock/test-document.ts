import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import type { Json, JsonObject } from '../spec';
import { createMock, type Mock, type MockOptions } from './index';
import { Recording } from './journal/recording';

/** What the tests send as a credential where it does not matter which. */
export const CREDENTIAL = { Authorization: 'Basic dGVzdA==' };

/** A document of a small lending library: a list, a read and a merge of books, with three of them as examples. */
export function libraryDocument(): JsonObject {
  const book = { $ref: '#/components/schemas/Book' };
  const fields = {
    title: { type: 'string', minLength: 1 },
    year: { type: 'integer' },
    note: { type: ['string', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
    shelf: { type: 'object', properties: { room: { type: 'string' }, row: { type: ['integer', 'null'] } } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    security: [{ login: [] }],
    components: {
      securitySchemes: { login: { type: 'http', scheme: 'basic' } },
      schemas: { Book: { type: 'object', properties: { isbn: { type: 'string' }, ...fields } } },
    },
    paths: {
      '/books': {
        get: {
          operationId: 'listBooks',
          'x-docent': {
            action: 'list',
            resource: 'books',
            order: { by: 'year' },
            page: { number: 'leaf', size: 'count' },
          },
          parameters: [
            { name: 'leaf', in: 'query', schema: { type: 'integer', default: 1, minimum: 1 } },
            { name: 'count', in: 'query', schema: { type: 'integer', default: 2, minimum: 1, maximum: 3 } },
          ],
          responses: { 200: jsonResponse({ type: 'array', items: book }, BOOKS) },
        },
      },
      '/books/{isbn}': {
        parameters: [{ name: 'isbn', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'readBook',
          'x-docent': { action: 'read', resource: 'books', key: 'isbn' },
          responses: { 200: jsonResponse(book) },
        },
        patch: {
          operationId: 'changeBook',
          'x-docent': { action: 'merge', resource: 'books', key: 'isbn' },
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { type: 'object', properties: structuredClone(fields) } } },
          },
          responses: { 200: jsonResponse(book) },
        },
      },
    },
  };
}

/** The books of the library; by year they are b, c, a. */
export const BOOKS = [
  { isbn: 'a', title: 'A', year: 1990, note: 'n', tags: ['x', 'y'], shelf: { room: 'r', row: 1 } },
  { isbn: 'b', title: 'B', year: 200 },
  { isbn: 'c', title: 'C', year: 1800 },
];

/** For tests: a Response Object (OpenAPI) whose one content is `application/json`. */
export function jsonResponse(schema: JsonObject, example?: Json): JsonObject {
  return {
    description: 'as it is',
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  };
}

/** The mock of a document that a test has put together. */
export function mockOf(document: object, options: MockOptions = {}): Mock {
  return createMock({ spec: fileOf('document.json', JSON.stringify(document)), today: '2027-03-01', ...options });
}

/**
 * The mock of the library with parts of its document changed.
 * @param changes new values by the members that lead to them, such as `paths /books get security`; undefined removes
 */
export function libraryWith(changes: Changes, options: MockOptions = {}): Mock {
  return mockOf(changed(libraryDocument(), changes), options);
}

type Changes = Record<string, Json | undefined>;

/** A document with new values at the members that the keys of `changes` name. */
export function changed(document: JsonObject, changes: Changes): JsonObject {
  for (const [path, value] of Object.entries(changes)) {
    const members = path.split(' ');
    const last = members.pop() ?? '';
    const holder = members.reduce<JsonObject>((object, member) => {
      object[member] ??= {};
      return object[member] as JsonObject; // the test's author knows the document
    }, document);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return document;
}

/** Writes a file into a folder of its own. */
export function fileOf(name: string, text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'docent-')), name);
  writeFileSync(file, text);
  return file;
}

/** For tests: a GET with a credential, which is sent once it is awaited or told what to expect. */
export function get(mock: Mock, path: string): supertest.Test {
  return supertest(mock).get(path).set(CREDENTIAL);
}

/** For tests: a PATCH with a credential, whose body is sent as JSON whatever it is: supertest would send a text as it is. */
export function patch(mock: Mock, path: string, body: unknown): supertest.Test {
  return supertest(mock).patch(path).set(CREDENTIAL).type('json').send(JSON.stringify(body));
}

/** An exchange that was answered with a body of so many bytes. */
export function endedExchange(size: number): Recording {
  const recording = new Recording(0, 'GET', '/', []);
  recording.keepResponseBody('x'.repeat(size), size);
  recording.end({ status: 200, headers: {}, isAborted: false, fault: undefined }, 1);
  return recording;
}
