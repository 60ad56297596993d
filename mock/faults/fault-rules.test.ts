import { beforeEach, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { FaultRule, Mock } from '../index';
import { get, libraryWith, patch } from '../test-document';

let library: Mock;
beforeEach(() => {
  library = libraryWith({});
});

const control = (method: 'get' | 'put' | 'post' | 'delete', path: string, body?: unknown) => {
  const asked = supertest(library)[method](`/_docent${path}`);
  return body === undefined ? asked : asked.type('json').send(JSON.stringify(body));
};

/** The statuses of so many requests, one after the other. */
async function statuses(count: number, path = '/books', headers: Record<string, string> = {}): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await get(library, path).set(headers)).status);
  return found;
}

describe('a fault rule is for', () => {
  test.each<[string, FaultRule, number[]]>([
    ['every request that reaches an operation', {}, [503, 503, 503, 404]],
    ['an operation', { operation: 'readBook' }, [200, 503, 503, 404]],
    ['a method', { method: 'GET' }, [503, 503, 503, 404]],
    ['another method', { method: 'PATCH' }, [200, 200, 200, 404]],
    ['a path', { path: '/books/{isbn}' }, [200, 503, 503, 404]],
    ['a path parameter', { parameters: { isbn: 'b' } }, [200, 200, 503, 404]],
    [
      'all of these together',
      { operation: 'readBook', method: 'GET', parameters: { isbn: 'a' } },
      [200, 503, 200, 404],
    ],
  ])('%s', async (_name, rule, expected) => {
    library.fault({ ...rule, status: 503 });
    const paths = ['/books', '/books/a', '/books/b', '/other'];
    expect(await Promise.all(paths.map(async (path) => (await get(library, path)).status))).toEqual(expected);
  });

  test('an identifier in the spelling by which it is read', async () => {
    const id = '8C1F6B52-3D0E-4F47-9A6C-5B7E21D4F901';
    const parameter = { name: 'isbn', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
    library = libraryWith({ 'paths /books/{isbn} parameters': [parameter] });
    library.fault({ parameters: { isbn: id }, status: 503 });
    expect(await statuses(1, `/books/${id.toLowerCase()}`)).toEqual([503]);
  });

  test('a HEAD as for the GET that it stands for', async () => {
    library.fault({ method: 'GET', status: 503 });
    await supertest(library).head('/books').expect(503);
  });
});

describe('a fault rule applies', () => {
  test.each<[string, FaultRule, number[]]>([
    ['always', {}, [503, 503, 503, 503, 503]],
    ['after some requests', { after: 2 }, [200, 200, 503, 503, 503]],
    ['some times', { times: 2 }, [503, 503, 200, 200, 200]],
    ['some times after some requests', { after: 1, times: 2 }, [200, 503, 503, 200, 200]],
    ['never, where the probability is 0', { probability: 0 }, [200, 200, 200, 200, 200]],
  ])('%s', async (_name, rule, expected) => {
    library.fault({ ...rule, status: 503 });
    expect(await statuses(5)).toEqual(expected);
  });

  test('exactly so many times to requests that come at once', async () => {
    const rule = library.fault({ status: 503, after: 7, times: 11, delay: { from: 0, to: 5 } });
    const found = await Promise.all(Array.from({ length: 50 }, async () => (await get(library, '/books')).status));
    expect(found.filter((status) => status === 503)).toHaveLength(11);
    expect([rule.matched, rule.applied]).toEqual([50, 11]);
  });

  test('until it is removed', async () => {
    const [first, second] = [library.fault({ status: 500 }), library.fault({ status: 503 })];
    expect(await statuses(1)).toEqual([500]);
    first.remove();
    expect(await statuses(1)).toEqual([503]);
    second.remove();
    second.remove();
    expect(await statuses(1)).toEqual([200]);
  });

  test('in place of later ones, which count the request all the same', async () => {
    const [, second] = [library.fault({ status: 500, times: 2 }), library.fault({ status: 503, after: 3 })];
    expect(await statuses(5)).toEqual([500, 500, 200, 503, 503]);
    expect([second.matched, second.applied]).toEqual([5, 2]);
  });

  test('to no request that says in the header Prefer what is to happen, nor counts it', async () => {
    const rule = library.fault({ status: 503 });
    expect(await statuses(1, '/books', { Prefer: 'code=418' })).toEqual([418]);
    expect(await statuses(1, '/books', { Prefer: 'code=200' })).toEqual([200]);
    expect(rule.matched).toBe(0);
    expect(await statuses(1, '/books', { Prefer: 'respond-async' })).toEqual([503]);
  });
});

describe('a status', () => {
  test('is answered as the document has it, with nothing done and no credential asked for', async () => {
    const schema = { type: 'object', required: ['reason'], properties: { reason: { const: 'busy' } } };
    const content = { 'application/json': { schema } };
    library = libraryWith({ 'paths /books/{isbn} patch responses 5XX': { description: 'busy', content } });
    library.fault({ operation: 'changeBook', status: 503, times: 1 });
    const { status, body, headers } = await patch(library, '/books/a', { title: 'New' }).unset('Authorization');
    expect([status, body, headers['retry-after']]).toEqual([503, { reason: 'busy' }, '1']);
    expect((await get(library, '/books/a')).body.title).toBe('A');
  });

  test('of which the document says nothing is a problem document that says where it is from', async () => {
    library.fault({ status: 500 });
    const { headers, body } = await get(library, '/books');
    expect([headers['content-type'], body.detail]).toEqual([
      'application/problem+json',
      'A fault rule of the mock asks for this answer: rule 1: status 500.',
    ]);
  });

  test.each<[string, FaultRule, Record<string, string>, string]>([
    ['Retry-After', { status: 429, retryAfter: 30, body: {} }, { 'retry-after': '30' }, '{}'],
    ['Retry-After unless it is given', { status: 429, body: {} }, { 'retry-after': '1' }, '{}'],
    ['the methods of the path', { status: 405, body: {} }, { allow: 'GET, HEAD, OPTIONS' }, '{}'],
    ['a challenge', { status: 401, body: {} }, { 'www-authenticate': 'Basic realm="Library"' }, '{}'],
    ['a JSON body', { status: 500, body: null }, { 'content-type': 'application/json', 'content-length': '4' }, 'null'],
    [
      'a text',
      { status: 502, text: 'Süß' },
      { 'content-type': 'text/plain; charset=utf-8', 'content-length': '5' },
      'Süß',
    ],
    [
      'headers of its own, which win',
      { status: 502, text: '<p>', headers: { 'content-type': 'text/html', 'X-Own': 'a', 'retry-after': 'never' } },
      { 'content-type': 'text/html', 'x-own': 'a', 'retry-after': 'never' },
      '<p>',
    ],
    ['JSON that is none', { status: 500, text: '{', headers: { 'Content-Type': 'application/json' } }, {}, '{'],
    ['no body', { status: 204 }, {}, ''],
    ['an empty text', { status: 500, text: '' }, { 'content-length': '0' }, ''],
  ])('can have %s', async (_name, rule, expected, text) => {
    library.fault(rule);
    const response = await get(library, '/books')
      .buffer(true)
      .parse((incoming, done) => {
        let received = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => {
          received += chunk;
        });
        incoming.on('end', () => done(null, received));
      });
    expect([response.status, response.body]).toEqual([rule.status, text]);
    expect(response.headers).toMatchObject(expected);
  });
});

