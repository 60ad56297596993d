import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { JsonObject } from '../spec';
import { BOOKS, CREDENTIAL, changed, get, libraryDocument, libraryWith, mockOf, patch } from './test-document';

const LIST = 'paths /books get';

/** The library with its book at another path. */
function libraryAt(path: string, parameter = 'isbn', key: string | JsonObject = 'isbn') {
  const document = libraryDocument();
  const paths = document.paths as Record<string, JsonObject>;
  const { '/books/{isbn}': item = {}, ...others } = paths;
  changed(item, { 'parameters 0 name': parameter, 'get x-docent key': key, 'patch x-docent key': key });
  return mockOf({ ...document, paths: { ...others, [path]: item } });
}

describe('a path', () => {
  test.each([
    ['/books/{isbn}', '/books/a'],
    ['/v1.0/books/{isbn}', '/v1.0/books/a'],
    ['/books/{isbn}:open', '/books/a:open'],
    ['/books/{isbn}.json', '/books/a.json'],
    ['/books/number-{isbn}', '/books/number-a'],
    ['/books(old)/{isbn}', '/books(old)/a'],
    ['/b*k+s!/{isbn}', '/b*k+s!/a'],
    ['/b[k]s/{isbn}', '/b[k]s/a'],
    ['/old books/{isbn}', '/old%20books/a'],
    ['/old%20books/{isbn}', '/old%20books/a'],
    ['/bücher/{isbn}', '/b%c3%bccher/a'],
    ['/books/{isbn}/', '/books/a/'],
    ['/{isbn}', '/a'],
  ])('%s is found as %s', async (path, requested) => {
    const mock = libraryAt(path);
    expect((await get(mock, requested)).body.title).toBe('A');
    expect((await patch(mock, requested, { title: 'T' })).body.title).toBe('T');
  });

  test.each([
    ['of another name', 'id', 'isbn'],
    ['that is mapped to its field', 'number', { parameter: 'number', field: 'isbn' }],
    ['of several words', 'book-number', 'isbn'],
    ['of letters outside ASCII', 'büch', 'isbn'],
  ])('may have a parameter %s', async (_name, parameter, key) => {
    const mock = libraryAt(`/books/{${parameter}}`, parameter, key);
    expect((await patch(mock, '/books/a', { title: 'T' })).body.isbn).toBe('a');
    expect((await get(mock, '/books/%')).body.errors).toMatchObject([{ in: 'path', name: parameter }]);
  });

  test.each([
    ['/books/all', '/books/all', 200, 2],
    ['/books/{isbn}.json', '/books/all.json', 404, undefined],
  ])('%s comes before a less concrete one', async (path, requested, status, length) => {
    const document = libraryDocument();
    const paths = document.paths as Record<string, JsonObject>;
    const item = path === '/books/all' ? paths['/books'] : { ...paths['/books/{isbn}'], patch: undefined };
    document.paths = { ...paths, [path]: JSON.parse(JSON.stringify(item).replace(/"operationId":"/g, '$&other-')) };
    const response = await get(mockOf(document), requested);
    expect([response.status, response.body.length]).toEqual([status, length]);
    if (status === 404) expect(response.body.detail).toContain('"all"');
  });

  test('is served at the root, whatever servers the document names', async () => {
    const mock = libraryWith({
      servers: [{ url: 'https://api.example.com/v1' }],
      'paths /books servers': [{ url: 'https://books.example.com/v2' }],
    });
    expect((await get(mock, '/books')).status).toBe(200);
    expect((await get(mock, '/v1/books')).status).toBe(404);
  });
});

test('An identifier may be an integer', async () => {
  const mock = libraryWith({
    'paths /books/{isbn} parameters 0 schema type': 'integer',
    'components schemas Book properties isbn type': 'integer',
    [`${LIST} responses 200 content application/json example`]: [{ isbn: 12 }],
  });
  expect((await patch(mock, '/books/12', { year: 1 })).body).toEqual({ isbn: 12, year: 1 });
  expect((await get(mock, '/books/13')).status).toBe(404);
  expect((await get(mock, '/books/x')).body.errors).toMatchObject([{ in: 'path', name: 'isbn', rule: 'type' }]);
});

describe('a body that need not be sent', () => {
  const CHANGE = 'paths /books/{isbn} patch requestBody';
  const schema = { type: 'object', required: ['year'], properties: { year: { type: 'integer' } } };
  const changed = { [`${CHANGE} content application/json schema`]: schema };

  test.each([
    ['by a word', false],
    ['by nothing', undefined],
  ])('is an empty update where it is missing, %s', async (_name, required) => {
    const mock = libraryWith({ ...changed, [`${CHANGE} required`]: required });
    const { body, status } = await supertest(mock).patch('/books/a').set(CREDENTIAL);
    expect([status, body]).toEqual([200, BOOKS[0]]);
    expect((await patch(mock, '/books/a', {})).body.errors).toMatchObject([{ pointer: '/year', rule: 'required' }]);
    expect((await patch(mock, '/books/a', { year: 1 })).status).toBe(200);
  });

  test('is told to be missing where it is required', async () => {
    const { body } = await supertest(libraryWith(changed)).patch('/books/a').set(CREDENTIAL);
    expect(body.errors).toMatchObject([{ in: 'body', pointer: '', rule: 'required' }]);
  });
});

describe('a parameter', () => {
  const list = { type: 'array', items: { type: 'integer' } };
  const deep = { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false };
  test.each([
    ['an array, one value', { schema: list }, '?q=1', 200],
    ['an array, several', { schema: list }, '?q=1&q=2', 200],
    ['an array with a wrong item', { schema: list }, '?q=1&q=x', 400],
    ['an array with commas', { schema: list, explode: false }, '?q=1,2', 200],
    ['an object in brackets', { schema: deep, style: 'deepObject', explode: true }, '?q[a]=1', 200],
    ['an object with an unknown member', { schema: deep, style: 'deepObject', explode: true }, '?q[b]=1', 400],
    [
      'an object that is not sent',
      { schema: { ...deep, required: ['a'] }, style: 'deepObject', explode: true },
      '',
      200,
    ],
    ['an object without a part', { schema: { ...deep, required: ['a', 'b'] }, style: 'deepObject' }, '?q[a]=1', 400],
    ['JSON', { content: { 'application/json': { schema: deep } } }, '?q={"a":1}', 200],
    ['JSON that breaks its schema', { content: { 'application/json': { schema: deep } } }, '?q={"a":"x"}', 400],
    ['no JSON', { content: { 'application/json': { schema: deep } } }, '?q={', 400],
    ['a boolean', { schema: { type: 'boolean' } }, '?q=true', 200],
    ['no boolean', { schema: { type: 'boolean' } }, '?q=yes', 400],
    ['a nullable integer', { schema: { type: ['integer', 'null'] } }, '?q=5', 200],
    ['no integer where null is allowed', { schema: { type: ['integer', 'null'] } }, '?q=1e3', 400],
    ['nothing where null is allowed', { schema: { type: ['integer', 'null'] } }, '?q=', 400],
    ['one of two types', { schema: { anyOf: [{ type: 'integer' }, { enum: ['all'] }] } }, '?q=all', 200],
    ['a text with reserved characters', { schema: { type: 'string' } }, '?q=12:30/a;b', 200],
    ['a reference', { schema: { $ref: '#/components/schemas/Book/properties/year' } }, '?q=1', 200],
  ])('in the query may be %s', async (_name, parameter, query, status) => {
    const mock = libraryWith({ [`${LIST} parameters 2`]: { name: 'q', in: 'query', ...parameter } });
    const { body, ...response } = await get(mock, `/books${query}`);
    expect(response.status).toBe(status);
    if (status === 400) expect(body.errors).toMatchObject([{ in: 'query', name: 'q' }]);
  });

  describe('that is an object without brackets (style form, exploded) has its fields as names of their own:', () => {
    const fields = {
      type: 'object',
      properties: {
        oa: { type: 'integer' },
        ob: { type: 'string' },
        oc: { type: 'array', items: { type: 'integer' } },
      },
    };
    const open = { type: 'object', additionalProperties: { type: 'string', minLength: 2 } };
    test.each<[string, JsonObject, string, object | undefined]>([
      ['known fields', { schema: fields }, '?oa=1&ob=z', { oa: 1, ob: 'z' }],
      ['one of them, empty', { schema: fields }, '?ob=', { ob: '' }],
      ['a list, one value', { schema: fields }, '?oc=1', { oc: [1] }],
      ['a list, several', { schema: fields }, '?oc=1&oc=2', { oc: [1, 2] }],
      ['beside another parameter', { schema: fields }, '?count=1&oa=1', { oa: 1 }],
      ['as the document says it', { schema: fields, style: 'form', explode: true }, '?oa=1', { oa: 1 }],
      ['by parts', { schema: { allOf: [fields, { required: ['oa'] }] } }, '?oa=1', { oa: 1 }],
      ['any name, where any is allowed', { schema: open }, '?color=red&size=xl', { color: 'red', size: 'xl' }],
      ['nothing', { schema: { ...fields, required: ['oa'] } }, '', undefined],
      ['with commas in one', { schema: fields, explode: false }, '?q=oa,1,ob,z', { oa: 1, ob: 'z' }],
    ])('%s', async (_name, parameter, query, understood) => {
      const mock = libraryWith({ [`${LIST} parameters 2`]: { name: 'q', in: 'query', ...parameter } });
      expect((await get(mock, `/books${query}`)).status).toBe(200);
      expect(mock.journal.entries[0]?.request.parameters?.query.q).toEqual(understood);
    });

    test.each<[string, JsonObject, string, object]>([
      ['a wrong value', { schema: fields }, '?oa=x', { name: 'q', rule: 'type' }],
      ['a repeated one', { schema: fields }, '?oa=1&oa=2', { name: 'q', rule: 'type' }],
      ['an unknown name', { schema: fields }, '?od=1', { name: 'od', rule: 'unknown' }],
      ['brackets', { schema: fields }, '?q[oa]=1', { name: 'q[oa]', rule: 'unknown' }],
      ['a missing part', { schema: { ...fields, required: ['oa'] } }, '?ob=z', { rule: 'required' }],
      ['a missing object', { schema: fields, required: true }, '', { name: 'q', rule: 'required' }],
      ['a value of any name', { schema: open }, '?color=r', { name: 'q', rule: 'minLength' }],
      ['no name beside', { schema: { ...fields, additionalProperties: false } }, '?od=1', { name: 'od' }],
      ['no fields with commas', { schema: fields, explode: false }, '?oa=1', { name: 'oa', rule: 'unknown' }],
    ])('refused is %s', async (_name, parameter, query, error) => {
      const mock = libraryWith({ [`${LIST} parameters 2`]: { name: 'q', in: 'query', ...parameter } });
      const { body, status } = await get(mock, `/books${query}`);
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ in: 'query', ...error }]);
    });
  });

  test.each([
    ['header', 'X-Count', 'x-count', (value: string) => value],
    ['cookie', 'visits', 'cookie', (value: string) => `other=1; visits=${value}`],
  ])('may be in a %s', async (place, name, header, written) => {
    const mock = libraryWith({
      [`${LIST} parameters 2`]: { name, in: place, required: true, schema: { type: 'integer' } },
    });
    expect((await get(mock, '/books')).body.errors).toMatchObject([{ in: place, name, rule: 'required' }]);
    expect((await get(mock, '/books').set(header, written('x'))).body.errors).toMatchObject([
      { in: place, name, rule: 'type' },
    ]);
    expect((await get(mock, '/books').set(header, written('3'))).status).toBe(200);
  });

  test.each([
    ['header', 'x-count', '1,2', '1,x'],
    ['cookie', 'cookie', 'x-count=1', 'x-count=x'],
  ])('may be a list in a %s', async (place, header, right, wrong) => {
    const mock = libraryWith({ [`${LIST} parameters 2`]: { name: 'x-count', in: place, schema: list } });
    expect((await get(mock, '/books')).status).toBe(200);
    expect((await get(mock, '/books').set(header, right)).status).toBe(200);
    expect((await get(mock, '/books').set(header, wrong)).body.errors).toMatchObject([{ in: place, name: 'x-count' }]);
  });

  test.each([
    ['header', 'x-place', 'room,3'],
    ['cookie', 'cookie', 'x-place=room,3'],
  ])('may be an object in a %s, which is not looked into', async (place, header, written) => {
    const schema = { type: 'object', properties: { room: { type: 'integer' } } };
    const mock = libraryWith({ [`${LIST} parameters 2`]: { name: 'x-place', in: place, required: true, schema } });
    expect((await get(mock, '/books')).body.errors).toMatchObject([{ in: place, name: 'x-place', rule: 'required' }]);
    expect((await get(mock, '/books').set(header, written)).status).toBe(200);
  });
});
