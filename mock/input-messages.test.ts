import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { get, libraryWith, patch } from './test-document';

const SHELVES = { type: 'string', enum: ['high', 'low'] };
const COUNT = { type: 'integer', maximum: 9 };

describe('a parameter is refused by what was expected and what was received:', () => {
  test.each<[string, string, JsonObject, Record<string, string>, string]>([
    ['one of a header', 'header', SHELVES, { 'X-At': 'top' }, 'must be one of "high", "low", but it was "top"'],
    ['one of a cookie', 'cookie', SHELVES, { Cookie: 'X-At=top' }, 'must be one of "high", "low", but it was "top"'],
    ['a type in a header', 'header', COUNT, { 'x-at': 'x' }, 'must be an integer, but it was "x"'],
    ['a type in a cookie', 'cookie', COUNT, { Cookie: 'a=b; X-At=x' }, 'must be an integer, but it was "x"'],
    ['a bound in a header', 'header', COUNT, { 'X-At': '10' }, 'must be at most 9, but it was 10'],
    [
      'an item in a header',
      'header',
      { type: 'array', items: SHELVES },
      { 'X-At': 'low,top' },
      'must be one of "high", "low", but it was "top"',
    ],
  ])('%s', async (_name, place, schema, headers, message) => {
    const mock = libraryWith({ 'paths /books get parameters 2': { name: 'X-At', in: place, schema } });
    const { body, status } = await get(mock, '/books').set(headers);
    expect([status, body.errors]).toEqual([400, [{ in: place, name: 'X-At', rule: expect.any(String), message }]]);
    expect(body.title).not.toMatch(/query/i);
  });

  test.each([
    ['one value', SHELVES, '?at=top'],
    ['an item of several', { type: 'array', items: SHELVES }, '?at=low&at=top'],
  ])('%s of the query', async (_name, schema, query) => {
    const mock = libraryWith({ 'paths /books get parameters 2': { name: 'at', in: 'query', schema } });
    const { body } = await get(mock, `/books${query}`);
    expect(body.detail).toBe('at must be one of "high", "low", but it was "top".');
  });

  describe('where in an object of the query it is:', () => {
    const FILTER = {
      type: 'object',
      required: ['color'],
      additionalProperties: false,
      properties: { color: SHELVES, doors: COUNT, sides: { type: 'array', items: { type: 'integer' } } },
    };
    const DEEP = { style: 'deepObject', explode: true };
    test.each<[string, JsonObject, string, string]>([
      ['a missing member', DEEP, 'at[doors]=2', 'needs at[color], but it is missing'],
      ['an unknown member', DEEP, 'at[color]=low&at[zz]=1', 'must not have at[zz]; known are color, doors, sides'],
      ['a type', DEEP, 'at[color]=low&at[doors]=x', 'must be an integer in at[doors], but it was "x"'],
      ['one of', DEEP, 'at[color]=top', 'must be one of "high", "low" in at[color], but it was "top"'],
      ['a bound', DEEP, 'at[color]=low&at[doors]=12', 'must be at most 9 in at[doors], but it was "12"'],
      ['an item', DEEP, 'at[color]=low&at[sides]=1&at[sides]=x', 'must be an integer in at[sides][1], but it was "x"'],
      ['another base', DEEP, 'at[color]=low&at[doors]=0x5', 'must be an integer in at[doors], but it was "0x5"'],
      ['an exponent', DEEP, 'at[color]=low&at[doors]=1e1', 'must be an integer in at[doors], but it was "1e1"'],
      ['a type without brackets', {}, 'color=low&doors=x', 'must be an integer in doors, but it was "x"'],
      ['an exponent without brackets', {}, 'color=low&doors=1e0', 'must be an integer in doors, but it was "1e0"'],
      ['a missing member without brackets', {}, 'doors=1', 'needs color, but it is missing'],
    ])('%s', async (_name, written, query, message) => {
      const at = { name: 'at', in: 'query', schema: FILTER, ...written };
      const { body, status } = await get(libraryWith({ 'paths /books get parameters 2': at }), `/books?${query}`);
      const condition = { in: 'query', name: 'at', rule: expect.any(String), message };
      expect([status, body.errors, body.detail]).toEqual([400, [condition], `at ${message}.`]);
    });
  });

  test.each([
    ['a list, another base', {}, 'at=1&at=0x5', '"0x5"'],
    ['a list of one', {}, 'at=1e0', '"1e0"'],
    ['a list with commas', { explode: false }, 'at=1,1e0', '"1e0"'],
  ])('a spelling of integers that JSON does not have is refused in %s', async (_name, written, query, sent) => {
    const schema = { type: 'array', items: COUNT };
    const mock = libraryWith({ 'paths /books get parameters 2': { name: 'at', in: 'query', schema, ...written } });
    expect((await get(mock, `/books?${query}`)).body.detail).toBe(`at must be an integer, but it was ${sent}.`);
  });

  test('what a cookie has carried is in no journal', async () => {
    const mock = libraryWith({ 'paths /books get parameters 2': { name: 'at', in: 'cookie', schema: COUNT } });
    expect((await get(mock, '/books').set('Cookie', 'at=sesame-open')).body.detail).toContain('"sesame-open"');
    expect(JSON.stringify(mock.journal.entries)).not.toContain('sesame');
  });
});

test.each([
  ['of a field', SHELVES, { at: 'top' }],
  ['behind alternatives', { anyOf: [SHELVES] }, { at: 'top' }],
])('the values %s that are allowed are listed once', async (_name, schema, sent) => {
  const mock = libraryWith({
    'paths /books/{isbn} patch requestBody content application/json schema properties at': schema,
  });
  const { body } = await patch(mock, '/books/a', sent);
  expect(body.errors[0].message).toMatch(/^must be one of "?high"?, "?low"?, but it was "top"$/);
});

describe('what a field must be is said as a sentence has it:', () => {
  test.each<[string, JsonObject, string, string]>([
    ['one of two types', { type: ['integer', 'null'] }, 'x', 'must be an integer or null, but it was "x"'],
    ['a format that begins with a vowel', { type: 'string', format: 'email' }, 'x', 'must be an email, but it was "x"'],
    ['a format that does not', { type: 'string', format: 'uri' }, 'x', 'must be a uri, but it was "x"'],
    ['one value', { const: 'y' }, 'x', 'must be "y", but it was "x"'],
  ])('%s', async (_name, schema, sent, message) => {
    const body = 'paths /books/{isbn} patch requestBody content application/json schema properties at';
    expect((await patch(libraryWith({ [body]: schema }), '/books/a', { at: sent })).body.errors).toMatchObject([
      { message },
    ]);
    const stored = libraryWith({ [`${body}`]: {}, 'components schemas Book properties at': schema });
    const { errors } = (await patch(stored, '/books/a', { at: sent })).body;
    expect(errors).toMatchObject([{ message: message.replace('it was', 'it is') }]);
  });
});
