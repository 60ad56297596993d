import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { BOOKS, get, libraryWith, patch } from '../test-document';

const CONTENT = 'paths /books/{isbn} patch requestBody content';
const text = { type: 'string' };
const closed = (...fields: string[]): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(fields.map((field) => [field, text])),
});
const alternatives = [closed('card', 'holder'), closed('iban', 'holder')];
const required: JsonObject[] = [
  { ...closed('card', 'holder'), required: ['card'] },
  { ...closed('iban', 'holder'), required: ['iban'] },
];
/** Bodies with a tuple are held against their schema by another validator. */
const tuple = { properties: { place: { prefixItems: [{ type: 'integer' }] } } };

const bodies: [string, JsonObject][] = [
  ['any of several schemas', { anyOf: alternatives }],
  ['one of several schemas that require their fields', { oneOf: required }],
  ['any of several, one of which has a tuple', { anyOf: [...alternatives, { ...tuple, required: ['place'] }] }],
  [
    'one of several beside a field',
    {
      type: 'object',
      properties: { kind: text },
      unevaluatedProperties: false,
      oneOf: required.map((each) => ({ required: each.required ?? [], properties: each.properties ?? {} })),
    },
  ],
];

const libraryOf = (schema: JsonObject, others: JsonObject = {}) =>
  libraryWith({ [`${CONTENT} application/json schema`]: schema, ...others });

describe.each(bodies)('an update that is %s', (_what, schema) => {
  test.each([
    ['a field that none of them has is ignored', { card: '1', bogus: 1 }, { card: '1' }],
    ['and one beside others', { iban: '1', holder: 'h', bogus: 1, more: 2 }, { iban: '1', holder: 'h' }],
  ])('%s', async (_sentence, sent, stored) => {
    const mock = libraryOf(schema);
    const { status, body } = await patch(mock, '/books/a', sent);
    expect([status, body]).toEqual([200, { ...BOOKS[0], ...stored }]);
    expect((await get(mock, '/books/a')).body).toEqual(body);
  });

  test.each([
    ['fields of different ones', { card: '1', iban: '2' }],
    ['those and one that none has', { card: '1', iban: '2', bogus: 1 }],
    ['a wrong value and a field that none has', { card: 1, bogus: 1 }],
  ])('%s are refused, and nothing is stored', async (_sentence, sent) => {
    const mock = libraryOf(schema);
    const { status, body } = await patch(mock, '/books/a', sent);
    expect([status, body.type]).toEqual([400, 'urn:docent:invalid-body']);
    expect((await get(mock, '/books/a')).body).toEqual(BOOKS[0]);
  });

  test('nothing that was sent is called missing', async () => {
    const { body } = await patch(libraryOf(schema), '/books/a', { card: '1', iban: '2' });
    expect(body.detail).not.toMatch(/(card|iban) is/);
  });

  test('a field that none of them has is refused as such where the document says so', async () => {
    const response = {
      description: 'No',
      'x-docent': { when: ['unknown-field'] },
      content: { 'application/json': {} },
    };
    const mock = libraryOf(schema, { 'paths /books/{isbn} patch responses 422': response });
    const { status, body } = await patch(mock, '/books/a', { card: '1', bogus: 1 });
    expect([status, body]).toEqual([422, body]);
  });
});

test('A field that one part of a schema has and another excludes is refused, not ignored', async () => {
  const mock = libraryOf({ allOf: [closed('card'), closed('iban')] });
  const { status, body } = await patch(mock, '/books/a', { card: '1' });
  expect([status, body.type, body.errors[0].pointer]).toEqual([400, 'urn:docent:invalid-body', '/card']);
});
