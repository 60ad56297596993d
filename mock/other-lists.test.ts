import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../spec';
import { changed, fileOf, get, jsonResponse, libraryDocument, libraryWith, mockOf, patch } from './test-document';

const LIST = 'paths /books get';
const EXAMPLE = `${LIST} responses 200 content application/json example`;

async function isbns(changes: Record<string, Json | undefined>, query = ''): Promise<string> {
  const { body } = await get(libraryWith(changes), `/books${query}`);
  return body.map(({ isbn }: { isbn: string }) => isbn).join('');
}

describe('a list of another document', () => {
  const all = { [`${LIST} parameters 1 schema default`]: 3 };

  test.each([
    ['has its own default', {}, '', 'bc'],
    ['has a changed default', all, '', 'bca'],
    ['has its own maximum', {}, '?count=3', 'bca'],
    [
      'starts at page 0 where that is the default',
      { [`${LIST} parameters 0 schema`]: { type: 'integer', default: 0, minimum: 0 } },
      '?leaf=1',
      'a',
    ],
    [
      'has all entries on a page where there is no default',
      { [`${LIST} parameters 1 schema`]: { type: 'integer' } },
      '',
      'bca',
    ],
    ['is ordered by numbers, not by their texts', all, '', 'bca'],
    ['descends', { ...all, [`${LIST} x-docent order direction`]: 'descending' }, '', 'acb'],
    ['is ordered by another field', { ...all, [`${LIST} x-docent order by`]: 'title' }, '', 'abc'],
    ['without an order is as the data is', { ...all, [`${LIST} x-docent order`]: undefined }, '', 'abc'],
    ['without paging is whole', { [`${LIST} x-docent page`]: undefined }, '', 'bca'],
    ['has what has no value last', { ...all, [`${LIST} x-docent order by`]: 'note' }, '', 'abc'],
    [
      'has what has no value last in descending order too',
      { ...all, [`${LIST} x-docent order`]: { by: 'note', direction: 'descending' } },
      '',
      'abc',
    ],
  ])('%s', async (_sentence, changes, query, answer) => {
    expect(await isbns(changes, query)).toBe(answer);
  });

  test('is refused beyond a changed maximum', async () => {
    const mock = libraryWith({ [`${LIST} parameters 1 schema maximum`]: 50 });
    expect((await get(mock, '/books?count=50')).status).toBe(200);
    expect((await get(mock, '/books?count=51')).body.errors).toMatchObject([{ name: 'count', rule: 'maximum' }]);
  });

  test('is in order again after a change of the field that it is ordered by', async () => {
    const mock = libraryWith({});
    await get(mock, '/books');
    await patch(mock, '/books/b', { year: 3000 });
    expect((await get(mock, '/books?count=3')).body.map(({ isbn }: JsonObject) => isbn)).toEqual(['c', 'a', 'b']);
  });
});

describe('a lower bound', () => {
  const bound = (schema: JsonObject, field: string, entries: Json) => ({
    [`${LIST} parameters 2`]: { name: 'since', in: 'query', schema },
    [`${LIST} x-docent from`]: { parameter: 'since', field },
    'components schemas Book properties at': { type: ['string', 'null'], format: 'date-time' },
    ...(entries === null ? {} : { [EXAMPLE]: entries }),
    [`${LIST} x-docent order by`]: field,
  });
  const times = [
    { isbn: 'a', at: '2027-03-01T10:00:00Z' },
    { isbn: 'b', at: '2027-03-01T10:00:00.5Z' },
    { isbn: 'c', at: '2027-03-01T12:00:00+03:00' },
    { isbn: 'd', at: null },
  ];

  test.each([
    ['of a number is inclusive', bound({ type: 'integer' }, 'year', null), '?since=1800', 'ca'],
    ['of a number compares numbers', bound({ type: 'number' }, 'year', null), '?since=199.5', 'bc'],
    ['that is not sent has no effect', bound({ type: 'integer' }, 'year', null), '', 'bc'],
    [
      'of a date-time compares instants',
      bound({ type: 'string', format: 'date-time' }, 'at', times),
      '?since=2027-03-01T11:00:00%2B01:00&count=3',
      'ab',
    ],
    [
      'of a date-time knows all zones',
      bound({ type: 'string', format: 'date-time' }, 'at', times),
      '?since=2027-03-01T09:00:00Z&count=3',
      'cab',
    ],
    ['of a text compares texts', bound({ type: 'string' }, 'title', null), '?since=B', 'bc'],
  ])('%s', async (_sentence, changes, query, answer) => {
    expect(await isbns(changes, query)).toBe(answer);
  });
});

