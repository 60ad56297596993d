import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Json } from '../spec';
import { createMock, type Mock } from './index';
import { BOOKS, changed, fileOf, get, libraryDocument, libraryWith, patch } from './test-document';

const BODY = 'paths /books/{isbn} patch requestBody content application/json schema';
const BOOK = 'components schemas Book';
const [book] = BOOKS;

/** Sends an update and returns what the entry is afterwards, having seen that the answer says the same. */
async function updated(mock: Mock, sent: Json): Promise<unknown> {
  const { body, status } = await patch(mock, '/books/a', sent);
  expect([status, body]).toEqual([200, (await get(mock, '/books/a')).body]);
  return body;
}

describe('an update', () => {
  test.each([
    ['merges objects member by member', {}, { shelf: { row: 2 } }, { shelf: { room: 'r', row: 2 } }],
    ['stores a null that the schema allows', {}, { note: null }, { note: null }],
    ['stores a null inside an object', {}, { shelf: { row: null } }, { shelf: { room: 'r', row: null } }],
    [
      'stores a null that one of several schemas allows',
      {
        [`${BOOK} properties tags`]: { anyOf: [{ type: 'array' }, { type: 'null' }] },
        [`${BODY} properties tags`]: {},
      },
      { tags: null },
      { tags: null },
    ],
    [
      'of a new field stores it',
      { [`${BOOK} properties pages`]: { type: 'integer' }, [`${BODY} properties pages`]: { type: 'integer' } },
      { pages: 0 },
      { pages: 0 },
    ],
    [
      'fills in no defaults of the schema',
      { [`${BODY} properties year default`]: 7, [`${BODY} properties shelf properties room default`]: 'q' },
      { shelf: { row: 2 } },
      { shelf: { room: 'r', row: 2 } },
    ],
    [
      'may have a field called servers',
      { [`${BOOK} properties servers`]: { type: 'array' }, [`${BODY} properties servers`]: { type: 'array' } },
      { servers: ['s'] },
      { servers: ['s'] },
    ],
    [
      'may have fields of a format that nobody has registered',
      { [`${BODY} properties title format`]: 'shelf-mark' },
      { title: 'T' },
      { title: 'T' },
    ],
    [
      'knows the fields of allOf and of references',
      {
        [BODY]: {
          allOf: [
            { $ref: '#/components/schemas/Titled' },
            { type: 'object', properties: { year: { type: 'integer' } } },
          ],
        },
        'components schemas Titled': { type: 'object', properties: { title: { type: 'string' } } },
      },
      { title: 'T', year: 3 },
      { title: 'T', year: 3 },
    ],
  ])('%s', async (_sentence, changes, sent, fields) => {
    expect(await updated(libraryWith(changes), sent)).toEqual({ ...book, ...fields });
  });

  test.each([
    ['a read-only field', { [`${BODY} properties year readOnly`]: true }, { year: 3 }, 'invalid-body', '/year'],
    ['a text that is too short', {}, { title: '' }, 'invalid-body', '/title'],
    [
      'what the response could not show',
      { [`${BOOK} properties year maximum`]: 2000 },
      { title: 'T', year: 2001 },
      'invalid-body',
      '/year',
    ],
    [
      'what the response could not show together',
      { [`${BOOK} not`]: { required: ['title', 'tags'], properties: { title: { const: 'T' } } } },
      { title: 'T' },
      'invalid-body',
      '',
    ],
    [
      'another identifier',
      { [`${BODY} properties isbn`]: { type: 'string' } },
      { isbn: 'z', title: 'T' },
      'invalid-body',
      '/isbn',
    ],
    ['a null inside an object', {}, { shelf: { room: null } }, 'null-field', '/shelf/room'],
    [
      'a value of no listed kind',
      { [`${BODY} properties title enum`]: ['S', 'T'] },
      { title: 'U' },
      'invalid-body',
      '/title',
    ],
  ])('is refused with %s, and changes nothing', async (_name, changes, sent, condition, pointer) => {
    const mock = libraryWith(changes);
    const { status, body } = await patch(mock, '/books/a', sent);
    expect([status, body.type]).toEqual([400, `urn:docent:${condition}`]);
    expect(body.errors).toMatchObject([{ in: 'body', pointer }]);
    expect((await get(mock, '/books/a')).body).toEqual(book);
  });

  test('may send the identifier as it is, whose spelling stays', async () => {
    const uuid = '8c1f6b52-3d0e-4f47-9a6c-5b7e21d4f901';
    const mock = libraryWith({
      'paths /books/{isbn} parameters 0 schema format': 'uuid',
      [`${BODY} properties isbn`]: { type: 'string' },
      'paths /books get responses 200 content application/json example': [{ isbn: uuid }],
    });
    const { body } = await patch(mock, `/books/${uuid.toUpperCase()}`, { isbn: uuid.toUpperCase(), year: 2 });
    expect(body).toEqual({ isbn: uuid, year: 2 });
  });

  test('may be a merge patch by its media type', async () => {
    const schema = { type: 'object', properties: { year: { type: 'integer' } } };
    const mock = libraryWith({
      'paths /books/{isbn} patch requestBody content': { 'application/merge-patch+json': { schema } },
    });
    expect((await patch(mock, '/books/a', { year: 1 })).status).toBe(415);
    const sent = patch(mock, '/books/a', { year: 1 }).set('Content-Type', 'application/merge-patch+json');
    expect((await sent).body.year).toBe(1);
  });
});

