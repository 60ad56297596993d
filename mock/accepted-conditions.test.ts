import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { Json, JsonObject } from '../spec';
import { BOOKS, get, libraryWith, patch } from './test-document';

const LIST = 'paths /books get';
const PATCH = 'paths /books/{isbn} patch';
const BODY = `${PATCH} requestBody content application/json schema`;
const BOOK = 'components schemas Book';

/** What a success response claims, by the operation that it belongs to. */
const accepts = (operation: string, ...when: string[]) => ({ [`${operation} responses 200 x-docent`]: { when } });

async function isbns(query: string, ...when: string[]): Promise<string> {
  const { body, status } = await get(libraryWith(accepts(LIST, ...when)), `/books${query}`);
  return status === 200 ? body.map(({ isbn }: { isbn: string }) => isbn).join('') : body.type;
}

describe('a list whose success claims', () => {
  test.each([
    ['query-out-of-range', '?count=99', 'bca', 'moves a parameter to the greatest value'],
    ['query-out-of-range', '?count=0', 'b', 'moves a parameter to the least value'],
    ['query-out-of-range', '?leaf=-3', 'bc', 'moves a parameter to its only bound'],
    ['query-out-of-range', '?count=0&leaf=0', 'b', 'moves several'],
    ['query-out-of-range', '?count=many', 'urn:docent:invalid-query', 'still refuses what is no number'],
    ['invalid-query', '?count=many', 'bc', 'takes the default of a parameter that it cannot read'],
    ['invalid-query', '?count=1&count=3', 'bc', 'takes the default of a parameter that is repeated'],
    ['invalid-query', '?count=0', 'urn:docent:query-out-of-range', 'still refuses what is out of range'],
    ['unknown-parameter', '?colour=red&count=1', 'b', 'ignores a parameter that it does not know'],
    ['unknown-parameter', '?__proto__=1&constructor&count=1', 'b', 'ignores members of every object'],
    ['page-past-the-end', '?leaf=3', '', 'has an empty page past the last'],
  ])('%s (%s) answers %s: it %s', async (condition, query, answer) => {
    expect(await isbns(query, condition)).toBe(answer);
  });

  test('several conditions puts all of them right', async () => {
    expect(await isbns('?count=99&leaf=x&colour=red', 'query-out-of-range', 'invalid-query', 'unknown-parameter')).toBe(
      'bca',
    );
  });

  test('query-out-of-range moves to the nearest integer within exclusive bounds', async () => {
    const mock = libraryWith({
      ...accepts(LIST, 'query-out-of-range'),
      [`${LIST} parameters`]: [
        { name: 'leaf', in: 'query', schema: { type: 'integer', exclusiveMinimum: 0, default: 1 } },
        { name: 'count', in: 'query', schema: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 } },
      ],
    });
    expect((await get(mock, '/books?count=9&leaf=0')).body).toHaveLength(2);
    expect((await get(mock, '/books?count=-9')).body).toHaveLength(1);
  });

  test('invalid-query still refuses a parameter that it cannot do without, and never with its own success', async () => {
    const mock = libraryWith({
      ...accepts(LIST, 'invalid-query'),
      [`${LIST} parameters`]: [
        { name: 'leaf', in: 'query', required: true, schema: { type: 'integer' } },
        { name: 'count', in: 'query', schema: { type: 'integer' } },
      ],
    });
    const { status, body } = await get(mock, '/books?leaf=x');
    expect([status, body.type]).toEqual([400, 'urn:docent:invalid-query']);
  });
});

