import { describe, expect, test } from '@jest/globals';
import { get, libraryDocument, libraryWith, mockOf, patch } from './test-document';

const BOOK = 'components schemas Book';
const BODY = 'paths /books/{isbn} patch requestBody content application/json schema';
const PARAMETERS = 'paths /books get parameters';
const INHERITED = ['constructor', 'valueOf', 'hasOwnProperty', 'toString'];

describe.each(INHERITED)('a name that JavaScript gives every object, %s,', (name) => {
  test('may be that of a field, which no entry has unless it was given', async () => {
    const field = { type: 'string' };
    const mock = libraryWith({ [`${BOOK} properties ${name}`]: field, [`${BODY} properties ${name}`]: field });
    expect((await get(mock, '/books/a')).status).toBe(200);
    expect(Object.keys((await patch(mock, '/books/a', { year: 1 })).body)).not.toContain(name);
    expect((await patch(mock, '/books/a', { [name]: 1 })).status).toBe(400);
    expect((await patch(mock, '/books/a', { [name]: 'x' })).body[name]).toBe('x');
    expect((await get(mock, '/books/a')).body[name]).toBe('x');
  });

  test('is missing where it is required', async () => {
    expect(() => libraryWith({ [`${BOOK} required`]: [name] })).toThrow(`${name} is required, but it is missing.`);
    const mock = libraryWith({ [`${BODY} required`]: [name] });
    expect((await patch(mock, '/books/a', { year: 1 })).body.detail).toBe(`${name} is required, but it is missing.`);
  });

  test('may be that of a parameter, which need not be sent', async () => {
    const mock = libraryWith({
      [`${PARAMETERS} 2`]: { name, in: 'query', schema: { type: 'integer' } },
      [`${PARAMETERS} 3`]: { name, in: 'header', schema: { type: 'integer' } },
      [`${PARAMETERS} 4`]: { name, in: 'cookie', schema: { type: 'integer' } },
    });
    expect((await get(mock, '/books')).status).toBe(200);
    expect((await get(mock, `/books?${name}=1`)).status).toBe(200);
    expect((await get(mock, `/books?${name}=x`)).body.detail).toBe(`${name} must be an integer, but it was "x".`);
  });
});

test('A field may be called __proto__', async () => {
  const text = JSON.stringify(libraryDocument());
  const named = text.replaceAll('"properties":{', '"properties":{"__proto__":{"type":"string"},');
  const mock = mockOf(JSON.parse(named));
  expect((await get(mock, '/books/a')).status).toBe(200);
  expect((await patch(mock, '/books/a', { year: 1 })).status).toBe(200);
  expect((await patch(mock, '/books/a', JSON.parse('{"__proto__":"x"}'))).status).toBe(200);
  expect((await get(mock, '/books/a')).text).toContain('"__proto__":"x"');
});
