import { beforeEach, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { Mock } from '../index';
import { BOOKS, fileOf, get, libraryDocument, libraryWith, mockOf, patch } from '../test-document';

const [A, B, C] = BOOKS;

let library: Mock;
beforeEach(() => {
  library = libraryWith({});
});

const ask = (path: string) => supertest(library).get(`/_docent${path}`);
const send = (method: 'put' | 'patch' | 'post', path: string, body: unknown) =>
  supertest(library)[method](`/_docent${path}`).type('json').send(JSON.stringify(body));
const titles = async () => (await get(library, '/books?count=3')).body.map(({ title }: { title: string }) => title);

describe('the state', () => {
  test('is shown whole, and by resource, as it is now', async () => {
    await patch(library, '/books/b', { title: 'New' });
    const books = [A, { ...B, title: 'New' }, C];
    expect((await ask('/state')).body).toEqual({ books });
    expect((await ask('/state/books')).body).toEqual(books);
  });

  test('is replaced, by one resource or by all that are named', async () => {
    await send('put', '/state/books', [{ isbn: 'x', title: 'X', year: 5 }, C]).expect(200);
    expect(await titles()).toEqual(['X', 'C']);
    await get(library, '/books/a').expect(404);
    await get(library, '/books/x').expect(200, { isbn: 'x', title: 'X', year: 5 });
    await send('put', '/state', { books: [B] }).expect(200, { books: [B] });
    expect(await titles()).toEqual(['B']);
  });

  test('may be empty', async () => {
    await send('put', '/state/books', []).expect(200, []);
    await get(library, '/books').expect(200, []);
  });

  test('is patched by identifier: entries merge, begin and go', async () => {
    const body = { a: { title: 'New', note: null, shelf: { row: 2 } }, b: null, x: { title: 'X', year: 1 } };
    const expected = [
      { ...A, title: 'New', note: null, shelf: { room: 'r', row: 2 } },
      C,
      { isbn: 'x', title: 'X', year: 1 },
    ];
    await send('patch', '/state/books', body).expect(200, expected);
    expect(await titles()).toEqual(['X', 'C', 'New']);
    await get(library, '/books/b').expect(404);
    await patch(library, '/books/x', { year: 3000 });
    expect(await titles()).toEqual(['C', 'New', 'X']);
    await send('patch', '/state/books', { b }).expect(200);
    expect(await titles()).toEqual(['B', 'C', 'New']);
  });

  const b = { title: 'B', year: 200 };

  test.each([
    ['a wrong type', 'put', '/state/books', [A, { isbn: 'x', year: 'old' }], '/1/year'],
    ['an unknown field', 'put', '/state/books', [{ isbn: 'x', titel: 'X' }], '/0/titel'],
    ['no identifier', 'put', '/state', { books: [{ title: 'X' }] }, '/books/0'],
    ['an identifier twice', 'put', '/state/books', [A, B, A], '/2/isbn'],
    ['a wrong type in a patch', 'patch', '/state/books', { b: { title: 'New' }, a: { year: 'old' } }, '/a/year'],
    ['another identifier', 'patch', '/state/books', { a: { isbn: 'z' } }, '/a/isbn'],
    ['an unknown field in a patch', 'patch', '/state/books', { a: { titel: 'T' } }, '/a/titel'],
    ['an entry that is none', 'put', '/state/books', [A, 1], '/1'],
    ['a patch that is none', 'patch', '/state/books', { a: { title: 'New' }, b: 1 }, '/b'],
    ['a list for an object', 'patch', '/state/books', [], ''],
  ] as const)('stays as it was for %s, whose place is told', async (_name, method, path, body, pointer) => {
    const { status, headers, body: problem } = await send(method, path, body);
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
    expect(problem.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer]);
    expect((await ask('/state/books')).body).toEqual(BOOKS);
    expect((await ask('/diff')).body).toEqual({});
  });

  test('names the resources that there are, where one is unknown', async () => {
    const { body } = await send('put', '/state/bok', []).expect(404);
    expect(body).toEqual({
      type: 'urn:docent:unknown-name',
      title: 'Unknown name',
      status: 404,
      detail: 'There is no resource "bok". There is books.',
    });
    await send('put', '/state', { books: [], bok: [] }).expect(404);
    expect(await titles()).toHaveLength(3);
  });

  test('is not patched by a number in another spelling than that of JSON', async () => {
    library = libraryWith({
      'components schemas Book properties isbn type': 'integer',
      'paths /books/{isbn} parameters 0 schema type': 'integer',
      'paths /books get responses 200 content application/json example': [{ isbn: 1 }],
    });
    for (const isbn of ['1e1', ' 12 ', '012', '0x10', '12345678901234567890']) {
      const { body } = await send('patch', '/state/books', { [isbn]: { title: 'T' } }).expect(400);
      expect(body.errors).toMatchObject([{ pointer: `/${isbn}` }]);
    }
    await send('patch', '/state/books', { 10: { title: 'T' } }).expect(200, [{ isbn: 1 }, { isbn: 10, title: 'T' }]);
  });

  test('of a resource that is only listed is patched by what it is listed by, where that is unique', async () => {
    library = libraryWith({
      'paths /books/{isbn}': undefined,
      'paths /books get x-docent order': { by: 'year', unique: true },
    });
    await send('patch', '/state/books', { 1800: null, 5: { title: 'Y' } }).expect(200, [A, B, { year: 5, title: 'Y' }]);
    library = libraryWith({ 'paths /books/{isbn}': undefined });
    const { body } = await send('patch', '/state/books', { a: null }).expect(400);
    expect(body.errors[0].message).toBe('Nothing identifies the entries of books; replace them all with PUT.');
  });
});

