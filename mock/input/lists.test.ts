import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { get, libraryWith } from '../test-document';

const LIST = 'paths /books get';
const INTEGERS: JsonObject = { type: 'array', items: { type: 'integer' } };

const SPELLINGS: [string, JsonObject][] = [
  ['an array', INTEGERS],
  ['one that may be null', { ...INTEGERS, type: ['array', 'null'] }],
  ['one in its parts', { allOf: [INTEGERS, { maxItems: 3 }] }],
  ['one beside a part', { ...INTEGERS, allOf: [{ maxItems: 3 }] }],
  ['a reference with more beside it', { $ref: '#/components/schemas/Integers', maxItems: 3 }],
  ['one or null', { anyOf: [INTEGERS, { type: 'null' }] }],
  ['one of two arrays', { oneOf: [INTEGERS, { ...INTEGERS, minItems: 4 }] }],
];

function libraryBy(parameter: JsonObject) {
  return libraryWith({
    'components schemas Integers': INTEGERS,
    [`${LIST} parameters 2`]: { name: 'x-a', ...parameter },
  });
}

describe.each(SPELLINGS)('a list as %s', (_name, schema) => {
  test.each<[string, JsonObject, string, string]>([
    ['one by one', {}, '?x-a=1&x-a=2', '?x-a=1&x-a=x'],
    ['of one item', {}, '?x-a=1', '?x-a=x'],
    ['with commas', { explode: false }, '?x-a=1,2', '?x-a=1,x'],
    ['with bars', { style: 'pipeDelimited', explode: false }, '?x-a=1|2', '?x-a=1|x'],
  ])('may be sent %s', async (_how, written, right, wrong) => {
    const mock = libraryBy({ in: 'query', schema, ...written });
    expect((await get(mock, `/books${right}`)).status).toBe(200);
    expect(mock.journal.entries[0]?.request.parameters?.query['x-a']).toEqual(right.includes('2') ? [1, 2] : [1]);
    const { body, status } = await get(mock, `/books${wrong}`);
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ in: 'query', name: 'x-a', rule: 'type' });
  });

  test('may be sent in a header', async () => {
    const mock = libraryBy({ in: 'header', schema });
    expect((await get(mock, '/books').set('X-A', '1,2')).status).toBe(200);
    expect((await get(mock, '/books').set('X-A', '1')).status).toBe(200);
    expect((await get(mock, '/books').set('X-A', '1,x')).body.errors[0]).toMatchObject({ in: 'header', rule: 'type' });
  });

  test('may be a member of an object', async () => {
    const object = { type: 'object', properties: { n: schema } };
    const mock = libraryBy({ in: 'query', style: 'deepObject', explode: true, schema: object });
    expect((await get(mock, '/books?x-a[n]=1')).status).toBe(200);
    expect((await get(mock, '/books?x-a[n]=x')).status).toBe(400);
  });
});

test('A list or a word may be a word', async () => {
  const mock = libraryBy({ in: 'query', schema: { anyOf: [INTEGERS, { enum: ['all'] }] } });
  expect((await get(mock, '/books?x-a=all')).status).toBe(200);
  expect((await get(mock, '/books?x-a=1&x-a=2')).status).toBe(200);
  expect((await get(mock, '/books?x-a=none')).status).toBe(400);
});

test('The default of a list that may be null is null', async () => {
  const mock = libraryBy({ in: 'query', schema: { ...INTEGERS, type: ['array', 'null'], default: null } });
  expect((await get(mock, '/books')).status).toBe(200);
});

test('The default of a list in parts is taken', async () => {
  const mock = libraryBy({ in: 'query', schema: { allOf: [{ ...INTEGERS, default: [3] }] } });
  expect((await get(mock, '/books')).status).toBe(200);
  expect(mock.journal.entries[0]?.request.parameters?.query['x-a']).toEqual([3]);
});
