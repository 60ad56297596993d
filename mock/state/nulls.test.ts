import { dirname } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../../spec';
import { fileOf, get, libraryWith, patch } from '../test-document';

const text = { type: 'string' };
const orNull: JsonObject = { type: ['string', 'null'] };
const closed = (name: string, others: JsonObject): JsonObject => ({
  type: 'object',
  required: [name],
  additionalProperties: false,
  properties: { [name]: text, ...others },
});
const card = closed('card', { memo: orNull });
const bank = closed('iban', { memo: text });

/** What a field of the first book is after an update of it, where it may be sent as anything. */
async function updated(schema: JsonObject, x: Json | undefined, sent: Json): Promise<unknown> {
  const fixtures = dirname(fileOf('books.yaml', JSON.stringify({ books: [{ isbn: 'a', x }] })));
  const mock = libraryWith(
    {
      'components schemas Book properties x': schema,
      'paths /books/{isbn} patch requestBody content application/json schema properties x': {},
    },
    { fixtures },
  );
  const { status, body } = await patch(mock, '/books/a', { x: sent });
  expect([status, body]).toEqual([200, (await get(mock, '/books/a')).body]);
  return body.x;
}

describe('null is stored where the schema of the resource allows it:', () => {
  test.each<[string, JsonObject, Json | undefined, Json, Json]>([
    ['in any other field', { additionalProperties: orNull }, { r: 's' }, { q: null }, { r: 's', q: null }],
    ['in fields of a pattern', { patternProperties: { '^q': orNull } }, { q: 's' }, { q: null }, { q: null }],
    ['in one of several schemas', { oneOf: [card, bank] }, { card: 'c' }, { memo: null }, { card: 'c', memo: null }],
    [
      'in the one that the update makes it',
      { anyOf: [bank, card] },
      undefined,
      { card: 'c', memo: null },
      { card: 'c', memo: null },
    ],
    [
      'in the one that it is now another of',
      { oneOf: [card, bank] },
      { iban: 'i', memo: 'm' },
      { iban: null, card: 'c', memo: null },
      { card: 'c', memo: null },
    ],
    [
      'below one of several',
      { oneOf: [{ properties: { y: card } }] },
      {},
      { y: { card: 'c', memo: null } },
      { y: { card: 'c', memo: null } },
    ],
  ])('%s', async (_where, schema, x, sent, expected) => {
    expect(await updated(schema, x, sent)).toEqual(expected);
  });
});

test.each(['No. #', '#', '?', 'a%23', 'a/b~c', '日本'])('null is stored in a field called %s', async (name) => {
  const schema = { properties: { [name]: orNull } };
  expect(await updated(schema, { [name]: 's' }, { [name]: null })).toEqual({ [name]: null });
});

describe('null removes its field where the schema of the resource', () => {
  test.each<[string, JsonObject, Json, Json, Json]>([
    ['has another type for any other field', { additionalProperties: text }, { q: 's' }, { q: null }, {}],
    ['says nothing of it', { additionalProperties: true }, { q: 's' }, { q: null }, {}],
    [
      'allows it in another alternative',
      { oneOf: [card, bank] },
      { iban: 'i', memo: 'm' },
      { memo: null },
      { iban: 'i' },
    ],
    [
      'allows it in one of two parts',
      { properties: { q: orNull }, allOf: [{ properties: { q: text } }] },
      { q: 's' },
      { q: null },
      {},
    ],
  ])('%s', async (_where, schema, x, sent, expected) => {
    expect(await updated(schema, x, sent)).toEqual(expected);
  });
});
