import { describe, expect, test } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import type { Json } from '../spec';
import { CREDENTIAL, get, jsonResponse, libraryWith, patch } from './test-document';

const READ = 'paths /books/{isbn} get responses 200 headers';

/** What the mock says in a header of which the document says this. */
async function said(header: Json): Promise<string | undefined> {
  const mock = libraryWith({ [READ]: { 'X-Said': header } });
  const first = await get(mock, '/books/a');
  expect(first.status).toBe(200);
  const kept = await get(mock, '/books/a');
  expect(kept.headers['x-said']).toBe(first.headers['x-said']);
  return first.headers['x-said'];
}

describe('a header that the document has for a response is sent with', () => {
  test.each<[string, Json, string]>([
    ['its example', { schema: { type: 'integer' }, example: 7 }, '7'],
    [
      'the first of its examples',
      { schema: { type: 'string' }, examples: { a: { value: 'A' }, b: { value: 'B' } } },
      'A',
    ],
    ['the example of its schema', { schema: { type: 'string', examples: ['from the schema'] } }, 'from the schema'],
    ['its default', { schema: { type: 'integer', default: 60 } }, '60'],
    ['its only value', { schema: { const: 'no-store' } }, 'no-store'],
    ['a value that it may have', { schema: { type: 'string', enum: ['HIT', 'MISS'] } }, 'HIT'],
    ['a boolean', { schema: { type: 'boolean' }, example: true }, 'true'],
    ['a list', { schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] }, 'a,b'],
    ['an object', { schema: { type: 'object' }, example: { limit: 10, left: 9 } }, 'limit,10,left,9'],
    [
      'an exploded object',
      { explode: true, schema: { type: 'object' }, example: { limit: 10, left: 9 } },
      'limit=10,left=9',
    ],
    ['JSON', { content: { 'application/json': { example: { limit: 10 } } } }, '{"limit":10}'],
    [
      'what a header may carry of any text',
      { schema: { type: 'string' }, example: 'é – ü' },
      Buffer.from('é – ü').toString('latin1'),
    ],
    ['a text that its example spells', { schema: { type: 'string' }, example: 1.5 }, '1.5'],
    [
      'its example as it is written already',
      { schema: { type: 'array', items: { type: 'string' } }, example: 'a, b' },
      'a, b',
    ],
    [
      'JSON as it is written already',
      { content: { 'application/json': { example: '{"a":1}', schema: { type: 'object' } } } },
      '{"a":1}',
    ],
    [
      'the first example that it allows',
      { schema: { type: 'integer' }, examples: { a: { value: 'x' }, b: { value: 9 } } },
      '9',
    ],
    [
      'the first of its schema that it allows',
      { required: true, schema: { type: 'integer', examples: ['x', 9] } },
      '9',
    ],
    ['an alternative of its schema', { schema: { oneOf: [{ const: 'HIT' }, { const: 'MISS' }] } }, 'HIT'],
    ['a list of numbers', { required: true, schema: { type: 'array', items: { enum: [1, 2] } } }, '1'],
    ['what it requires, though no value is given', { required: true, schema: { type: 'integer', minimum: 5 } }, '5'],
    [
      'a value that conforms, where its example does not',
      { required: true, schema: { type: 'integer', minimum: 5 }, example: 'five' },
      '5',
    ],
  ])('%s', async (_name, header, expected) => {
    expect(await said(header)).toBe(expected);
  });

  test('what a reference says of it', async () => {
    const mock = libraryWith({
      [READ]: { 'X-Said': { $ref: '#/components/headers/Said' } },
      'components headers Said': { schema: { $ref: '#/components/schemas/Said' } },
      'components schemas Said': { type: 'string', default: 'by reference' },
    });
    expect((await get(mock, '/books/a')).headers['x-said']).toBe('by reference');
  });
});

describe('no header is sent', () => {
  test.each<[string, Json]>([
    ['of which no value is known and which is not required', { schema: { type: 'string' } }],
    ['whose example it does not allow', { schema: { type: 'integer' }, example: 'five' }],
    ['whose example spells no number of JSON', { schema: { type: 'integer' }, example: '0x10' }],
    ['that HTTP cannot carry', { schema: { type: 'string' }, example: 'two\nlines' }],
  ])('%s', async (_name, header) => {
    expect(await said(header)).toBeUndefined();
  });

  test('that has no name of a header, and every other request is answered', async () => {
    const named = { schema: { type: 'string' }, example: 'x' };
    const mock = libraryWith({ [READ]: { 'X-Ключ': named, 'X Y': named, 'X-Fine': named } });
    const { status, headers } = await get(mock, '/books/a').set('Origin', 'http://localhost:5173');
    expect([status, headers['x-fine']]).toEqual([200, 'x']);
    expect(headers['access-control-expose-headers']).not.toContain('x y');
  });

  test('that the transport decides', async () => {
    const example = (value: Json) => ({ schema: { type: 'string' }, example: value });
    const mock = libraryWith({
      [READ]: {
        'Content-Length': example('3'),
        'Content-Type': example('text/plain'),
        'Content-Encoding': example('br'),
      },
    });
    const { headers, body } = await get(mock, '/books/a');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.isbn).toBe('a');
  });
});

