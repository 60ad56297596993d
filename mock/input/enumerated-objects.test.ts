import { expect, test } from '@jest/globals';
import { libraryWith, patch } from '../test-document';

const BODY = 'paths /books/{isbn} patch requestBody content application/json schema';

/** Ajv tells objects apart by their constructors too, and a Jest test has its own, which `structuredClone` does not give. */
test.each([
  ['an enumeration', { enum: [{ room: 'A' }, { room: 'B' }] }],
  ['a constant', { const: { room: 'B' } }],
])('An object in a body is one of %s, in a Jest test too', async (_which, schema) => {
  const mock = libraryWith({ [BODY]: { type: 'object', properties: { shelf: schema } } });
  expect((await patch(mock, '/books/a', { shelf: { room: 'B' } })).status).toBe(200);
  expect((await patch(mock, '/books/a', { shelf: { room: 'C' } })).status).toBe(400);
});