test('Schemas may stand in other files', async () => {
  const document = changed(libraryDocument(), { 'components schemas Book': { $ref: './schemas/book.yaml#/Book' } });
  const spec = fileOf('openapi.json', JSON.stringify(document));
  mkdirSync(join(dirname(spec), 'schemas'));
  writeFileSync(
    join(dirname(spec), 'schemas', 'book.yaml'),
    'Book:\n  type: object\n  properties:\n    isbn: { type: string }\n    year: { $ref: "#/Year" }\nYear: { type: integer, maximum: 2100 }\n',
  );
  const mock = createMock({ spec });
  expect((await patch(mock, '/books/a', { year: 2100 })).body.year).toBe(2100);
  expect((await patch(mock, '/books/a', { year: 2101 })).status).toBe(400);
});

describe('a document is refused at the start', () => {
  test.each([
    ['a pattern that is none', { [`${BODY} properties title pattern`]: '(' }, /It is no pattern/],
    ['a type that there is not', { [`${BODY} properties title type`]: 'strng' }, /strng/],
    ['a bound that is no number', { [`${BOOK} properties year maximum`]: 'many' }, /maximum/],
    [
      'an example that breaks its schema',
      { 'paths /books get responses 200 content application/json example': [{ isbn: 'a', year: 'x' }] },
      /year must be an integer, but it is "x"/,
    ],
    [
      'an example without its identifier',
      { 'paths /books get responses 200 content application/json example': [{ year: 1 }] },
      /has no isbn, which identifies it/,
    ],
    [
      'an example with an identifier that is neither text nor number',
      {
        'paths /books get responses 200 content application/json example': [{ isbn: true }],
        [`${BOOK} properties isbn`]: { type: 'boolean' },
      },
      /isbn must be a text or a number, since it identifies the entry/,
    ],
  ])('with %s', (_name, changes, message) => {
    expect(() => libraryWith(changes)).toThrow(message);
    expect(() => libraryWith(changes)).toThrow(/document\.json:1 /);
  });
});

describe('a field that is only written', () => {
  const secret = { type: 'string', writeOnly: true };
  const library = () =>
    libraryWith(
      {
        [`${BOOK} properties secret`]: secret,
        [`${BOOK} properties shelf properties code`]: secret,
        [`${BOOK} required`]: ['isbn', 'title', 'secret'],
        [`${BODY} properties secret`]: secret,
        [`${BODY} properties shelf properties code`]: secret,
      },
      {
        fixtures: dirname(
          fileOf(
            'books.yaml',
            'books: [{ isbn: a, title: A, secret: s, shelf: { code: c, row: 1 } }, { isbn: b, title: B }]',
          ),
        ),
      },
    );

  test('is in no answer, and in the state all the same', async () => {
    const mock = library();
    expect((await get(mock, '/books/a')).body).toEqual({ isbn: 'a', title: 'A', shelf: { row: 1 } });
    expect((await get(mock, '/books')).body).toContainEqual({ isbn: 'a', title: 'A', shelf: { row: 1 } });
    expect(await updated(mock, { secret: 't', shelf: { code: 'd' } })).toEqual({
      isbn: 'a',
      title: 'A',
      shelf: { row: 1 },
    });
    expect((await get(mock, '/_docent/state/books')).body).toContainEqual({
      isbn: 'a',
      title: 'A',
      secret: 't',
      shelf: { code: 'd', row: 1 },
    });
  });

  test('is missing in no entry, even where it is required', async () => {
    expect(await (await get(library(), '/books/b')).body).toEqual({ isbn: 'b', title: 'B' });
  });
});

test.each(['*/*', 'application/*'])('what is documented as %s is sent as JSON', async (range) => {
  const responses = (schema: Json, example?: Json) => ({
    200: { description: 'It.', content: { [range]: { schema, ...(example && { example }) } } },
  });
  const item = { $ref: '#/components/schemas/Book' };
  const mock = libraryWith({
    'paths /books get responses': responses({ type: 'array', items: item }, [...BOOKS]),
    'paths /books/{isbn} get responses': responses(item),
    'paths /books/{isbn} patch responses': responses(item),
  });
  for (const answer of [
    await get(mock, '/books'),
    await patch(mock, '/books/a', { year: 3 }),
    await get(mock, '/books/a'),
  ]) {
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
  }
  expect((await get(mock, '/books/a')).body).toEqual({ ...book, year: 3 });
});