describe('a delay', () => {
  const timed = async () => {
    const started = performance.now();
    const { status } = await get(library, '/books');
    return { status, took: performance.now() - started };
  };

  test('adds up with those of other rules, and with what else happens', async () => {
    library.fault({ delay: 120 });
    library.fault({ delay: { from: 100, to: 110 }, status: 503 });
    library.fault({ delay: 5000 });
    const { status, took } = await timed();
    expect(status).toBe(503);
    expect([took > 215, took < 2000]).toEqual([true, true]);
  });

  test('of a range is drawn for each request', async () => {
    library.fault({ delay: { from: 20, to: 220 }, seed: 5 });
    const took = [(await timed()).took, (await timed()).took, (await timed()).took, (await timed()).took];
    expect(Math.min(...took)).toBeGreaterThan(18);
    expect(Math.max(...took) - Math.min(...took)).toBeGreaterThan(20);
  });
});

describe('the control API', () => {
  test('lists, adds, replaces and removes rules', async () => {
    await control('get', '/faults').expect(200, []);
    const rule = { operation: 'listBooks', status: 503, times: 1 };
    await control('post', '/faults', rule).expect(200, { id: '1', rule, matched: 0, applied: 0 });
    await control('post', '/faults', { delay: 1 }).expect(200, { id: '2', rule: { delay: 1 }, matched: 0, applied: 0 });
    expect(await statuses(2)).toEqual([503, 200]);
    await get(library, '/books/a');
    const listed = await control('get', '/faults');
    expect(listed.body.map(({ matched, applied }: FaultCounts) => [matched, applied])).toEqual([
      [2, 1],
      [3, 2],
    ]);
    await control('delete', '/faults/1').expect(204);
    await control('put', '/faults', [{ status: 500 }]).expect(200, [
      { id: '1', rule: { status: 500 }, matched: 0, applied: 0 },
    ]);
    expect(await statuses(1)).toEqual([500]);
    await control('delete', '/faults').expect(204);
    expect(await statuses(1)).toEqual([200]);
  });

  interface FaultCounts {
    matched: number;
    applied: number;
  }

  test('shows the seed of a rule that draws', async () => {
    await control('post', '/faults', { delay: 1 });
    await control('post', '/faults', { delay: 1, probability: 0.5 });
    await control('post', '/faults', { delay: { from: 0, to: 1 }, seed: 7 });
    const { body } = await control('get', '/faults');
    expect(body.map(({ rule }: { rule: FaultRule }) => rule.seed)).toEqual([undefined, 2, 7]);
  });

  test('knows which rules there are', async () => {
    await control('post', '/faults', { delay: 1 });
    const { body } = await control('delete', '/faults/7').expect(404);
    expect(body.detail).toBe('There is no fault rule "7". There is 1.');
  });

  test('adds all rules or none', async () => {
    await control('post', '/faults', { status: 503 });
    const { body } = await control('put', '/faults', [{ status: 500 }, { status: 600 }]).expect(400);
    expect(body.errors).toEqual([{ pointer: '/1/status', message: 'must be at most 599, but it is 600' }]);
    expect(await statuses(1)).toEqual([503]);
  });

  test('takes so many rules and no more', async () => {
    await control(
      'put',
      '/faults',
      Array.from({ length: 101 }, () => ({ delay: 0 })),
    ).expect(400);
    await control(
      'put',
      '/faults',
      Array.from({ length: 100 }, () => ({ delay: 0 })),
    ).expect(200);
    const { body } = await control('post', '/faults', { delay: 0 }).expect(400);
    expect(body.detail).toMatch(/a session takes 100/);
  });
});
