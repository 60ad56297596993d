import { dirname } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { JsonObject } from '../spec';
import { changed, fileOf, get, libraryDocument, mockOf, patch } from './test-document';

const text = { type: 'string' };
const print: JsonObject = {
  type: 'object',
  required: ['isbn', 'kind'],
  properties: { isbn: text, kind: { const: 'print' }, pages: { type: 'integer' }, year: { type: 'integer' } },
};
const sound: JsonObject = {
  type: 'object',
  required: ['isbn', 'kind'],
  properties: { isbn: text, kind: { const: 'sound' }, minutes: { type: 'integer' } },
};
const BOOKS = [
  { isbn: 'a', kind: 'print', pages: 3, year: 2 },
  { isbn: 'b', kind: 'sound', minutes: 9 },
];

/** The library with books of a schema, of which anything may be sent. */
function libraryOf(Book: JsonObject, books: object[] = BOOKS) {
  const document = changed(libraryDocument(), {
    'components schemas': { Book },
    'paths /books/{isbn} patch requestBody content application/json schema': { type: 'object' },
  });
  return mockOf(document, { fixtures: dirname(fileOf('books.yaml', JSON.stringify({ books }))) });
}

describe.each<[string, JsonObject]>([
  ['are one of several schemas', { oneOf: [print, sound] }],
  ['are any of several schemas', { allOf: [{ anyOf: [print, sound] }] }],
  ['have several schemas beside their key', { type: 'object', properties: { isbn: text }, anyOf: [print, sound] }],
  ['have fields of a pattern', { properties: { isbn: text, year: {} }, patternProperties: { '^[kpm]': {} } }],
  [
    'consist of what may have any field',
    { allOf: [{ additionalProperties: true }, { properties: { isbn: text, year: {} } }] },
  ],
  [
    'say what fields there are if others are',
    { properties: { isbn: text, year: {} }, dependentSchemas: { kind: print } },
  ],
])('entries that %s', (_what, schema) => {
  const books = schema.dependentSchemas === undefined ? BOOKS : BOOKS.slice(0, 1);

  test('are read from fixtures, listed in their order and changed', async () => {
    const mock = libraryOf(schema, books);
    expect((await get(mock, '/books')).body).toEqual(books);
    expect((await patch(mock, '/books/a', { pages: 4 })).body).toEqual({ ...books[0], pages: 4 });
  });

  test('are replaced and patched by the control API', async () => {
    const mock = libraryOf(schema, []);
    await supertest(mock).put('/_docent/state/books').send(books).expect(200, books);
    const { status, body } = await supertest(mock)
      .patch('/_docent/state/books')
      .send({ a: { pages: 5 } });
    expect([status, body[0]]).toEqual([200, { ...books[0], pages: 5 }]);
  });
});

test('Entries of several schemas have numbers for keys where all of them say so', async () => {
  const numbered = (schema: JsonObject) => changed(structuredClone(schema), { 'properties isbn': { type: 'integer' } });
  const mock = libraryOf({ oneOf: [numbered(print), numbered(sound)] }, []);
  const { body } = await supertest(mock)
    .patch('/_docent/state/books')
    .send({ 7: { kind: 'print' } });
  expect(body).toEqual([{ isbn: 7, kind: 'print' }]);
});

test('A key that only some of several schemas have is refused at the start', () => {
  const { isbn: _isbn, ...others } = sound.properties as JsonObject;
  expect(() => libraryOf({ oneOf: [print, { ...sound, properties: others }] })).toThrow(
    'Not each of the schemas that an entry may be of has the field "isbn", which identifies it.',
  );
});

test('A field that none of several schemas has is refused at the start', () => {
  const nameless = changed(structuredClone(print), { 'properties year': undefined });
  expect(() => libraryOf({ oneOf: [nameless, sound] })).toThrow(
    'There is no field "year". The entries have isbn, kind, pages, minutes.',
  );
});
