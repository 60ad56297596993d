import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { libraryWith, patch } from '../test-document';

const BODY = 'paths /books/{isbn} patch requestBody content application/json schema';

/** A default is what the service assumes (JSON Schema 2020-12, section 9.2): nothing that was sent, and nothing to be judged. */
test.each<[string, JsonObject, JsonObject]>([
  ['which its own schema forbids', { note: { type: 'string', default: null } }, {}],
  ['deep in it', { shelf: { properties: { room: { type: 'string', default: 5 } } } }, {}],
  ['of a field that is read only', { open: { type: 'boolean', default: false, readOnly: true } }, {}],
  ['that would be one field too many', { note: { default: 'n' } }, { maxProperties: 2 }],
])('A body is not judged by a default %s', async (_which, properties, more) => {
  const mock = libraryWith({
    [BODY]: { type: 'object', properties: { title: {}, shelf: {}, ...properties }, ...more },
  });
  const { status, body } = await patch(mock, '/books/a', { title: 'T', shelf: {} });
  expect([status, body.title]).toEqual([200, 'T']);
});

test('A field that is required is missing in a body, whatever its default', async () => {
  const mock = libraryWith({ [BODY]: { required: ['note'], properties: { note: { type: 'string', default: 'n' } } } });
  const { status, body } = await patch(mock, '/books/a', { title: 'T' });
  expect([status, body.detail]).toEqual([400, 'note is required, but it is missing.']);
});
