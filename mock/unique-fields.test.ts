import { describe, expect, test } from '@jest/globals';
import { BOOKS, get, libraryWith, patch } from './test-document';

const library = () => libraryWith({ 'paths /books get x-docent order unique': true });

describe('where no two entries may share what a list is ordered by, an update', () => {
  test('that gives an entry the value of another is refused, and changes nothing', async () => {
    const mock = library();
    const { status, body } = await patch(mock, '/books/a', { title: 'T', year: 200 });
    expect([status, body.type]).toEqual([400, 'urn:docent:invalid-body']);
    expect(body.detail).toBe('After the update /year must be unique, but it is 200, as in "b".');
    expect(body.errors).toMatchObject([{ in: 'body', pointer: '/year', rule: 'unique' }]);
    expect((await get(mock, '/books/a')).body).toEqual(BOOKS[0]);
  });

  test('is held against what other entries are by then', async () => {
    const mock = library();
    expect((await patch(mock, '/books/b', { year: 201 })).status).toBe(200);
    expect((await patch(mock, '/books/a', { year: 201 })).status).toBe(400);
    expect((await patch(mock, '/books/a', { year: 200 })).status).toBe(200);
  });

  test('may send the value that its own entry has', async () => {
    expect((await patch(library(), '/books/a', { year: 1990 })).status).toBe(200);
  });
});
