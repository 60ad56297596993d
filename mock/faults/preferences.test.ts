import { request as httpRequest } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { startMock } from '../index';
import { BOOKS, CREDENTIAL, get, jsonResponse, libraryDocument, libraryWith, mockOf, patch } from '../test-document';
import { readPreferences } from './preferences';

describe('these preferences are read:', () => {
  test.each([
    ['code=503', { code: 503 }],
    ['wait=2', { wait: 2 }],
    ['wait=0.25, code="404"', { wait: 0.25, code: 404 }],
    ['Code = 503 ; why="a, b", respond-async, wait=1', { code: 503, wait: 1 }],
    ['example="two words, \\"quoted\\""', { example: 'two words, "quoted"' }],
    ['code=503, code=404', { code: 503 }],
    ['respond-async; code=503', {}],
    ['return=minimal, handling=strict, dynamic=true', {}],
    ['toString=1, __proto__=2', {}],
    [',,=,;"', {}],
    ['', {}],
  ])('%s', (header, expected) => {
    expect(readPreferences(header)).toEqual(expected);
  });

  test('in time that grows with the header only', () => {
    const started = performance.now();
    for (const part of ['a', '"', 'a=', '"\\', ',"', ' = "']) readPreferences(part.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

test.each(['code=99', 'code=abc', 'code', 'code=100', 'wait=soon', 'wait=-1', 'wait=61', 'wait=1e9', 'example='])(
  'The preference "%s" is refused, and says what is right',
  async (prefer) => {
    const { status, body } = await get(libraryWith({}), '/books').set('Prefer', prefer);
    expect([status, body.type]).toEqual([400, 'urn:docent:invalid-preference']);
    expect(body.detail).toMatch(/^In the header Prefer "\w+" must be /);
  },
);

describe('a status that is preferred', () => {
  test('comes with the methods of the path where it is 405, as RFC 9110 demands', async () => {
    const { status, headers } = await patch(libraryWith({}), '/books/a', {}).set('Prefer', 'code=405');
    expect([status, headers.allow]).toEqual([405, 'GET, PATCH, HEAD, OPTIONS']);
  });

  test.each([
    ['/special-events/8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901', 404],
    ['/museum-hours', 400],
    ['/museum-hours', 401],
    ['/museum-hours', 503],
  ])('is answered by GET %s with a problem document: %i', async (path, code) => {
    const { status, headers, body } = await get(mockOf({}, { spec: 'spec/museum.openapi.yaml' }), path).set(
      'Prefer',
      `code=${code}`,
    );
    expect([status, headers['content-type'], headers['preference-applied']]).toEqual([
      code,
      'application/problem+json',
      `code=${code}`,
    ]);
    expect(body).toMatchObject({
      status: code,
      detail: `The request asked for this answer with "Prefer: code=${code}".`,
    });
    expect(headers['retry-after']).toBe(code === 503 ? '1' : undefined);
    expect(headers['www-authenticate'] === undefined).toBe(code !== 401);
  });

  test('has the body that the document gives for it', async () => {
    const schema = { type: 'object', required: ['reason'], properties: { reason: { const: 'busy' } } };
    const content = { 'application/json': { schema } };
    const library = libraryWith({ 'paths /books get responses 5XX': { description: 'busy', content } });
    const { status, headers, body } = await get(library, '/books').set('Prefer', 'code=503');
    expect([status, headers['content-type'], body]).toEqual([503, 'application/json', { reason: 'busy' }]);
  });

  test('needs no credential and changes nothing', async () => {
    const library = libraryWith({});
    await patch(library, '/books/a', { title: 'New' }).unset('Authorization').set('Prefer', 'code=500').expect(500);
    expect((await get(library, '/books/a')).body.title).toBe('A');
  });

  test('that is the success is the operation itself', async () => {
    const { body } = await get(libraryWith({}), '/books?count=1').set('Prefer', 'code=200');
    expect(body).toHaveLength(1);
  });

  test.each([202, 204])('is that of the operation where its success is any: %i', async (code) => {
    const success = jsonResponse({ type: 'array', items: { $ref: '#/components/schemas/Book' } }, BOOKS);
    const mock = libraryWith({ 'paths /books get responses': { '2XX': success } });
    const { status, text, headers } = await get(mock, '/books?count=1').set('Prefer', `code=${code}`);
    expect([status, headers['preference-applied']]).toEqual([code, `code=${code}`]);
    expect(text.slice(0, 8)).toBe(code === 204 ? '' : '[{"isbn"');
  });

  test.each([204, 304, 202])('%i, of which the document says nothing, has no body', async (code) => {
    const { status, text } = await get(libraryWith({}), '/books').set('Prefer', `code=${code}`);
    expect([status, text]).toEqual([code, '']);
  });
});

describe('an example that is preferred', () => {
  const document = () => {
    const examples = { none: { value: [] }, one: { $ref: '#/components/examples/one' } };
    const library = libraryDocument();
    Object.assign(library.components as object, { examples: { one: { value: [{ isbn: 'x' }] } } });
    return { library, examples };
  };
  const mock = () => {
    const { library, examples } = document();
    const content = {
      'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Book' } }, examples },
    };
    const paths = library.paths as Record<string, { get: { responses: Record<string, object> } }>;
    const books = paths['/books'];
    if (books) books.get.responses = { 200: { description: 'books', content } };
    return mockOf(library);
  };

  test.each([
    ['none', []],
    ['one', [{ isbn: 'x' }]],
  ])('is the answer: %s', async (name, expected) => {
    const { status, body, headers } = await get(mock(), '/books').set('Prefer', `example=${name}`);
    expect([status, body, headers['preference-applied']]).toEqual([200, expected, `example=${name}`]);
  });

  test('that there is not is refused with those that there are', async () => {
    const { body } = await get(mock(), '/books').set('Prefer', 'example=two').expect(400);
    expect(body.detail).toBe('listBooks has no example "two" of 200. Its examples are none, one.');
    const other = await get(mock(), '/books/x').set('Prefer', 'example=two, code=404').expect(400);
    expect(other.body.detail).toBe('readBook has no example "two" of 404. It has no named examples.');
  });
});

describe('a delay that is preferred', () => {
  test('comes before the answer', async () => {
    const started = performance.now();
    const { status } = await get(libraryWith({}), '/books').set('Prefer', 'wait=0.2, code=503');
    expect(status).toBe(503);
    expect(performance.now() - started).toBeGreaterThan(195);
  });

  test('ends when the client goes', async () => {
    const { url, close } = await startMock();
    const headers = { ...CREDENTIAL, Prefer: 'wait=60' };
    const asked = httpRequest(`${url}/museum-hours`, { headers }).on('error', () => undefined);
    const closed = new Promise((resolve) => asked.once('close', resolve));
    asked.end();
    setTimeout(() => asked.destroy(), 200);
    await closed;
    const started = performance.now();
    await close();
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