describe('an update whose success claims', () => {
  const [book] = BOOKS;
  const closed = {
    ...accepts(PATCH, 'unknown-field', 'null-field', 'empty-patch', 'unsupported-media-type'),
    [`${BODY} additionalProperties`]: false,
    [`${BODY} properties shelf additionalProperties`]: false,
  };

  test.each([
    ['unknown-field ignores the field', { colour: 'red', year: 2 }, { ...book, year: 2 }],
    [
      'unknown-field ignores it inside a field',
      { shelf: { colour: 'red', row: 2 } },
      { ...book, shelf: { room: 'r', row: 2 } },
    ],
    ['null-field removes the field', { year: null }, { ...book, year: undefined }],
    ['null-field removes it inside a field', { shelf: { room: null } }, { ...book, shelf: { row: 1 } }],
    [
      'null-field keeps a null that the schema allows',
      { note: null, shelf: { row: null } },
      { ...book, note: null, shelf: { room: 'r', row: null } },
    ],
    ['empty-patch changes nothing', {}, book],
    ['several puts all of them right', { colour: 1, title: null, year: 3 }, { ...book, title: undefined, year: 3 }],
  ])('%s', async (_sentence, sent, entry) => {
    const mock = libraryWith(closed);
    const { status, body } = await patch(mock, '/books/a', sent);
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(entry))]);
    expect((await get(mock, '/books/a')).body).toEqual(body);
  });

  test('null-field still refuses null for a field that a response must have', async () => {
    const mock = libraryWith({ ...closed, 'components schemas Book required': ['title'] });
    expect((await patch(mock, '/books/a', { title: null })).body.type).toBe('urn:docent:invalid-body');
    expect((await get(mock, '/books/a')).body).toEqual(book);
  });

  test('null-field still refuses null in an array', async () => {
    expect((await patch(libraryWith(closed), '/books/a', { tags: ['x', null] })).status).toBe(400);
  });

  test('unsupported-media-type reads JSON by any name', async () => {
    const mock = libraryWith(closed);
    const request = () =>
      supertest(mock).patch('/books/a').set('Authorization', 'Basic t').set('Content-Type', 'text/plain');
    expect((await request().send('{"year":5}')).body.year).toBe(5);
    expect((await request().send('year=5')).body.type).toBe('urn:docent:malformed-json');
  });

  test('a condition in another success than the first is answered by that one', async () => {
    const mock = libraryWith({
      [`${PATCH} responses 204`]: { description: 'Nothing changed', 'x-docent': { when: ['empty-patch'] } },
    });
    const { status, text } = await patch(mock, '/books/a', {});
    expect([status, text]).toEqual([204, '']);
    expect((await patch(mock, '/books/a', { year: 6 })).status).toBe(200);
  });
});

describe('an update of a schema that does not speak of other fields', () => {
  test('ignores them unless they are refused', async () => {
    const mock = libraryWith({});
    expect((await patch(mock, '/books/a', { colour: 'red', year: 2 })).body).toEqual({ ...BOOKS[0], year: 2 });
    const strict = libraryWith({
      [`${PATCH} responses 400`]: { description: 'No', 'x-docent': { when: ['unknown-field'] } },
    });
    expect((await patch(strict, '/books/a', { colour: 'red', year: 2 })).status).toBe(400);
  });

  const named: JsonObject = { type: 'object', properties: { k: { type: 'integer' } } };
  test.each<[string, JsonObject, Json, Json, string]>([
    ['in items', { items: named }, [{ k: 1 }, { k: 1, zz: 2 }], [{ k: 1 }, { k: 1 }], '/x/1/zz'],
    ['in a place of an array', { prefixItems: [named], items: {} }, [{ zz: 2 }, { zz: 2 }], [{}, { zz: 2 }], '/x/0/zz'],
    ['in items of items', { items: { items: named } }, [[{ zz: 2 }]], [[{}]], '/x/0/0/zz'],
    ['in any other field', { additionalProperties: named }, { q: { zz: 2 } }, { q: {} }, '/x/q/zz'],
  ])('ignores or refuses them %s too', async (_where, schema, x, stored, pointer) => {
    const changes = { [`${BODY} properties x`]: schema, [`${BOOK} properties x`]: {} };
    expect((await patch(libraryWith(changes), '/books/a', { x })).body.x).toEqual(stored);
    const content = { 'application/problem+json': {} };
    const claim = { description: 'No', 'x-docent': { when: ['unknown-field'] }, content };
    const strict = libraryWith({ ...changes, [`${PATCH} responses 422`]: claim });
    const { status, body } = await patch(strict, '/books/a', { x });
    expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
  });

  test('stores them in items where another part of the schema lists them', async () => {
    const x = { items: named, allOf: [{ items: { properties: { zz: {} } } }] };
    const mock = libraryWith({ [`${BODY} properties x`]: x, [`${BOOK} properties x`]: {} });
    expect((await patch(mock, '/books/a', { x: [{ k: 1, zz: 2 }] })).body.x).toEqual([{ k: 1, zz: 2 }]);
  });

  test('stores them where it says that there may be others', async () => {
    const mock = libraryWith({ [`${BODY} additionalProperties`]: { type: 'string' } });
    expect((await patch(mock, '/books/a', { colour: 'red' })).body.colour).toBe('red');
    expect((await patch(mock, '/books/a', { colour: 1 })).status).toBe(400);
  });
});

test.each([
  ['missing-credential', {}],
  ['missing-credential', { authorization: 'Bearer other' }],
  ['wrong-credential', { authorization: 'Basic other' }],
])('A success that claims %s serves a request with %j', async (condition, headers) => {
  const mock = libraryWith(accepts(LIST, condition), { tokens: ['only'] });
  expect((await supertest(mock).get('/books').set(headers)).status).toBe(200);
  expect((await supertest(mock).get('/books/a').set(headers)).status).toBe(401);
});