describe('the difference from the fixtures', () => {
  test('is nothing at first, nor once a change was undone', async () => {
    await ask('/diff').expect(200, {});
    await patch(library, '/books/a', { title: 'New' });
    await patch(library, '/books/a', { title: 'A' });
    await ask('/diff').expect(200, {});
  });

  test('is what was changed, added and removed', async () => {
    await patch(library, '/books/a', { title: 'New', year: 1 });
    await send('patch', '/state/books', { b: null, x: { title: 'X' } });
    await ask('/diff').expect(200, {
      books: [
        { change: 'changed', id: 'a', from: { title: 'A', year: 1990 }, to: { title: 'New', year: 1 } },
        { change: 'added', id: 'x', to: { isbn: 'x', title: 'X' } },
        { change: 'removed', id: 'b', from: B },
      ],
    });
  });

  test('counts entries that nothing identifies', async () => {
    library = libraryWith({ 'paths /books/{isbn}': undefined });
    await send('put', '/state/books', [A, A, B]);
    await ask('/diff').expect(200, {
      books: [
        { change: 'added', to: A },
        { change: 'removed', from: C },
      ],
    });
  });
});

test('A reset puts state, scenario and clock back, and answers with what is so now', async () => {
  await patch(library, '/books/a', { title: 'New' });
  await send('put', '/clock', { today: '2030-01-01' });
  const { body } = await supertest(library).post('/_docent/reset').expect(200);
  expect(body).toEqual({ session: null, today: '2027-03-01', clock: 'running', scenario: null, snapshots: [] });
  expect((await ask('/state')).body).toEqual({ books: BOOKS });
});

describe('a snapshot', () => {
  test('is what a restore leads back to, as often as it is asked', async () => {
    await patch(library, '/books/a', { title: 'Kept' });
    await send('put', '/clock', { today: '2030-01-01' });
    await supertest(library).put('/_docent/snapshots/my%20state').expect(200);
    for (const title of ['One', 'Two']) {
      await patch(library, '/books/a', { title });
      await patch(library, '/books/b', { title });
      await supertest(library).post('/_docent/reset');
      const { body } = await supertest(library).post('/_docent/snapshots/my%20state/restore').expect(200);
      expect(body).toMatchObject({ today: '2030-01-01', snapshots: ['my state'] });
      expect(await titles()).toEqual(['B', 'C', 'Kept']);
      await patch(library, '/books/a', { title: 'Later' });
    }
  });

  test('of a replaced resource keeps it', async () => {
    await send('put', '/state/books', [C]);
    await supertest(library).put('/_docent/snapshots/__proto__');
    await patch(library, '/books/c', { title: 'Later' });
    await supertest(library).post('/_docent/snapshots/__proto__/restore').expect(200);
    expect(await titles()).toEqual(['C']);
  });

  test('is listed and deleted; what is unknown is named with what there is', async () => {
    await supertest(library).put('/_docent/snapshots/a');
    await ask('/snapshots').expect(200, ['a']);
    const { body } = await supertest(library).post('/_docent/snapshots/b/restore').expect(404);
    expect(body.detail).toBe('There is no snapshot "b". There is a.');
    await supertest(library).delete('/_docent/snapshots/a').expect(204);
    await ask('/snapshots').expect(200, []);
    await supertest(library).delete('/_docent/snapshots/a').expect(404);
  });

  test('is refused beyond a hundred', async () => {
    for (let index = 0; index < 100; index += 1)
      await supertest(library).put(`/_docent/snapshots/${index}`).expect(200);
    await supertest(library).put('/_docent/snapshots/more').expect(409);
    await supertest(library).put('/_docent/snapshots/1').expect(200);
    await supertest(library)
      .put(`/_docent/snapshots/${'x'.repeat(129)}`)
      .expect(400);
  });
});