describe('documented headers go', () => {
  const VERSION = { 'X-Version': { schema: { type: 'string' }, example: '2' } };

  test('with updates, and with every one that is alike', async () => {
    const mock = libraryWith({ 'paths /books/{isbn} patch responses 200 headers': VERSION });
    for (const year of [1, 2, 3]) {
      const { headers, body } = await patch(mock, '/books/a', { year });
      expect([headers['x-version'], body.year]).toEqual(['2', year]);
    }
    expect(mock.journal.entries.map(({ response }) => response?.headers['x-version'])).toEqual(['2', '2', '2']);
  });

  test('with what refuses, where the document has them there', async () => {
    const problem = {
      ...jsonResponse({ type: 'object' }),
      headers: VERSION,
      'x-docent': { when: ['unknown-resource'] },
    };
    const mock = libraryWith({ 'paths /books/{isbn} get responses 404': problem as Json });
    expect((await get(mock, '/books/none')).headers['x-version']).toBe('2');
    expect((await get(mock, '/books/a')).headers['x-version']).toBeUndefined();
  });

  test('with a status or an example that was asked for', async () => {
    const response = {
      ...jsonResponse({ type: 'object' }),
      headers: VERSION,
      content: { 'application/json': { examples: { late: { value: { late: true } } } } },
    };
    const mock = libraryWith({ 'paths /books/{isbn} get responses 503': response as Json });
    for (const prefer of ['code=503', 'code=503, example=late']) {
      const { status, headers } = await get(mock, '/books/a').set('Prefer', prefer);
      expect([status, headers['x-version']]).toEqual([503, '2']);
    }
  });

  test('after a challenge of the mock, unless the document allows no such', async () => {
    const refusing = (schema: Json) => ({
      ...jsonResponse({ type: 'object' }),
      headers: { 'WWW-Authenticate': { schema } },
      'x-docent': { when: ['missing-credential'] },
    });
    const challenges = [];
    for (const schema of [
      { type: 'string', default: 'Basic' },
      { type: 'string', enum: ['Basic realm="books"'] },
    ]) {
      const mock = libraryWith({ 'paths /books/{isbn} get responses 401': refusing(schema) as Json });
      challenges.push((await supertest(mock).get('/books/a')).headers['www-authenticate']);
    }
    expect(challenges).toEqual([expect.stringMatching(/^Basic realm="Library"/), 'Basic realm="books"']);
  });

  test('in place of what the mock would say of itself, but for what a fault rule says', async () => {
    const header = { required: true, schema: { type: 'integer', minimum: 60 }, example: 120 };
    const response = { description: 'Busy.', headers: { 'Retry-After': header } };
    const mock = libraryWith({ 'paths /books/{isbn} get responses 503': response as Json });
    const said = [(await get(mock, '/books/a').set('Prefer', 'code=503')).headers['retry-after']];
    mock.fault({ status: 503, retryAfter: 5 });
    said.push((await get(mock, '/books/a')).headers['retry-after']);
    expect(said).toEqual(['120', '5']);
  });

  test('as lists, in which the mock says what it knows', async () => {
    const listed = (items: Json) => ({ required: true, schema: { type: 'array', items } }) as Json;
    const refusing = (when: string, headers: Json) =>
      ({ description: 'No.', headers, 'x-docent': { when: [when] } }) as Json;
    const mock = libraryWith({
      'paths /books/{isbn} get responses 401': refusing('missing-credential', {
        'WWW-Authenticate': listed({ type: 'string' }),
      }),
      'x-docent responses 405': refusing('method-not-allowed', {
        Allow: listed({ enum: ['GET', 'HEAD', 'PATCH', 'OPTIONS'] }),
      }),
    });
    expect((await supertest(mock).get('/books/a')).headers['www-authenticate']).toMatch(/^Basic realm="Library"/);
    const { allow } = (await supertest(mock).delete('/books').set(CREDENTIAL)).headers;
    expect(allow).toBe('GET, HEAD, OPTIONS');
  });

  test('but for those of CORS, which depend on the page that asks', async () => {
    const header = { schema: { type: 'string', enum: ['https://library.example'] } };
    const mock = libraryWith({ [READ]: { 'Access-Control-Allow-Origin': header } });
    const { headers } = await get(mock, '/books/a').set('Origin', 'http://localhost:5173');
    expect(headers['access-control-allow-origin']).toBe('http://localhost:5173');
  });

  test('to pages of other origins, which may read them', async () => {
    const mock = libraryWith({ [READ]: VERSION });
    const { headers } = await get(mock, '/books/a').set('Origin', 'http://localhost:5173');
    expect(headers['access-control-expose-headers']).toMatch(/\bx-version\b/);
  });

  test('after those of an app around the mock, each time', async () => {
    const mock = libraryWith({ [READ]: { ...VERSION, 'X-Late': VERSION['X-Version'] } });
    let number = 0;
    const app = express().use((_request, response, next) => {
      number += 1;
      if (number % 2 === 0) response.set('X-Version', String(number));
      const { writeHead } = response;
      const late = String(number);
      response.writeHead = (...args: unknown[]) => Reflect.apply(writeHead, response.setHeader('X-Late', late), args);
      next();
    }, mock);
    const replies = [];
    for (let times = 0; times < 4; times += 1)
      replies.push((await supertest(app).get('/books/a').set(CREDENTIAL)).headers);
    expect(replies.map((headers) => headers['x-version'])).toEqual(['2', '2', '2', '4']);
    expect(replies.map((headers) => headers['x-late'])).toEqual(['1', '2', '3', '4']);
  });
});