describe('the data of another document', () => {
  test('is what it gives as examples, each entry once with all that is said of it', async () => {
    const mock = libraryWith({
      [`${LIST} responses 200 content application/json`]: {
        schema: { type: 'array', items: { $ref: '#/components/schemas/Book' } },
        examples: { some: { value: [{ isbn: 'a', title: 'A' }] }, more: { $ref: '#/components/examples/more' } },
      },
      'components examples more value': [{ isbn: 'z', year: 1 }],
      'paths /books/{isbn} get responses 200 content application/json example': { isbn: 'a', year: 5 },
    });
    expect((await get(mock, '/books')).body).toEqual([
      { isbn: 'z', year: 1 },
      { isbn: 'a', title: 'A', year: 5 },
    ]);
  });

  test('is the examples of its schemas where its responses have none', async () => {
    const mock = libraryWith({ [EXAMPLE]: undefined, 'components schemas Book examples': [{ isbn: 's', year: 2 }] });
    expect((await get(mock, '/books')).body).toEqual([{ isbn: 's', year: 2 }]);
  });

  test('is nothing where there is no example', async () => {
    expect((await get(libraryWith({ [EXAMPLE]: undefined }), '/books')).body).toEqual([]);
  });

  test('is that of its fixtures where they are given', async () => {
    const fixtures = fileOf('books.yaml', 'books:\n  - { isbn: f, year: 9 }\n');
    expect((await get(libraryWith({}, { fixtures }), '/books')).body).toEqual([{ isbn: 'f', year: 9 }]);
  });
});

test('An OpenAPI 3.0 document with nullable fields and boolean exclusive bounds is served', async () => {
  const mock = mockOf(
    changed(libraryDocument(), {
      openapi: '3.0.3',
      [`${LIST} parameters 1 schema`]: { type: 'integer', default: 2, minimum: 0, exclusiveMinimum: true, maximum: 3 },
      'components schemas Book properties note': { type: 'string', nullable: true },
      'components schemas Book properties shelf': { type: 'object' },
      'paths /books/{isbn} patch requestBody content application/json schema': {
        type: 'object',
        properties: { note: { type: 'string', nullable: true }, title: { type: 'string' } },
      },
    }),
  );
  expect((await get(mock, '/books?count=0')).body.errors).toMatchObject([{ rule: 'exclusiveMinimum' }]);
  expect((await patch(mock, '/books/a', { note: null })).body.note).toBeNull();
  expect((await patch(mock, '/books/a', { title: null })).body.type).toBe('urn:docent:null-field');
});

test('Two resources may share their schema and have their own state', async () => {
  const document = libraryDocument();
  const copy = JSON.parse(
    JSON.stringify(document.paths)
      .replaceAll('/books', '/maps')
      .replaceAll('"books"', '"maps"')
      .replace(/"operationId":"/g, '$&map-'),
  );
  Object.assign(document.paths as JsonObject, copy);
  const mock = mockOf(document);
  await patch(mock, '/maps/a', { title: 'Map' });
  expect((await get(mock, '/maps/a')).body.title).toBe('Map');
  expect((await get(mock, '/books/a')).body.title).toBe('A');
});

test('A success response may be of any 2xx status and JSON media type', async () => {
  const schema = { $ref: '#/components/schemas/Book' };
  const mock = libraryWith({
    'paths /books/{isbn} get responses': { 203: { description: '', content: { 'application/hal+json': { schema } } } },
    'paths /books/{isbn} patch responses': { 204: { description: '' } },
    [`${LIST} responses`]: { '2XX': jsonResponse({ type: 'array', items: schema }, [{ isbn: 'a' }]) },
  });
  const changedTitle = await patch(mock, '/books/a', { title: 'New' });
  expect([changedTitle.status, changedTitle.text]).toEqual([204, '']);
  const read = await get(mock, '/books/a');
  expect([read.status, read.headers['content-type'], JSON.parse(read.text)]).toEqual([
    203,
    'application/hal+json',
    { isbn: 'a', title: 'New' },
  ]);
  expect((await get(mock, '/books')).status).toBe(200);
});

test('A list of date-times begins with the instant at which today does', async () => {
  const at = { type: 'string', format: 'date-time' };
  const texts = { a: '2027-03-01T01:00:00+03:00', b: '2027-02-28T23:00:00-03:00', c: '2027-03-01T00:00:00Z' };
  const example = Object.entries(texts).map(([isbn, note]) => ({ isbn, note }));
  const changes = {
    'components schemas Book properties note': at,
    [EXAMPLE]: example,
    [`${LIST} parameters`]: [{ name: 'since', in: 'query', schema: at }],
    [`${LIST} x-docent`]: {
      action: 'list',
      resource: 'books',
      order: { by: 'note' },
      from: { parameter: 'since', field: 'note', default: 'today' },
    },
  };
  expect(await isbns(changes)).toBe('cb');
  expect(await isbns(changes, '?since=2027-02-28T22:00:00Z')).toBe('acb');
});