describe('the clock', () => {
  const fixtures = () => fileOf('books.yaml', 'books: [{ isbn: a, title: !today +1 }]');
  const title = async () => (await get(library, '/books/a')).body.title;

  test('is set, advanced and released, and the fixtures follow', async () => {
    library = mockOf(libraryDocument(), { fixtures: fixtures() });
    expect(await title()).toBe('2027-03-02');
    await send('post', '/clock/advance', { days: 30 }).expect(200);
    expect(await title()).toBe('2027-04-01');
    await send('put', '/clock', { today: '2028-02-28' }).expect(200);
    expect(await title()).toBe('2028-02-29');
    await send('post', '/clock/advance', { days: -1 }).expect(200);
    expect((await ask('/clock')).body).toMatchObject({ today: '2028-02-27', clock: 'standing' });
    await supertest(library).delete('/_docent/clock').expect(200);
    expect(await title()).toBe('2027-03-02');
  });

  test('runs on when it was advanced, and stands still when it was set', async () => {
    let now = '2027-03-01';
    library = mockOf(libraryDocument(), { fixtures: fixtures(), today: () => now });
    await send('post', '/clock/advance', { days: 7 });
    now = '2027-03-02';
    expect(await title()).toBe('2027-03-10');
    await send('put', '/clock', { today: '2030-01-01' });
    now = '2027-03-03';
    expect(await title()).toBe('2030-01-02');
  });

  test.each([
    ['put', '/clock', { today: '2027-02-29' }],
    ['put', '/clock', { today: '9999-12-31' }],
    ['put', '/clock', { today: 20270301 }],
    ['put', '/clock', {}],
    ['put', '/clock', { today: '2027-03-02', todya: 1 }],
    ['post', '/clock/advance', { days: 1.5 }],
    ['post', '/clock/advance', { days: 1e308 }],
    ['post', '/clock/advance', { days: -999_999 }],
    ['post', '/clock/advance', { days: '1' }],
  ] as const)('stays as it is for %s %s %j', async (method, path, body) => {
    await send(method, path, body).expect(400);
    expect((await ask('/clock')).body.today).toBe('2027-03-01');
  });

  test.each(['9999-12-31', '0999-12-31'])('says of %s which years it has', async (today) => {
    const { body } = await send('put', '/clock', { today }).expect(400);
    expect(body.detail).toBe(
      `Failed to set the clock: "${today}" is beyond the clock, which has the years 1000 to 8999.`,
    );
  });
});

describe('the control API', () => {
  test('tells what it has, each route with what it does', async () => {
    const { body } = await ask('').expect(200);
    expect(body).toContainEqual({ method: 'POST', path: '/_docent/reset', does: expect.stringMatching(/back/) });
    for (const { method, path } of body) {
      const { headers } = await supertest(library)
        .options(path.replace(/\{.*\}/, 'books'))
        .expect(204);
      expect(headers.allow).toContain(method);
    }
  });

  test.each([
    ['get', '/_docent/nothing', 404],
    ['get', '/_docent/state/books/a', 404],
    ['delete', '/_docent/state', 405],
    ['get', '/_docent/reset', 405],
    ['put', '/_docent/snapshots/', 405],
    ['head', '/_docent/state', 200],
    ['get', '/_docentx', 404],
  ] as const)('answers %s %s with %i', async (method, path, status) => {
    await supertest(library)[method](path).expect(status);
  });

  test.each([
    ['no JSON', '[', 400, 'malformed-control-body'],
    ['nothing', '', 400, 'invalid-control-body'],
    ['depth', `${'[{"shelf":'.repeat(60)}1${'}]'.repeat(60)}`, 400, 'invalid-control-body'],
  ])('refuses a body of %s', async (_name, text, status, kind) => {
    const response = supertest(library).put('/_docent/state/books').type('json').send(text);
    const { body } = await response.expect(status);
    expect(body.type).toBe(`urn:docent:${kind}`);
    expect(await titles()).toHaveLength(3);
  });

  test('refuses a body beyond 32 MiB', async () => {
    const text = `["${'x'.repeat(32 * 1024 * 1024)}"]`;
    await supertest(library).put('/_docent/state/books').type('json').send(text).expect(413);
  });

  test.each([
    ['put', '/state/books', '[{"isbn":"x","__proto__":{"polluted":1}}]'],
    ['put', '/state', '{"__proto__":[{"polluted":1}]}'],
    ['put', '/state', '{"books":[{"isbn":"x","constructor":{"prototype":{"polluted":1}}}]}'],
    ['patch', '/state/books', '{"a":{"__proto__":{"polluted":1}}}'],
    ['patch', '/state/books', '{"a":{"shelf":{"__proto__":{"polluted":1}}}}'],
    ['patch', '/state/books', '{"__proto__":{"title":"polluted"}}'],
    ['patch', '/state/books', '{"constructor":{"title":"T","prototype":{"polluted":1}}}'],
    ['put', '/clock', '{"today":"2027-03-01","__proto__":{"polluted":1}}'],
    ['put', '/scenario', '{"scenario":"__proto__"}'],
    ['post', '/clock/advance', '{"days":1,"constructor":{"prototype":{"polluted":1}}}'],
  ] as const)('pollutes no prototype by %s %s %s', async (method, path, text) => {
    const { status } = await supertest(library)[method](`/_docent${path}`).type('json').send(text);
    expect(status).toBeLessThan(500);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(({} as { title?: unknown }).title).toBeUndefined();
    await get(library, '/books').expect(200);
    await ask('/state').expect(200);
  });
});
