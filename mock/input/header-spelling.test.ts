import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { get, libraryWith } from '../test-document';

const NUMBER: JsonObject = { type: 'number' };
const INTEGERS: JsonObject = { type: 'array', items: { type: ['integer', 'null'] } };

test.each<[string, JsonObject, string, boolean]>([
  ['a whole number', { type: 'integer' }, '-12', true],
  ['a number with a fraction and an exponent', NUMBER, '1.5e3', true],
  ['whole numbers, with a space between', INTEGERS, '1, 2', true],
  ['a number or a word, as which it is right', { type: ['integer', 'string'] }, '0x10', true],
  ['a number of base 16', { type: 'integer' }, '0x10', false],
  ['a whole number with an exponent', { type: 'integer' }, '1e3', false],
  ['a fraction without a whole part', NUMBER, '.5', false],
  ['whole numbers, one of base 2', INTEGERS, '1,0b10', false],
])('A header or a cookie is spelled as JSON is: %s', async (_what, schema, value, isRight) => {
  for (const [place, header, sent] of [
    ['header', 'X-Count', value],
    ['cookie', 'Cookie', `X-Count=${value}`],
  ] as const) {
    if (place === 'cookie' && schema.type === 'array') continue; // each item of a list is a cookie of its own
    const mock = libraryWith({ 'paths /books get parameters 2': { name: 'X-Count', in: place, schema } });
    const { status, body } = await get(mock, '/books').set(header, sent);
    expect(status).toBe(isRight ? 200 : 400);
    if (!isRight) expect(body.errors).toMatchObject([{ in: place, name: 'X-Count', rule: 'type' }]);
  }
});
