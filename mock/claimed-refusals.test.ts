import { describe, expect, test } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import supertest from 'supertest';
import { isObject, type Json, type JsonObject } from '../spec';
import { get, jsonResponse, libraryWith, patch } from './test-document';

const READ = 'paths /books/{isbn} get responses';
const CHANGE = 'paths /books/{isbn} patch responses';

/** A response of the document that claims a condition. */
const claim = (condition: string, content?: Json) => ({
  description: 'as it is',
  'x-docent': { when: [condition] },
  ...(content === undefined ? {} : { content }),
});

describe('a refusal has the status of the response that claims its condition', () => {
  test('422 for an empty update', async () => {
    const mock = libraryWith({ [`${CHANGE} 422`]: claim('empty-patch') });
    expect((await patch(mock, '/books/a', {})).status).toBe(422);
    expect((await patch(mock, '/books/a', { year: 1 })).status).toBe(200);
  });

  test('404 for a page past the end, but not for the first page of nothing', async () => {
    const claims = { 'paths /books get responses 404': claim('page-past-the-end') };
    const mock = libraryWith(claims);
    const statuses = await Promise.all([1, 2, 3].map(async (leaf) => (await get(mock, `/books?leaf=${leaf}`)).status));
    expect(statuses).toEqual([200, 200, 404]);
    const empty = libraryWith({ ...claims, 'paths /books get responses 200 content application/json example': [] });
    expect((await get(empty, '/books')).status).toBe(200);
  });

  test.each([
    ['a code', '410', 410],
    ['a range', '4XX', 404],
    ['the default', 'default', 404],
  ])('%s', async (_name, status, sent) => {
    const mock = libraryWith({ [`${READ} ${status}`]: claim('unknown-resource') });
    expect((await get(mock, '/books/z')).status).toBe(sent);
  });

  test('403 for a credential that is missing, with the challenge all the same', async () => {
    const mock = libraryWith({ [`${READ} 403`]: claim('missing-credential') });
    const { status, headers } = await supertest(mock).get('/books/a');
    expect([status, headers['www-authenticate']]).toEqual([403, 'Basic realm="Library"']);
  });

  test('of the whole document where the operation has none of its own', async () => {
    const mock = libraryWith({
      'x-docent': { responses: { 410: claim('unknown-resource'), 400: claim('unknown-path') } },
    });
    expect((await get(mock, '/books/z')).status).toBe(410);
    expect((await get(mock, '/nowhere')).status).toBe(400);
  });
});

const TOLD = 'In books there is no "z".';

/** The schema of values that look so, with the names of types in the places of texts and numbers. */
function schemaOf(shape: Json): JsonObject {
  if (Array.isArray(shape)) return { type: 'array', minItems: 1, items: schemaOf(shape[0] ?? {}) };
  if (!isObject(shape)) return { type: shape };
  const properties = Object.entries(shape).map(([name, child]) => [name, schemaOf(child)]);
  return { type: 'object', required: Object.keys(shape), properties: Object.fromEntries(properties) };
}

