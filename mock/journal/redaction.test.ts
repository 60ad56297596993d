import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { JsonObject } from '../../spec';
import { type LoggedExchange, type Mock, VerificationError } from '../index';
import { libraryWith } from '../test-document';

const SECRET = 's3cret-Value';

/** The library with another security scheme, and everything that it lets out of one exchange. */
async function exchangeWith(scheme: JsonObject, path: string, headers: Record<string, string>) {
  const logged: LoggedExchange[] = [];
  const changes = { 'components securitySchemes login': scheme };
  const library = libraryWith(changes, { onExchange: (exchange) => logged.push(exchange) });
  const { status } = await supertest(library).get(path).set(headers);
  const [entry] = library.journal.entries;
  const { text } = await supertest(library).get('/_docent/journal');
  return { status, entry, shown: JSON.stringify(logged) + text + failureOf(library) };
}

/** What a failing verification says, in which everything that was sent is compared. */
function failureOf({ journal }: Mock): string {
  const headers = { authorization: 'x', cookie: 'x', 'x-api-key': 'x', 'proxy-authorization': null, referer: 'x' };
  const query = { key: 'x', access_token: 'x', t: 'x' };
  try {
    journal.verify({ expected: [{ path: '/', headers, query, status: 599 }] });
  } catch (error) {
    if (error instanceof VerificationError) return error.message + JSON.stringify(error.failures);
  }
  throw new Error('It was verified.');
}

const apiKey = (place: string, name: string) => ({ type: 'apiKey', in: place, name });
const basic = { type: 'http', scheme: 'basic' };

describe('no credential is shown', () => {
  test.each<[string, JsonObject, string, Record<string, string>, number, object]>([
    ['Basic', basic, '/books', { Authorization: `Basic ${SECRET}` }, 200, { authorization: 'Basic [credential]' }],
    ['no known scheme', basic, '/books', { Authorization: SECRET }, 401, { authorization: '[credential]' }],
    ['a scheme without a value', basic, '/books', { Authorization: `${SECRET} x` }, 401, {}],
    ['a proxy', basic, '/books', { 'Proxy-Authorization': `Bearer ${SECRET}` }, 401, {}],
    [
      'a key in a header',
      apiKey('header', 'X-Shop'),
      '/books',
      { 'x-shop': SECRET },
      200,
      { 'x-shop': '[credential]' },
    ],
    ['a key in the query', apiKey('query', 'key'), `/books?count=1&key=${SECRET}`, {}, 200, {}],
    ['a key whose name is encoded', apiKey('query', 'my key'), `/books?%6dy+key=${SECRET}`, {}, 200, {}],
    ['a key that is repeated', apiKey('query', 'key'), `/books?key=${SECRET}&key=${SECRET}2`, {}, 401, {}],
    ['a key in a cookie', apiKey('cookie', 'sid'), '/books', { Cookie: `a=1; sid=${SECRET}` }, 200, {}],
    ['cookies of others', basic, '/books', { Cookie: `a=${SECRET}; ${SECRET}` }, 401, {}],
    ['a key in the wrong place', apiKey('header', 'key'), `/books?key=${SECRET}`, {}, 401, {}],
    [
      'a key in the referring page',
      apiKey('query', 'key'),
      '/books',
      { Referer: `http://x/?key=${SECRET}#y` },
      401,
      {},
    ],
    ['an access token in the query', basic, `/nowhere?access_token=${SECRET}`, {}, 404, {}],
    ['a header that is a key by its name', basic, '/nowhere', { 'X-Api-Key': SECRET }, 404, {}],
    [
      'Basic, repeated in path and query',
      basic,
      `/nowhere/${SECRET}?t=${SECRET}`,
      { Authorization: `Basic ${SECRET}` },
      404,
      {},
    ],
    ['Basic, repeated in a path parameter', basic, `/books/${SECRET}`, { Authorization: `Basic ${SECRET}` }, 404, {}],
    [
      'Basic, repeated in a query parameter',
      basic,
      `/books?count=${SECRET}`,
      { Authorization: `Basic ${SECRET}` },
      400,
      {},
    ],
    ['Basic, repeated as no name is', basic, `/books?${SECRET}`, { Authorization: `Basic ${SECRET}` }, 400, {}],
    [
      'Basic, repeated in another encoding',
      basic,
      `/books/s3cret%2dValue?t=s3cret%2DValue`,
      { Authorization: `Basic ${SECRET}` },
      400,
      {},
    ],
  ])('of %s', async (_name, scheme, path, sent, status, headers) => {
    const exchange = await exchangeWith(scheme, path, sent);
    expect(exchange.status).toBe(status);
    expect(exchange.entry?.request.headers).toMatchObject({ ...headers });
    expect(exchange.shown.toLowerCase()).not.toContain(SECRET.toLowerCase());
  });

  test('and what is no credential stays', async () => {
    const { entry } = await exchangeWith(apiKey('query', 'key'), `/books?count=1&key=${SECRET}&leaf=1&`, {
      Cookie: 'theme=dark; flag',
    });
    expect(entry).toMatchObject({
      query: 'count=1&key=[credential]&leaf=1&',
      request: {
        headers: { cookie: 'theme=[credential]; [credential]' },
        parameters: { query: { key: '[credential]', count: 1 } },
      },
    });
  });

  test('where a refusal repeats it', async () => {
    const parameter = { name: 'key', in: 'query', schema: { type: 'string', maxLength: 3 } };
    const library = libraryWith({
      'components securitySchemes login': apiKey('query', 'key'),
      'paths /books get parameters 2': parameter,
    });
    const { text } = await supertest(library).get(`/books?key=${SECRET}`).expect(400);
    expect(text).toContain(SECRET);
    expect(JSON.stringify(library.journal.entries)).not.toContain(SECRET);
  });
});
