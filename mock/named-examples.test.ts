import { expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { BOOKS, get, libraryWith, patch } from './test-document';

const BODY = 'paths /books/{isbn} patch requestBody content application/json schema';
const LIST = 'paths /books get responses 200 content application/json example';
const about: JsonObject = { type: 'object', properties: { $id: { type: 'string' }, $anchor: { type: 'string' } } };

test('Examples may have members that name schemas, and share them', async () => {
  const NAMED = { $id: 'urn:library:about', $anchor: 'about' };
  const body = { type: 'object', properties: { about: { ...about, example: NAMED }, title: { type: 'string' } } };
  const mock = libraryWith({
    'components schemas Book properties about': { ...about, examples: [NAMED, { ...NAMED, more: 1 }] },
    [BODY]: { ...body, example: { about: { ...NAMED, other: 2 } } },
    [LIST]: BOOKS.map((book) => ({ ...book, about: NAMED })),
  });
  expect((await get(mock, '/books/a')).body.about).toEqual(NAMED);
  expect((await patch(mock, '/books/a', { about: { $id: 'urn:library:other' } })).status).toBe(200);
  expect((await patch(mock, '/books/a', { about: { $id: 1 } })).status).toBe(400);
});
