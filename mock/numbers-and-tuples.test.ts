import { describe, expect, test } from '@jest/globals';
import { get, libraryWith, patch } from './test-document';

const BODY = 'paths /books/{isbn} patch requestBody content application/json schema';
const BOOK = 'components schemas Book';

describe('a number in decimal steps', () => {
  const step = { type: 'number', multipleOf: 0.01 };
  const mock = () =>
    libraryWith({
      [`${BOOK} properties price`]: step,
      [`${BODY} properties price`]: step,
      'paths /books get parameters 0': { name: 'above', in: 'query', schema: step },
      'paths /books get parameters 1': { name: 'count', in: 'query', schema: { type: 'integer', multipleOf: 3 } },
      'paths /books get x-docent page': undefined,
    });

  test.each([0.07, 19.99, 1e15, 0.1])('may be %d', async (price) => {
    const app = mock();
    expect((await patch(app, '/books/a', { price })).body.price).toBe(price);
    expect((await get(app, `/books?above=${price}`)).status).toBe(200);
  });

  test('may not be between two of them', async () => {
    const app = mock();
    const { status, body } = await patch(app, '/books/a', { price: 0.075 });
    expect([status, body.errors]).toEqual([
      400,
      [{ in: 'body', pointer: '/price', rule: 'multipleOf', message: expect.stringContaining('0.01') }],
    ]);
    expect((await get(app, '/books?above=0.075')).status).toBe(400);
    expect((await get(app, '/books?count=4')).body.errors).toMatchObject([{ name: 'count', rule: 'multipleOf' }]);
  });
});

describe('an array with a schema for each place', () => {
  const pair = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false };
  const either = { oneOf: [pair, { type: 'array', prefixItems: [{ type: 'boolean' }], minItems: 1 }] };
  const mock = () =>
    libraryWith({
      [`${BOOK} properties pair`]: pair,
      [`${BODY} properties pair`]: either,
      [`${BOOK} properties whole`]: pair,
    });

  test.each([[[]], [[1]], [[1, 'x']]])('may hold %j', async (value) => {
    const app = mock();
    expect((await patch(app, '/books/a', { pair: value })).body.pair).toEqual(value);
    expect((await patch(app, '/books/b', { pair: value })).body.pair).toEqual(value);
    expect((await get(app, '/books')).status).toBe(200);
  });

  test.each([
    [{ pair: ['x'] }, '/pair/0'],
    [{ pair: [1, 'x', 2] }, '/pair'],
    [{ pair: 'x' }, '/pair'],
    [{ title: '' }, '/title'],
  ])('refuses %j', async (body, pointer) => {
    const app = mock();
    await patch(app, '/books/a', { title: 'T' });
    const response = await patch(app, '/books/a', body);
    expect(response.status).toBe(400);
    expect(response.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });
});

describe('an array in which nothing stands twice', () => {
  const set = { type: 'array', uniqueItems: true, items: { type: 'object' } };
  const mock = () => libraryWith({ [`${BOOK} properties set`]: set, [`${BODY} properties set`]: set });

  test('is refused with two items that differ in the order of their members alone', async () => {
    const twins = [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ];
    const { status, body } = await patch(mock(), '/books/a', { set: twins });
    const message = 'must not have an item twice, as 0 and 1 are, but it was an array of 2';
    expect([status, body.errors]).toEqual([400, [{ in: 'body', pointer: '/set', rule: 'uniqueItems', message }]]);
  });

  test('may have as many objects as a body holds, and is judged in time', async () => {
    const items = Array.from({ length: 10_000 }, (_, number) => ({ number }));
    const before = process.cpuUsage();
    expect((await patch(mock(), '/books/a', { set: items })).status).toBe(200);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000); // 7 s where each is compared with each
  });
});
