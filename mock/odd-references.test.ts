import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { fileOf, get, libraryWith, patch } from './test-document';

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

test('Schemas may have names of their own', async () => {
  const own = { $id: 'https://library.example/book.json', $anchor: 'book', $defs: { text: { type: 'string' } } };
  const file = fileOf(
    'book.json',
    JSON.stringify({ ...BOOK, ...own, properties: { title: { $ref: '#/$defs/text' } } }),
  );
  const next = { $ref: '#/components/schemas/Book' };
  const mock = libraryWith({
    [BODY]: { $ref: file },
    'components schemas Book': {
      ...BOOK,
      $id: 'https://library.example/',
      properties: { isbn: {}, title: {}, year: {}, next },
    },
  });
  expect((await patch(mock, '/books/a', { title: 'New' })).status).toBe(200);
  expect((await patch(mock, '/books/a', { title: 1 })).status).toBe(400);
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

describe('A schema that refers to itself by an anchor is held against the body', () => {
  const node = (more: JsonObject = {}): JsonObject => ({
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { name: { type: 'string' }, kids: { type: 'array', items: { $dynamicRef: '#node', ...more } } },
  });
  const $ref = '#/components/schemas/Node';
  const within = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { kids: { items: schema } } });

  test.each<[string, JsonObject, JsonObject | undefined]>([
    ['where the body refers to it', { $ref }, node()],
    ['where the body is it', node(), undefined],
    ['where a field of the body refers to it', within({ $ref }), node()],
    ['where a field of the body leads to it', within({ $dynamicRef: '#node' }), node()],
    ['where something stands beside the reference', { $ref }, node({ minProperties: 1 })],
  ])('%s', async (_where, schema, component) => {
    const mock = libraryWith({ [BODY]: schema, 'components schemas Node': component });
    expect((await patch(mock, '/books/a', { kids: [{ kids: [{ name: 'n' }] }] })).status).toBe(200);
    expect((await patch(mock, '/books/a', { kids: [{ kids: [{ name: 1 }] }] })).status).toBe(400);
  });
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

describe('A body is one of several schemas', () => {
  const kind = (name: JsonObject, field: string): JsonObject => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: name, [field]: { type: 'integer' } },
  });
  const anyPrint = kind({ type: 'string' }, 'pages');
  const anySound = kind({ type: 'string' }, 'minutes');
  const print = kind({ const: 'Print' }, 'pages');
  const sound = kind({ const: 'Sound' }, 'minutes');
  const local = { 'components schemas Print': anyPrint, 'components schemas Sound': anySound };
  const options = (...references: string[]): JsonObject[] => references.map(($ref) => ({ $ref }));
  const inFile = (schemas: JsonObject) => fileOf('forms.json', JSON.stringify({ components: { schemas }, ...schemas }));
  const [named, constant] = [inFile({ Print: anyPrint, Sound: anySound }), inFile({ Print: print, Sound: sound })];

  test.each<[string, JsonObject[], JsonObject | undefined, Record<string, JsonObject>]>([
    [
      'with words beside the references',
      options('#/components/schemas/Print', '#/components/schemas/Sound').map((each) => ({
        ...each,
        description: 'd',
      })),
      undefined,
      local,
    ],
    [
      'to which the names of components are mapped',
      options('#/components/schemas/One', '#/components/schemas/Other'),
      { Print: 'One', Sound: 'Other' },
      { 'components schemas One': anyPrint, 'components schemas Other': anySound },
    ],
    [
      'that are components of another file',
      options(`${named}#/components/schemas/Print`, `${named}#/components/schemas/Sound`),
      undefined,
      {},
    ],
    ['that are no components', options(`${constant}#/Print`, `${constant}#/Sound`), undefined, {}],
    [
      'to which references into another file are mapped',
      options(`${constant}#/components/schemas/Print`, `${constant}#/components/schemas/Sound`),
      { Print: `${constant}#/components/schemas/Print`, Sound: `${constant}#/components/schemas/Sound` },
      {},
    ],
  ])('%s', async (_what, oneOf, mapping, components) => {
    const discriminator: JsonObject = { propertyName: 'kind', ...(mapping && { mapping }) };
    const mock = libraryWith({ ...components, [BODY]: { oneOf, discriminator } });
    expect((await patch(mock, '/books/a', { kind: 'Print', pages: 3 })).status).toBe(200);
    expect((await patch(mock, '/books/a', { kind: 'Sound', minutes: 3 })).status).toBe(200);
    expect((await patch(mock, '/books/a', { kind: 'Print', pages: 'x' })).status).toBe(400);
    expect((await patch(mock, '/books/a', { kind: 'Film' })).status).toBe(400);
  });
});
