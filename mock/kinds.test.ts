import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { fileOf, get, libraryWith, patch } from './test-document';

const TEXT: JsonObject = { type: 'string' };
const BOOK = { $ref: '#/components/schemas/Book' };
const kind = (properties: JsonObject, ...required: string[]): JsonObject => ({
  allOf: [BOOK, { type: 'object', required, properties }],
});
const discriminator: JsonObject = { propertyName: 'form' };

/** Books that are printed, spoken or, of the printed ones, bound; each has fields of its own. */
const FORMS: Record<string, JsonObject | JsonObject[]> = {
  'components schemas Book': {
    type: 'object',
    required: ['form'],
    properties: { isbn: TEXT, form: TEXT, year: { type: 'integer' }, next: { ...BOOK } },
    discriminator,
  },
  'components schemas Printed': kind({ pages: { type: 'integer', minimum: 1 } }, 'pages'),
  'components schemas Spoken': kind({ minutes: { type: ['integer', 'null'] }, key: { ...TEXT, writeOnly: true } }),
  'components schemas Bound': {
    allOf: [{ $ref: '#/components/schemas/Printed' }, { type: 'object', properties: { cover: { enum: ['hard'] } } }],
  },
  'paths /books/{isbn} patch requestBody content application/json schema': BOOK,
  'paths /books get responses 200 content application/json example': [],
};
const fixtures = (...books: JsonObject[]) => fileOf('books.yaml', JSON.stringify({ books }));
const [PRINTED, SPOKEN, BOUND] = [
  { isbn: 'p', form: 'Printed', pages: 9 },
  { isbn: 's', form: 'Spoken', minutes: 3, key: 'k' },
  { isbn: 'b', form: 'Bound', pages: 9, cover: 'hard' },
];

describe('A schema that others extend, and a discriminator tells apart', () => {
  const mock = () => libraryWith(structuredClone(FORMS), { fixtures: fixtures(PRINTED, SPOKEN, BOUND) });

  test('has entries of each kind, with its fields', async () => {
    expect((await get(mock(), '/books/b')).body).toEqual(BOUND);
    expect((await get(mock(), '/books/s')).body).toEqual({ isbn: 's', form: 'Spoken', minutes: 3 });
  });

  test.each<[string, string, JsonObject, number]>([
    ['a field of its kind', '/books/p', { form: 'Printed', pages: 3 }, 200],
    ['a null that its kind allows', '/books/s', { form: 'Spoken', minutes: null }, 200],
    ['a field of the kind that its kind extends', '/books/b', { form: 'Bound', pages: 3 }, 200],
    ['what its kind forbids', '/books/p', { form: 'Printed', pages: 0 }, 400],
    ['what the kind forbids that its kind extends', '/books/b', { form: 'Bound', pages: 0 }, 400],
    ['what its kind forbids, one below', '/books/s', { form: 'Spoken', next: { form: 'Bound', cover: 'soft' } }, 400],
    ['a kind whose fields it has not', '/books/s', { form: 'Bound' }, 400],
    ['its kind alone, whose other fields it has', '/books/p', { form: 'Printed' }, 200],
    ['a kind that nobody has described', '/books/s', { form: 'Film' }, 200],
  ])('is updated with %s', async (_what, path, body, status) => {
    const changed = await patch(mock(), path, body);
    expect(changed.status).toBe(status);
    if (status === 200) expect(changed.body).toMatchObject(body);
  });

  test('refuses fixtures that are not of their kind', () => {
    const start = () => libraryWith(structuredClone(FORMS), { fixtures: fixtures({ isbn: 'p', form: 'Printed' }) });
    expect(start).toThrow('pages is required, but it is missing');
  });

  test('finds them by what is mapped to them', async () => {
    const mapping = { print: 'Printed', tape: '#/components/schemas/Spoken', cd: '#/components/schemas/Spoken' };
    const changes = {
      ...structuredClone(FORMS),
      'components schemas Book discriminator': { ...discriminator, mapping },
    };
    const start = (form: string) => libraryWith(changes, { fixtures: fixtures({ ...SPOKEN, form, minutes: 'x' }) });
    expect(() => start('tape')).toThrow('minutes must be an integer or null');
    expect(() => start('cd')).toThrow('minutes must be an integer or null');
    expect(() => start('Spoken')).not.toThrow();
  });

  test('may stand in another file', () => {
    const schemas = Object.fromEntries(
      Object.entries(FORMS).flatMap(([at, schema]) =>
        at.startsWith('comp') ? [[at.split(' ')[2] ?? '', schema]] : [],
      ),
    );
    const file = fileOf('forms.json', JSON.stringify({ components: { schemas } }));
    const $ref = `${file}#/components/schemas/Book`;
    const changes = {
      'components schemas Book': { $ref },
      'components schemas Tape': { $ref: `${file}#/components/schemas/Spoken` },
    };
    const start = () => libraryWith(changes, { fixtures: fixtures({ ...SPOKEN, minutes: 'x' }) });
    expect(start).toThrow('minutes must be an integer or null');
  });
});
