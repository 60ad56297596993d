import { beforeEach, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { type Expectation, type ExpectedRequest, type Mock, VerificationError } from '../index';
import { CREDENTIAL, get, libraryWith, patch } from '../test-document';
import { Journals } from './journals';
import { Recording } from './recording';
import { Redaction } from './redaction';
import { verify } from './verify';

let library: Mock;
beforeEach(() => {
  library = libraryWith({});
});

const send = (body: unknown) =>
  supertest(library)
    .post('/_docent/verify')
    .type('json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));

/** The message of a verification that fails. */
function messageOf(expectation: Expectation): string {
  try {
    library.journal.verify(expectation);
  } catch (error) {
    if (error instanceof VerificationError) return error.message;
    throw error;
  }
  throw new Error('It was verified.');
}

describe('a request is expected by', () => {
  beforeEach(async () => {
    await patch(library, '/books/a', { title: 'New', tags: ['x', 'y'], shelf: { room: 'r', row: null } });
    await get(library, '/books?count=1&count=2&%6ceaf=1').set('X-Trace', 'T1');
    await supertest(library).get('/no%77here');
  });

  test.each<[string, ExpectedRequest, number[]]>([
    ['nothing', {}, [1, 2, 3]],
    ['its operation', { operation: 'changeBook' }, [1]],
    ['its method, in any case', { method: 'get' }, [2, 3]],
    ['its path, however it is encoded', { path: '/nowhere' }, [3]],
    ['a path of any identifier', { path: '/books/{isbn}' }, [1]],
    ['a parameter that was repeated', { query: { count: [1, '2'] } }, [2]],
    ['a parameter whose name was encoded', { query: { leaf: 1 } }, [2]],
    ['a parameter that is missing', { query: { leaf: null } }, [1, 3]],
    ['a header', { headers: { 'x-trace': 'T1' } }, [2]],
    ['its credential', { headers: CREDENTIAL }, [1, 2]],
    ['a header that is missing', { headers: { Authorization: null } }, [3]],
    ['a member of its body', { body: { title: 'New' } }, [1]],
    ['members of members', { body: { tags: ['x', 'y'], shelf: { room: 'r' } } }, [1]],
    ['a member that is null', { body: { shelf: { row: null } } }, [1]],
    ['its status', { status: 400 }, [2]],
    ['the class of its status', { status: '4XX' }, [2, 3]],
    ['all of it', { operation: 'changeBook', method: 'PATCH', path: '/books/a', body: {}, status: 200 }, [1]],
  ])('%s', async (_name, expected, exchanges) => {
    expect(library.journal.verify({ expected: [expected] })).toMatchObject([{ exchanges, found: exchanges.length }]);
    const { body } = await send({ expected: [expected] }).expect(200);
    expect(body).toMatchObject({ verified: true, findings: [{ pointer: '/expected/0', exchanges }] });
  });

  test.each<[string, ExpectedRequest]>([
    ['another operation', { operation: 'readBook' }],
    ['another method', { method: 'PUT' }],
    ['a longer path', { path: '/books/a/b' }],
    ['one value of a repeated parameter', { query: { count: 1 } }],
    ['a parameter of an inherited name', { query: { toString: 'x' } }],
    ['another credential', { headers: { Authorization: 'Basic x' } }],
    ['a member that is not there', { body: { note: null } }],
    ['a member of an inherited name', { body: { constructor: {} } }],
    ['an array with less', { body: { tags: ['x'] } }],
    ['an array in another order', { body: { tags: ['y', 'x'] } }],
    ['an object for an array', { body: { tags: {} } }],
    ['an array for an object', { body: [] }],
    ['another status of the class', { status: 402 }],
    ['no status of the class', { status: '5XX' }],
  ])('%s is not found', async (_name, expected) => {
    expect(messageOf({ expected: [expected] })).toMatch(/at least once, found none\./);
    await send({ expected: [expected] }).expect(409);
    await send({ expected: [{ ...expected, count: 0 }] }).expect(200);
  });
});

describe('the count', () => {
  test.each<[ExpectedRequest['count'], string | undefined]>([
    [2, undefined],
    [1, 'exactly once, found 2 (exchanges 1, 2).'],
    [3, 'exactly 3 times, found 2 (exchanges 1, 2).'],
    [0, 'never, found 2 (exchanges 1, 2).'],
    [{ atLeast: 2 }, undefined],
    [{ atLeast: 3 }, 'at least 3 times, found 2 (exchanges 1, 2).'],
    [{ atMost: 2 }, undefined],
    [{ atMost: 1 }, 'at most once, found 2 (exchanges 1, 2).'],
    [{ atLeast: 1, atMost: 2 }, undefined],
    [{ atLeast: 3, atMost: 4 }, 'at least 3 times and at most 4 times, found 2 (exchanges 1, 2).'],
  ])('of %j', async (count, message) => {
    await get(library, '/books');
    await get(library, '/books');
    const { body, status } = await send({ expected: [{ operation: 'listBooks', count }] });
    expect(status).toBe(message ? 409 : 200);
    if (message) expect(body.detail).toBe(`Expected {"operation":"listBooks"} ${message}`);
  });

  test('tells what was not sent as missing, and not as null', async () => {
    await get(library, '/books');
    const { body } = await send({ expected: [{ path: '/books', query: { leaf: '2' }, headers: { 'X-Reader': 'a' } }] });
    expect(body.failures[0].nearest.differences).toContainEqual({
      pointer: '/query/leaf',
      expected: '2',
      observed: null,
    });
    const verified = () => library.journal.verify({ expected: [{ path: '/books', query: { leaf: '2' } }] });
    expect(verified).toThrow('/query/leaf is missing, not "2".');
  });

  test('leaves pre-flights out, unless they are what is counted', async () => {
    await supertest(library).options('/books').set('Access-Control-Request-Method', 'GET').set('Origin', 'http://x');
    await get(library, '/books');
    library.journal.verify({
      expected: [
        { path: '/books', count: 1 },
        { path: '/books', method: 'options', count: 1 },
      ],
    });
  });

  test('cannot be bounded where exchanges are gone that might have counted', () => {
    const limits = { entries: 1, bytes: 10_000, allBytes: 10_000 };
    const journal = new Journals(undefined, limits).open('one');
    for (const target of ['/a', '/b']) {
      const recording = new Recording(0, 'GET', target, []);
      recording.enter(journal);
      journal.add(recording);
    }
    const redaction = new Redaction(library.service);
    const messageFor = (count: ExpectedRequest['count']) => {
      const expected = [{ path: '/b', ...(count === undefined ? {} : { count }) }];
      return verify({ expected }, journal, redaction).failures[0]?.message;
    };
    expect(messageFor(undefined)).toBeUndefined();
    expect(messageFor(1)).toMatch(
      /found 1 \(exchange 2\), which is not all there was\. The journal has let go of 1 older/,
    );
  });

  test('cannot be bounded where a body was not kept whole', async () => {
    await patch(library, '/books/a', { title: 'x'.repeat(100_000), note: 'n' });
    const message = messageOf({ expected: [{ operation: 'changeBook', body: { note: 'n' }, count: 0 }] });
    expect(message).toMatch(/never, found none, and 1 of whose body only the beginning was kept\.$/);
  });
});

describe('the order', () => {
  const list = { operation: 'listBooks' };
  const change = { operation: 'changeBook' };
  beforeEach(async () => {
    await get(library, '/books');
    await patch(library, '/books/a', { title: 'New' });
    await get(library, '/books');
  });

  test.each<[string, ExpectedRequest[]]>([
    ['as it was', [list, change, list]],
    ['with others between', [list, list]],
    ['of those that occur more often', [{ ...list, count: 2 }]],
    ['with one that must not occur', [list, { ...list, path: '/x', count: 0 }, change]],
  ])('is that of arrival: %s', (_name, expected) => {
    library.journal.verify({ expected, order: true });
  });

  test.each<[string, ExpectedRequest[], string]>([
    ['another', [change, change], 'at least once after exchange 2, found 1 (exchange 2) in all.'],
    [
      'too few after it',
      [change, { ...list, count: 2 }],
      'exactly 2 times after exchange 2, found 2 (exchanges 1, 3) in all.',
    ],
  ])('does not hold for %s', (_name, expected, message) => {
    expect(messageOf({ expected, order: true })).toContain(message);
    library.journal.verify({ expected });
  });
});

describe('the nearest miss', () => {
  test('is the exchange with the fewest differences, each with its place', async () => {
    await get(library, '/books/a');
    await patch(library, '/books/a', { title: 'Other', shelf: { room: 'r' }, tags: ['x'] });
    await patch(library, '/books/b', { year: 1 });
    const { body } = await send({
      expected: [{ operation: 'changeBook', path: '/books/a', body: { title: 'New', shelf: { room: 's' } } }],
    }).expect(409);
    expect(body).toMatchObject({
      type: 'urn:docent:not-verified',
      status: 409,
      verified: false,
      detail: expect.stringContaining(
        'found none. The nearest is exchange 2, PATCH /books/a: /body/title is "Other", not "New"; /body/shelf/room is "r", not "s".',
      ),
      failures: [
        {
          pointer: '/expected/0',
          found: 0,
          nearest: {
            exchange: { number: 2, status: 200, request: { body: { title: 'Other' } } },
            differences: [
              { pointer: '/body/title', expected: 'New', observed: 'Other' },
              { pointer: '/body/shelf/room', expected: 's', observed: 'r' },
            ],
          },
        },
      ],
    });
  });

  test('is rather the right operation with another body than another operation', async () => {
    await patch(library, '/books/a', { title: '1', year: 2, note: '3' });
    await get(library, '/books/a');
    const expected = { operation: 'changeBook', body: { title: 'A', year: 1, note: 'B', tags: ['x'] } };
    expect(messageOf({ expected: [expected] })).toContain('The nearest is exchange 1,');
  });

  test('is none where nothing was asked', () => {
    expect(messageOf({ expected: [{ operation: 'listBooks' }] })).toMatch(/found none\.$/);
  });

  test('is another where too few came', async () => {
    await patch(library, '/books/a', { title: 'New' });
    await patch(library, '/books/a', { title: 'Old' });
    const message = messageOf({ expected: [{ body: { title: 'New' }, count: 2 }] });
    expect(message).toContain('found 1 (exchange 1). The nearest is exchange 2,');
  });
});

describe('an expectation is refused', () => {
  test.each([
    ['of an unknown member', { expected: [{ operaton: 'x' }] }, '/expected/0/operaton', /Known are operation, method,/],
    ['of another unknown member', { expected: [{}], ordered: true }, '/ordered', /Known are expected, order/],
    ['of nothing', { expected: [] }, '/expected', /fewer than 1/],
    [
      'of an operation that is none',
      { expected: [{ operation: 'x' }] },
      '/expected/0/operation',
      /There is listBooks,/,
    ],
    ['of a path with a query', { expected: [{ path: '/a?b' }] }, '/expected/0/path', /pattern/],
    ['of a status that is none', { expected: [{ status: 99 }] }, '/expected/0/status', /at least 100/],
    ['of a class that is none', { expected: [{ status: '9XX' }] }, '/expected/0/status', /pattern/],
    ['of a count that is none', { expected: [{ count: -1 }] }, '/expected/0/count', /at least 0/],
    ['of a bound that is none', { expected: [{ count: { least: 1 } }] }, '/expected/0/count/least', /atLeast, atMost/],
    [
      'of bounds with nothing between',
      { expected: [{ count: { atLeast: 2, atMost: 1 } }] },
      '/expected/0/count',
      /less/,
    ],
    ['of a header that is none', { expected: [{ headers: { a: {} } }] }, '/expected/0/headers/a', /must be/],
    ['of the prototype', '{"expected":[{"__proto__":{}}]}', '/expected/0/__proto__', /not a known field/],
  ])('%s', async (_name, expectation, pointer, message) => {
    const { body } = await send(expectation).expect(400);
    expect(body.errors[0]).toEqual({ pointer, message: expect.stringMatching(message) });
    const parsed = typeof expectation === 'string' ? JSON.parse(expectation) : expectation;
    expect(() => library.journal.verify(parsed)).toThrow(new RegExp(`^Failed to verify the requests: ${pointer} `));
  });

  test('and nothing in it reaches a prototype', async () => {
    const body = '{"__proto__":{"polluted":true},"title":"T"}';
    await supertest(library).patch('/books/a').set(CREDENTIAL).type('json').send(body);
    const within = '{"__proto__":{"polluted":true}}';
    await send(`{"expected":[{"body":${within},"query":{"__proto__":null},"headers":{"__proto__":null}}]}`).expect(200);
    await send('{"expected":[{"body":{"__proto__":{"polluted":false}}}]}').expect(409);
    const shown = await send(`{"expected":[{"status":500,"headers":${'{"__proto__":"x"}'}}]}`).expect(409);
    expect(shown.text).toContain('"headers":{"__proto__":"x"}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('the journal over HTTP', () => {
  beforeEach(async () => {
    await get(library, '/books');
    await patch(library, '/books/a', { title: 'New' });
    await get(library, '/books/z');
    await supertest(library).get('/books');
  });

  test.each([
    ['', [1, 2, 3, 4]],
    ['?operation=listBooks', [1, 4]],
    ['?status=4XX', [3, 4]],
    ['?status=200&method=patch', [2]],
    ['?path=/books/{isbn}', [2, 3]],
    ['?limit=2', [3, 4]],
    ['?operation=listBooks&limit=1', [4]],
  ])('is filtered by %j', async (query, numbers) => {
    const { body } = await supertest(library).get(`/_docent/journal${query}`).expect(200);
    expect(body.entries.map(({ number }: { number: number }) => number)).toEqual(numbers);
    expect(body.dropped).toBe(0);
  });

  test.each([
    ['?oparation=x', '"oparation" is no filter. There is operation, method, path, status, limit.'],
    ['?__proto__=x', '"__proto__" is no filter.'],
    ['?operation=x', 'operation is no operation. There is listBooks, readBook, changeBook.'],
    ['?status=9&limit=0', '"status" must be a status code or a class of them, such as 404 or 4XX. "limit" must be'],
    ['?limit=1&limit=2', '"limit" must be a number from 1.'],
  ])('is not filtered by %j', async (query, detail) => {
    const { body } = await supertest(library).get(`/_docent/journal${query}`).expect(400);
    expect(body).toMatchObject({ type: 'urn:docent:invalid-filter', detail: expect.stringContaining(detail) });
  });
});
