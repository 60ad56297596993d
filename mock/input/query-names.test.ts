import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { changed, get, libraryDocument, libraryWith, mockOf } from '../test-document';

const LIST = 'paths /books get';

/** The library whose pages are asked for as JSON:API has it. */
function pagedLibrary() {
  return libraryWith({
    [`${LIST} x-docent page`]: { number: 'page[number]', size: 'page[size]' },
    [`${LIST} parameters`]: [
      { name: 'page[number]', in: 'query', schema: { type: 'integer', default: 1, minimum: 1 } },
      { name: 'page[size]', in: 'query', schema: { type: 'integer', default: 2, minimum: 1, maximum: 3 } },
    ],
  });
}

describe('brackets in the name of a query parameter are letters like others:', () => {
  test.each([
    ['the defaults', '', ['b', 'c']],
    ['a page', '?page[number]=2', ['a']],
    ['a page, percent-encoded', '?page%5Bnumber%5D=2', ['a']],
    ['a size', '?page[size]=3', ['b', 'c', 'a']],
    ['both', '?page[number]=3&page[size]=1', ['a']],
  ])('%s', async (_name, query, isbns) => {
    const { body } = await get(pagedLibrary(), `/books${query}`);
    expect(body.map(({ isbn }: JsonObject) => isbn)).toEqual(isbns);
  });

  test.each([
    ['a bound', '?page[size]=11', 'page[size]', 'must be at most 3, but it was "11"'],
    ['a type', '?page[number]=x', 'page[number]', 'must be an integer, but it was "x"'],
    ['another name', '?page[x]=1', 'page[x]', 'is not known; known are page[number], page[size]'],
  ])('%s is refused', async (_name, query, name, message) => {
    const { body, status } = await get(pagedLibrary(), `/books${query}`);
    expect([status, body.errors]).toEqual([400, [{ in: 'query', name, rule: expect.any(String), message }]]);
  });

  test('a bound that the document accepts is put right', async () => {
    const document = changed(libraryDocument(), {
      [`${LIST} x-docent page size`]: 'page[size]',
      [`${LIST} parameters 1 name`]: 'page[size]',
      [`${LIST} responses 200 x-docent`]: { when: ['query-out-of-range'] },
    });
    expect((await get(mockOf(document), '/books?page[size]=11')).body).toHaveLength(3);
  });

  const integers = { type: 'array', items: { type: 'integer' } };
  test.each<[string, string, JsonObject, string, unknown]>([
    ['a required one', 'filter[a]', { type: 'integer' }, '?filter[a]=3', 3],
    ['one, percent-encoded', 'filter[a]', { type: 'integer' }, '?filter%5Ba%5D=0', 0],
    ['a list', 'ids[]', integers, '?ids[]=1&ids[]=2', [1, 2]],
    ['a list of one', 'ids[]', integers, '?ids%5B%5D=1', [1]],
    ['a name of other signs', 'a/b~c', { type: 'integer' }, '?a/b~c=1', 1],
  ])('%s is read', async (_name, name, schema, query, value) => {
    const mock = libraryWith({ [`${LIST} parameters 2`]: { name, in: 'query', required: true, schema } });
    expect((await get(mock, `/books${query}`)).status).toBe(200);
    expect(mock.journal.entries[0]?.request.parameters?.query[name]).toEqual(value);
    expect((await get(mock, '/books')).body.errors).toMatchObject([{ in: 'query', name, rule: 'required' }]);
  });

  test('a wrong item of a list', async () => {
    const mock = libraryWith({ [`${LIST} parameters 2`]: { name: 'ids[]', in: 'query', schema: integers } });
    expect((await get(mock, '/books?ids[]=1&ids[]=x')).body.errors).toMatchObject([{ name: 'ids[]', rule: 'type' }]);
  });

  test('such a name comes before the member of an object', async () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } } };
    const mock = libraryWith({
      [`${LIST} parameters 2`]: { name: 'd[a]', in: 'query', schema: { type: 'string' } },
      [`${LIST} parameters 3`]: { name: 'd', in: 'query', style: 'deepObject', explode: true, schema },
    });
    expect((await get(mock, '/books?d[a]=x&d[b]=1')).status).toBe(200);
    expect(mock.journal.entries[0]?.request.parameters?.query).toMatchObject({ 'd[a]': 'x', d: { b: 1 } });
  });
});
