import { expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { get, libraryWith, patch } from './test-document';

const BODY = 'paths /books/{isbn} patch requestBody content application/json schema';
const BOOK: JsonObject = {
  type: 'object',
  properties: { isbn: { type: 'string' }, title: { type: 'string', minLength: 1 }, year: { type: 'integer' } },
};

test.each([
  ['the schema of a response', '#/paths/~1books~1{isbn}/get/responses/200/content/application~1json/schema'],
  ['a part of a shared response', '#/components/responses/One/content/application~1json/schema'],
  ['a part of its operation', '#/paths/~1books~1{isbn}/patch/x-book'],
  ['a part of another component', '#/components/schemas/Shelf/properties/first'],
])('What is patched may be %s', async (_what, $ref) => {
  const mock = libraryWith({
    [BODY]: { $ref },
    'paths /books/{isbn} get responses 200 content application/json schema': BOOK,
    'paths /books/{isbn} patch x-book': BOOK,
    'components responses One': { description: 'one', content: { 'application/json': { schema: BOOK } } },
    'components schemas Shelf': { type: 'object', properties: { first: BOOK } },
  });
  expect((await patch(mock, '/books/a', { title: 'New' })).status).toBe(200);
  expect((await patch(mock, '/books/a', { title: '' })).status).toBe(400);
  expect((await get(mock, '/books/a')).body.title).toBe('New');
});

test('What stands beside the reference of a body holds as well', async () => {
  const schema = { $ref: '#/components/schemas/Book', required: ['title'], allOf: [{ minProperties: 2 }] };
  const mock = libraryWith({ [BODY]: schema });
  expect((await patch(mock, '/books/a', { year: 1, note: 'n' })).status).toBe(400);
  expect((await patch(mock, '/books/a', { title: 'T' })).status).toBe(400);
  expect((await patch(mock, '/books/a', { title: 1, year: 1 })).status).toBe(400);
  expect((await patch(mock, '/books/a', { title: 'T', year: 1 })).status).toBe(200);
});

test('Schemas that refer to each other in a circle are held against the body', async () => {
  const next = { $ref: '#/components/schemas/Book/properties/chapter' };
  const chapter = { type: 'object', properties: { name: {}, next } };
  const mock = libraryWith({
    [BODY]: { $ref: '#/components/schemas/Book' },
    'components schemas Book properties chapter': { ...chapter, required: ['name'] },
  });
  expect((await patch(mock, '/books/a', { chapter: { name: 1, next: { name: 2 } } })).status).toBe(200);
  expect((await patch(mock, '/books/a', { chapter: { name: 1, next: {} } })).status).toBe(400);
});

test('A discriminator finds a schema by the reference that it maps to, wherever that leads', async () => {
  const kind = (name: string, type: string): JsonObject => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: name }, size: { type } },
  });
  const mapping = { print: '#/components/schemas/Print', sound: '#/components/schemas/Others/$defs/sound' };
  const form = {
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'kind', mapping },
  };
  const mock = libraryWith({
    [BODY]: { type: 'object', properties: { form } },
    'components schemas Book properties form': form,
    'components schemas Print': kind('print', 'integer'),
    'components schemas Others': { $defs: { sound: kind('sound', 'string') } },
  });
  expect((await patch(mock, '/books/a', { form: { kind: 'print', size: 3 } })).status).toBe(200);
  expect((await patch(mock, '/books/a', { form: { kind: 'sound', size: '3 h' } })).status).toBe(200);
  expect((await patch(mock, '/books/a', { form: { kind: 'sound', size: 3 } })).status).toBe(400);
  expect((await patch(mock, '/books/a', { form: { kind: 'film' } })).status).toBe(400);
});
