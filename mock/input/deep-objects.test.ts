import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { get, libraryWith } from '../test-document';

const LIST = 'paths /books get';

const DEEP: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    s: { type: 'string', enum: ['a+b', 'R&D', 'x=y', '100%', '%41'] },
    n: { type: 'integer' },
    t: { type: 'array', items: { type: 'integer' } },
    o: { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } } },
    toString: { type: 'string' },
  },
};

function libraryBy(schema: JsonObject) {
  return libraryWith({
    [`${LIST} parameters 2`]: { name: 'd', in: 'query', style: 'deepObject', explode: true, schema },
  });
}

describe('an object in brackets', () => {
  test.each<[string, string, object]>([
    ['a plus sign', '?d%5Bs%5D=a%2Bb', { s: 'a+b' }],
    ['an ampersand', '?d%5Bs%5D=R%26D', { s: 'R&D' }],
    ['an equals sign', '?d[s]=x%3Dy', { s: 'x=y' }],
    ['a percent sign', '?d[s]=100%25', { s: '100%' }],
    ['what looks encoded', '?d[s]=%2541', { s: '%41' }],
    ['two members', '?d[n]=1&d[s]=a%2Bb', { n: 1, s: 'a+b' }],
    ['an object, two members', '?d[o][x]=1&d[o][y]=2', { o: { x: '1', y: '2' } }],
    ['a list, one value', '?d[t]=1', { t: [1] }],
    ['a list, several', '?d[t]=1&d[t]=2', { t: [1, 2] }],
    ['a list in brackets', '?d[t][]=1&d[t][]=2', { t: [1, 2] }],
    ['a list, numbered', '?d[t][0]=1&d[t][1]=2', { t: [1, 2] }],
    ['what every object inherits', '?d[toString]=x', { toString: 'x' }],
    ['JSON under its own name', '?d={"n":1}', { n: 1 }],
  ])('may have %s', async (_name, query, understood) => {
    const mock = libraryBy(DEEP);
    expect((await get(mock, `/books${query}`)).status).toBe(200);
    expect(mock.journal.entries[0]?.request.parameters?.query.d).toEqual(understood);
  });

  test.each([
    ['a wrong value', '?d[n]=x', 'd'],
    ['a value that looks like another member', '?d%5Bs%5D=R%26d[n]=1', 'd'],
    ['a repeated member', '?d[n]=1&d[n]=2', 'd'],
    ['an unknown member of no list', '?d[t][x]=1', 'd'],
    ['a member that is a value as well', '?d[n]=1&d[n][x]=2', 'd[n][x]'],
    ['a value that is an object as well', '?d[o][x]=1&d[o]=2', 'd[o]'],
    ['no closing bracket', '?d[n=1', 'd[n'],
    ['letters after the brackets', '?d[n]x=1', 'd[n]x'],
    ['no member', '?d[]=1', 'd[]'],
  ])('may not have %s', async (_name, query, name) => {
    const { body, status } = await get(libraryBy(DEEP), `/books${query}`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ in: 'query', name }]);
  });

  test('may be one of several', async () => {
    const mock = libraryBy({ anyOf: [DEEP, { type: 'object', required: ['z'] }] });
    expect((await get(mock, '/books?d[n]=1')).status).toBe(200);
    expect((await get(mock, '/books?d[n]=x')).status).toBe(400);
  });
});
