import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { get, libraryWith } from '../test-document';

const MAP: JsonObject = { type: 'object', additionalProperties: { type: 'string' } };
const $ref = '#/components/schemas/Map';

/** A request was answered with 500, whatever it sent. */
test.each<[string, JsonObject]>([
  ['or null', { anyOf: [MAP, { type: 'null' }] }],
  ['or a word', { oneOf: [{ type: 'object' }, { type: 'string', enum: ['all'] }] }],
  ['in a part', { allOf: [MAP] }],
  ['in a reference or null', { anyOf: [{ $ref }, { type: 'null' }] }],
  ['in a reference in a part', { allOf: [{ $ref }] }],
  ['in a reference with more beside it', { $ref, maxProperties: 3 }],
  ['deep in its alternatives', { anyOf: [{ allOf: [MAP] }, { oneOf: [{ $ref }, { type: 'null' }] }] }],
])('A query parameter may be an object of which no field is listed: %s', async (_what, schema) => {
  const mock = libraryWith({
    'components schemas Map': MAP,
    'paths /books get parameters 2': { name: 'metadata', in: 'query', schema },
  });
  expect((await get(mock, '/books')).status).toBe(200);
  expect((await get(mock, '/books?leaf=2')).status).toBe(200);
  expect((await get(mock, '/books?leaf=x')).status).toBe(400);
  expect((await get(mock, '/books?metadata=x&leaf=x')).body.errors).toContainEqual(
    expect.objectContaining({ name: 'leaf' }),
  );
});

test('A cookie may be such an object or a word', async () => {
  const schema = { anyOf: [MAP, { type: 'string' }] };
  const mock = libraryWith({ 'paths /books get parameters 2': { name: 'metadata', in: 'cookie', schema } });
  expect((await get(mock, '/books').set('Cookie', 'metadata=x')).status).toBe(200);
});
