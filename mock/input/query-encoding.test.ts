import { describe, expect, test } from '@jest/globals';
import { get, libraryWith } from '../test-document';

const LIST = 'paths /books get';
const PARAMETERS = {
  [`${LIST} parameters 2`]: { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
  [`${LIST} parameters 3`]: { name: 'd', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
};

describe('a query has to be percent-encoded UTF-8:', () => {
  test.each([
    ['no hexadecimal digits', '?q=%zz', 'q'],
    ['one digit', '?q=1%2', 'q'],
    ['no UTF-8', '?q=%ff%fe', 'q'],
    ['half a letter', '?q=%C3', 'q'],
    ['a member of an object', '?q=1&d[a]=%zz', 'd[a]'],
    ['one of several values', '?q=1&d[a]=1&d[a]=%zz', 'd[a]'],
    ['a name', '?q=1&%zz=1', '%zz'],
  ])('%s is refused', async (_name, query, name) => {
    const { body, status } = await get(libraryWith(PARAMETERS), `/books${query}`);
    const message = 'must be percent-encoded as RFC 3986 has it';
    expect([status, body.errors]).toEqual([400, [{ in: 'query', name, rule: 'encoding', message }]]);
    expect([body.title, body.detail]).toEqual(['Invalid parameter', `${name} ${message}.`]);
  });

  test.each([
    ['a letter of two bytes', '?q=%C3%BC', 'ü'],
    ['a percent sign', '?q=%25zz', '%zz'],
    ['a plus sign for a space', '?q=a+b', 'a b'],
  ])('%s is read', async (_name, query, value) => {
    const mock = libraryWith(PARAMETERS);
    expect((await get(mock, `/books${query}`)).status).toBe(200);
    expect(mock.journal.entries[0]?.request.parameters?.query.q).toBe(value);
  });

  test('where invalid parameters are accepted, one that is not counts as not sent', async () => {
    const mock = libraryWith({ [`${LIST} responses 200 x-docent`]: { when: ['invalid-query'] } });
    expect((await get(mock, '/books?count=%zz')).body).toHaveLength(2);
  });
});
