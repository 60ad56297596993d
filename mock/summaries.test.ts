import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { BOOKS, get, libraryWith, patch } from './test-document';

const ITEMS = 'paths /books get responses 200 content application/json schema items';
const integer = { type: 'integer' };
const named: JsonObject = { type: 'object', required: ['isbn'], properties: { isbn: {}, year: integer } };

describe.each<[string, JsonObject]>([
  ['has only its own fields', { ...named, additionalProperties: false }],
  [
    'consists of what has only its own fields',
    { allOf: [{ ...named, additionalProperties: false }, { minProperties: 1 }] },
  ],
  ['has only the fields of its parts', { allOf: [named], unevaluatedProperties: false }],
  [
    'has only fields of its own or of a pattern',
    { additionalProperties: false, patternProperties: { '^isbn$': {} }, properties: { year: integer } },
  ],
])('a list whose item %s', (_what, schema) => {
  test('shows those, and a read the whole entry', async () => {
    const mock = libraryWith({ [ITEMS]: schema });
    expect((await get(mock, '/books?count=3')).body).toEqual([
      { isbn: 'b', year: 200 },
      { isbn: 'c', year: 1800 },
      { isbn: 'a', year: 1990 },
    ]);
    expect((await get(mock, '/books/a')).body).toEqual(BOOKS[0]);
    expect((await patch(mock, '/books/a', { title: 'T' })).body).toEqual({ ...BOOKS[0], title: 'T' });
    expect((await get(mock, '/_docent/state/books')).body[0]).toEqual({ ...BOOKS[0], title: 'T' });
  });

  test('still says what its fields are', async () => {
    const changes = { [ITEMS]: schema, 'components schemas Book properties year': {} };
    const mock = libraryWith({
      ...changes,
      'paths /books/{isbn} patch requestBody content application/json schema properties year': {},
    });
    expect((await patch(mock, '/books/a', { year: 'MMXX' })).status).toBe(400);
  });
});

test('A list is no summary where nothing shows more', () => {
  const closed = { ...named, additionalProperties: false };
  const changes = {
    'components schemas Book': closed,
    'paths /books get responses 200 content application/json example': BOOKS,
  };
  expect(() => libraryWith(changes)).toThrow('title is not a known field. Known are isbn, year.');
});
