import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { libraryWith, patch } from '../test-document';

const BODY = 'paths /books/{isbn} patch requestBody content application/json schema';
const FIELDS: JsonObject = { title: { type: 'string' }, added: { type: 'string', readOnly: true } };
const POINT: JsonObject = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }] };

describe('A field that is required and read-only is required of answers alone', () => {
  const added = { $ref: '#/components/schemas/Added' };
  test.each<[string, JsonObject]>([
    ['where it stands', { required: ['title', 'added'], properties: FIELDS }],
    ['behind a reference', { required: ['title', 'added'], properties: { title: {}, added } }],
    ['in another part of its schema', { required: ['title', 'added'], allOf: [{ properties: FIELDS }] }],
    ['beside the part that has it', { allOf: [{ properties: FIELDS }, { required: ['title', 'added'] }] }],
    ['beside a reference to what has it', { allOf: [{ $ref: '#/components/schemas/Dated' }], required: ['title'] }],
    ['in an alternative', { oneOf: [{ required: ['title', 'added'], properties: FIELDS }, { required: ['isbn'] }] }],
    ['beside a tuple', { required: ['title', 'added'], properties: { ...FIELDS, point: POINT } }],
  ])('%s', async (_where, schema) => {
    const mock = libraryWith({
      [BODY]: { type: 'object', ...schema },
      'components schemas Added': { type: 'string', readOnly: true },
      'components schemas Dated': { allOf: [{ properties: { ...FIELDS, added } }, { required: ['added'] }] },
    });
    expect((await patch(mock, '/books/a', { title: 'T' })).status).toBe(200);
    expect((await patch(mock, '/books/a', { year: 1 })).status).toBe(400);
  });
});

test('One that only some of the fields of its name are may be required', async () => {
  const some = { oneOf: [{ properties: FIELDS }, { properties: { added: { type: 'integer' } } }], required: ['added'] };
  const mock = libraryWith({ [BODY]: { type: 'object', ...some } });
  expect((await patch(mock, '/books/a', { title: 'T' })).status).toBe(400);
});

test('A read-only field that is null is called read-only', async () => {
  const mock = libraryWith({ [BODY]: { type: 'object', properties: { added: { readOnly: true } } } });
  const { body } = await patch(mock, '/books/a', { added: null });
  expect(body.detail).toBe('added is read-only, but it was null.');
});