describe('a refusal has the body of the response that claims its condition', () => {
  const problem = expect.objectContaining({ type: 'urn:docent:unknown-resource', detail: 'In books there is no "z".' });

  test.each([
    ['a problem document, where there is no schema', { 'application/problem+json': {} }, problem],
    ['a problem document before another type', { 'application/json': {}, 'application/problem+json': {} }, problem],
    ['the example', { 'application/json': { example: { code: 7 }, schema: { type: 'object' } } }, { code: 7 }],
    [
      'the first of several examples',
      { 'application/json': { examples: { one: { value: { code: 8 } } } } },
      { code: 8 },
    ],
    ['a problem document as plain JSON, where nothing else is said', { 'application/json': {} }, problem],
  ])('%s', async (_name, content, body) => {
    const response = await get(libraryWith({ [`${READ} 404`]: claim('unknown-resource', content) }), '/books/z');
    expect(response.body).toEqual(body);
  });

  test.each<[string, JsonObject, Json]>([
    ['one level down', { error: { code: 'integer', message: 'string' } }, { error: { code: 0, message: TOLD } }],
    ['two levels down', { data: { error: { detail: 'string' } } }, { data: { error: { detail: TOLD } } }],
    ['in a list', { errors: [{ message: 'string' }] }, { errors: [{ message: TOLD }] }],
    [
      'at the top, and not below as well',
      { message: 'string', source: { text: 'string' } },
      { message: TOLD, source: { text: 'string' } },
    ],
  ])('the sentence is told where the schema has a place for it: %s', async (_name, shape, body) => {
    const content = { 'application/json': { schema: schemaOf(shape) } };
    const response = await get(libraryWith({ [`${READ} 404`]: claim('unknown-resource', content) }), '/books/z');
    expect(response.body).toEqual(body);
  });

  test.each([
    [
      'patterns and bounds',
      {
        type: 'object',
        required: ['code', 'text', 'id'],
        properties: {
          code: { type: 'integer', minimum: 1000 },
          text: { type: 'string', pattern: '^E[0-9]{3}$' },
          id: { type: 'string', format: 'uuid' },
          kind: { enum: ['a', 'b'] },
          at: { type: 'string', format: 'date-time' },
          list: { type: 'array', minItems: 2, items: { type: 'string', minLength: 10 } },
        },
      },
    ],
    ['references', { $ref: '#/components/schemas/Book' }],
    [
      'allOf',
      {
        allOf: [
          { $ref: '#/components/schemas/Book' },
          { type: 'object', required: ['why'], properties: { why: { const: 'no' } } },
        ],
      },
    ],
    [
      'oneOf',
      { oneOf: [{ type: 'object', required: ['e'], properties: { e: { type: 'boolean' } } }, { type: 'string' }] },
    ],
    ['null', { type: ['object', 'null'], properties: { error: { type: ['string', 'null'] } } }],
    ['an array', { type: 'array', minItems: 1, items: { type: 'number', exclusiveMinimum: 3 } }],
  ])('one made of its schema, with %s', async (_name, schema) => {
    for (const mediaType of ['application/json', 'application/vnd.library+json; v=1', 'application/problem+json']) {
      const closed = { ...schema, title: 'E' };
      const mock = libraryWith({ [`${READ} 404`]: claim('unknown-resource', { [mediaType]: { schema: closed } }) });
      const { text, headers } = await get(mock, '/books/z');
      const ajv = addFormats(new Ajv2020({ strict: false }));
      expect(headers['content-type']).toBe(mediaType);
      expect([ajv.validate({ ...mock.service.openapi, ...closed }, JSON.parse(text)), ajv.errors]).toEqual([
        true,
        null,
      ]);
    }
  });

  test.each([
    ['*/*', 'application/json', /^\{/],
    ['application/*', 'application/json', /^\{/],
    ['text/*', 'text/plain; charset=utf-8', /^[^"{]/],
  ])('documented as %s, sent as %s', async (range, sent, text) => {
    const schema = range === 'text/*' ? { type: 'string' } : { type: 'object', properties: { e: { type: 'string' } } };
    const mock = libraryWith({ [`${READ} 404`]: claim('unknown-resource', { [range]: { schema } }) });
    const answer = await get(mock, '/books/z');
    expect(answer.headers['content-type']).toBe(sent);
    expect(answer.text).toMatch(text);
  });

  test('one made of its schema that tells what was wrong, where it has a place for that', async () => {
    const properties = { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } };
    const schema = { type: 'object', properties };
    const mock = libraryWith({ [`${READ} 404`]: claim('unknown-resource', { 'application/json': { schema } }) });
    const { body } = await get(mock, '/books/z');
    expect(body).toEqual({ code: 'string', message: 'In books there is no "z".', status: 404 });
  });

  test.each([
    ['a sentence', { type: 'string' }, 'In books there is no "z".'],
    ['a sentence without a schema', undefined, 'In books there is no "z".'],
    ['one of its values, where the sentence is none', { type: 'string', enum: ['gone'] }, 'gone'],
  ])('as text: %s', async (_name, schema, sentence) => {
    const content = { 'text/plain': schema ? { schema } : {} };
    const { text, headers } = await get(
      libraryWith({ [`${READ} 404`]: claim('unknown-resource', content) }),
      '/books/z',
    );
    expect([headers['content-type'], text]).toEqual(['text/plain; charset=utf-8', sentence]);
  });

  test('none at all', async () => {
    const { text, headers } = await get(libraryWith({ [`${READ} 404`]: claim('unknown-resource') }), '/books/z');
    expect([headers['content-type'], text]).toEqual([undefined, '']);
  });

  test.each(['404', '4XX', 'default'])('or of response %s, which claims nothing but has its status', async (status) => {
    const schema = { type: 'object', required: ['e'], properties: { e: { const: 'x' } } };
    const response = await get(libraryWith({ [`${READ} ${status}`]: jsonResponse(schema) }), '/books/z');
    expect([response.status, response.body]).toEqual([404, { e: 'x' }]);
  });
});

test.each<[string, JsonObject]>([
  ['as text', {}],
  ['as JSON', { schema: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } } }],
])('A page that is claimed carries nothing of a request as markup: %s', async (_how, content) => {
  const mock = libraryWith({ [`${READ} 404`]: claim('unknown-resource', { 'text/html': content }) });
  const { text, headers } = await get(mock, '/books/%3Cscript%3E');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toContain('In books there is no &#34;&#60;script&#62;&#34;.');
  expect(text).not.toContain('<');
});
