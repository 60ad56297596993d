import { dirname } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../../spec';
import { fileOf, get, libraryWith } from '../test-document';

const secret: JsonObject = { type: 'string', writeOnly: true };
const withSecret: JsonObject = { type: 'object', properties: { s: secret } };
const card = { type: 'object', required: ['card'], properties: { card: { type: 'string' }, s: secret } };
const bank = { type: 'object', required: ['iban'], properties: { iban: { type: 'string' } } };

/** A library whose first book has a field of this schema and value. */
function libraryOf(schema: JsonObject, x: Json, book: JsonObject = {}) {
  const fixtures = dirname(fileOf('books.yaml', JSON.stringify({ books: [{ isbn: 'a', x }] })));
  return libraryWith(
    {
      'components schemas Book': { type: 'object', properties: { isbn: {}, title: {}, year: {}, x: schema }, ...book },
    },
    { fixtures },
  );
}

describe('what is only written is in no answer where it stands', () => {
  test.each<[string, JsonObject, Json, Json]>([
    ['in any other field', { additionalProperties: withSecret }, { q: { s: 'S', t: 1 } }, { q: { t: 1 } }],
    ['in fields of a pattern', { patternProperties: { '^x': withSecret } }, { x1: { s: 'S' } }, { x1: {} }],
    ['in a field that no other schema knows', { unevaluatedProperties: withSecret }, { q: { s: 'S' } }, { q: {} }],
    ['in one of several schemas', { oneOf: [card, bank] }, { card: 'c', s: 'S' }, { card: 'c' }],
    ['in any of several schemas', { anyOf: [bank, card] }, { card: 'c', s: 'S' }, { card: 'c' }],
    ['under a condition', { if: { required: ['iban'] }, else: card }, { card: 'c', s: 'S' }, { card: 'c' }],
    ['where another field is', { dependentSchemas: { card } }, { card: 'c', s: 'S' }, { card: 'c' }],
    ['in an item of several schemas', { items: { oneOf: [withSecret] } }, [{ s: 'S', t: 1 }], [{ t: 1 }]],
    ['in a place of an array', { prefixItems: [withSecret], items: {} }, [{ s: 'S' }, { s: 1 }], [{}, { s: 1 }]],
    ['in an item after the places', { prefixItems: [{}], items: withSecret }, [{ s: 1 }, { s: 'S' }], [{ s: 1 }, {}]],
    [
      'in the items of a part of the schema',
      { items: { properties: { t: {} } }, allOf: [{ items: withSecret }] },
      [{ s: 'S', t: 1 }],
      [{ t: 1 }],
    ],
    [
      'in a part of the schema, whose field the schema names again',
      { properties: { s: { minLength: 1 } }, allOf: [withSecret] },
      { s: 'S', t: 1 },
      { t: 1 },
    ],
  ])('%s', async (_where, schema, value, shown) => {
    const mock = libraryOf(schema, value);
    expect((await get(mock, '/books/a')).body).toEqual({ isbn: 'a', x: shown });
    expect((await get(mock, '/books')).body).toEqual([{ isbn: 'a', x: shown }]);
    expect((await get(mock, '/_docent/state/books')).body).toEqual([{ isbn: 'a', x: value }]);
  });

  test('in a schema that leads back to itself', async () => {
    const next = { $ref: '#/components/schemas/Book/properties/x' };
    const mock = libraryOf({ properties: { s: secret, next } }, { s: 'S', next: { s: 'S', next: { s: 'S', t: 1 } } });
    expect((await get(mock, '/books/a')).body.x).toEqual({ next: { next: { t: 1 } } });
  });
});

test('What is only written may be missing where a part of the schema says that it is', async () => {
  const book = { allOf: [{ properties: { y: secret } }], required: ['y'] };
  const mock = libraryOf({ type: 'integer' }, 1, { ...book, properties: { isbn: {}, year: {}, x: {}, y: {} } });
  expect((await get(mock, '/books/a')).body).toEqual({ isbn: 'a', x: 1 });
});
