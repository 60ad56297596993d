import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import type { Mock, MockOptions } from '../index';
import { FILES, libraryWithField, mockIn, until, write } from '../reload/test-files';
import { changed as documentWith, get, libraryDocument, patch } from '../test-document';
import { closedAtEnd, crashed, newFile } from './test-state';

const STRINGS_FOR_TITLES = { 'library.json': FILES['library.json'] };
const NUMBERS_FOR_TITLES = { 'library.json': libraryWithField('title', { type: 'integer' }) };
const KEY = { parameter: 'isbn', field: 'title' };
const FOUND_BY_TITLE = {
  'library.json': JSON.stringify(
    documentWith(libraryDocument(), {
      'paths /books/{isbn} get x-docent key': KEY,
      'paths /books/{isbn} patch x-docent key': KEY,
    }),
  ),
};
const UNTITLED = { ...FILES, 'data/books.yaml': 'books: [{ isbn: a }, { isbn: b }]' };

/** The mock of a folder on a state; what it warns of is in `warnings`. */
function on(state: string, folder: string, options: MockOptions = {}) {
  const warnings: string[] = [];
  const mock = mockIn(folder, { state, warn: (message) => void warnings.push(message), ...options });
  return Object.assign(closedAtEnd(mock), { warnings });
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends an update that is made late; resolves once it is under way. */
async function late(mock: Mock): Promise<{ answered: Promise<void> }> {
  const fault = mock.fault({ method: 'PATCH', delay: 1500, times: 1 });
  const answered = patch(mock, '/books/a', { title: 'Late' })
    .expect(200)
    .then(() => undefined);
  await until(
    () => fault.applied,
    (applied) => applied === 1,
  );
  return { answered };
}

const book = async (mock: Mock, path = '/books/a') => (await get(mock, path)).body;

describe('after a reload and a crash the state is what the reload left,', () => {
  test('without what it dropped, although the document would have it again', async () => {
    const [file, folder] = [newFile(), write(UNTITLED)];
    const mock = on(file, folder);
    await patch(mock, '/books/a', { title: 'Mine' }).expect(200);
    await supertest(mock).put('/_docent/snapshots/mine').expect(200);
    await patch(mock, '/books/b', { year: 5 }).expect(200);
    write(NUMBERS_FOR_TITLES, folder);
    expect(await mock.reload()).toHaveLength(1);
    await mock.saved();
    write(STRINGS_FOR_TITLES, folder);
    const after = on(crashed(file), folder);
    expect([await book(after), await book(after, '/books/b')]).toEqual([{ isbn: 'a' }, { isbn: 'b', year: 5 }]);
    await supertest(after).post('/_docent/snapshots/mine/restore').expect(200);
    expect([await book(after), after.warnings]).toEqual([{ isbn: 'a' }, []]);
  });

  test('with entries by the key that they have since, changed before and after', async () => {
    const folder = write({ ...FILES, 'data/books.yaml': 'books: [{ isbn: a, title: A }, { isbn: b, title: B }]' });
    const file = newFile();
    const mock = on(file, folder);
    await patch(mock, '/books/a', { year: 5 }).expect(200);
    write(FOUND_BY_TITLE, folder);
    await mock.reload();
    await patch(mock, '/books/A', { note: 'n' }).expect(200);
    const after = on(crashed(file), folder);
    expect(await book(after, '/books/A')).toMatchObject({ isbn: 'a', year: 5, note: 'n' });
    expect(after.warnings).toEqual([]);
  });

  test('in the scenario that sessions had begun with since', async () => {
    const [file, folder] = [newFile(), write(FILES)];
    const mock = on(file, folder, { scenario: 'empty' });
    await supertest(mock).put('/_docent/snapshots/mine').expect(200);
    rmSync(join(folder, 'data/scenarios/empty.yaml'));
    await mock.reload();
    await patch(mock, '/_docent/session/one/books/a', { year: 5 }).expect(200);
    write(FILES, folder);
    const after = on(crashed(file), folder, { scenario: 'empty' });
    expect(after.session('one').identifiers('books')).toEqual(['a', 'b']);
  });

  test('without a session that was deleted, whatever sessions begin with since', async () => {
    const [file, folder] = [newFile(), write(FILES)];
    const mock = on(file, folder, { scenario: 'empty' });
    rmSync(join(folder, 'data/scenarios/empty.yaml'));
    await mock.reload();
    await get(mock, '/books').set('X-Docent-Session', 'one').expect(200);
    write(FILES, folder);
    await mock.reload();
    await mock.saved();
    await supertest(mock).delete('/_docent/sessions/one').expect(204);
    const after = on(crashed(file), folder, { scenario: 'empty' });
    expect((await get(after, '/_docent/sessions')).body.sessions).toEqual([]);
  });

  test('without the update of a request that was under way, where that does not conform any more', async () => {
    const [file, folder] = [newFile(), write(UNTITLED)];
    const mock = on(file, folder);
    const { answered } = await late(mock);
    write(NUMBERS_FOR_TITLES, folder);
    await mock.reload();
    await answered;
    await patch(mock, '/books/b', { year: 5 }).expect(200);
    const after = on(crashed(file), folder);
    expect([await book(after), after.warnings]).toEqual([{ isbn: 'a' }, []]);
  });

  test('with the update of a request that was under way', async () => {
    const [file, folder] = [newFile(), write(FILES)];
    const mock = on(file, folder);
    const { answered } = await late(mock);
    write({ 'library.json': libraryWithField('pages', { type: 'integer' }) }, folder);
    await mock.reload();
    await patch(mock, '/books/a', { year: 7 }).expect(200);
    await answered;
    expect(await book(on(crashed(file), folder))).toMatchObject({ title: 'Late', year: 7 });
  });
});

test('a reload writes nothing but what it left: fault rules and the journal go on, and are not saved', async () => {
  const [file, folder] = [newFile(), write(FILES)];
  const mock = on(file, folder);
  const fault = mock.fault({ method: 'GET', after: 1, status: 503 });
  await get(mock, '/books/a').expect(200);
  await mock.reload();
  await mock.saved();
  await get(mock, '/books/a').expect(503);
  expect([fault.applied, mock.journal.entries.length]).toEqual([1, 2]);
  const after = on(crashed(file), folder);
  await get(after, '/books/a').expect(200);
  await get(after, '/books/a').expect(200);
});

describe('where a reload cannot be saved,', () => {
  async function changed() {
    const [file, folder] = [newFile(), write(UNTITLED)];
    const mock = on(file, folder);
    await patch(mock, '/books/a', { title: 'Mine' }).expect(200);
    await patch(mock, '/books/b', { year: 5 }).expect(200);
    return { file, folder, mock };
  }

  /** Reloads with a document that does not have the saved title any more, while the file cannot be written. */
  async function failToSave(mock: Mock, file: string, folder: string): Promise<void> {
    mkdirSync(`${file}.draft`);
    write(NUMBERS_FOR_TITLES, folder);
    await mock.reload();
    await expect(mock.saved()).rejects.toThrow(/cannot be written: EISDIR/);
  }

  test('nothing comes back that the document does not have, and the next change that can be saved takes all along', async () => {
    const { file, folder, mock } = await changed();
    await failToSave(mock, file, folder);
    expect(await book(mock)).toEqual({ isbn: 'a' });
    await patch(mock, '/books/a', { year: 6 }).expect(503);
    expect([await book(mock), await book(mock, '/books/b')]).toEqual([{ isbn: 'a' }, { isbn: 'b', year: 5 }]);
    await patch(mock, '/books/a', { title: 'Mine' }).expect(400);
    expect(mock.warnings).toEqual([expect.stringMatching(/EISDIR.* Until it can be, no change is made\.$/)]);
    rmdirSync(`${file}.draft`);
    await patch(mock, '/books/a', { year: 7 }).expect(200);
    const after = on(crashed(file), folder);
    expect([await book(after), await book(after, '/books/b')]).toEqual([
      { isbn: 'a', year: 7 },
      { isbn: 'b', year: 5 },
    ]);
    expect(after.warnings).toEqual([]);
  });

  test('the end of the mock saves it, where that can be', async () => {
    const { file, folder, mock: before } = await changed();
    await before.close();
    const mock = on(file, folder);
    await failToSave(mock, file, folder);
    rmdirSync(`${file}.draft`);
    await mock.close();
    write(STRINGS_FOR_TITLES, folder);
    expect(await book(on(file, folder))).toEqual({ isbn: 'a' });
  });
});

test('a mock that is closed during a reload leaves one whole file, of what the reload left', async () => {
  const [file, folder] = [newFile(), write(UNTITLED)];
  const mock = on(file, folder);
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`${index}`, { title: 'Mine' }]));
  await supertest(mock)
    .patch('/_docent/state/books')
    .send({ a: { title: 'Mine' }, ...many })
    .expect(200);
  write(NUMBERS_FOR_TITLES, folder);
  const reloaded = mock.reload();
  await mock.close();
  expect((await reloaded).at(-1)).toMatch(/more\.$/);
  expect(readdirSync(dirname(file))).toEqual(['state.json']);
  write(STRINGS_FOR_TITLES, folder);
  expect(await book(on(file, folder))).toEqual({ isbn: 'a' });
});

test('a mock that is closed takes in no change of its files', async () => {
  const folder = write(FILES);
  const mock = on(newFile(), folder, { watch: true });
  await mock.close();
  write({ 'data/books.yaml': 'books: []' }, folder);
  await pause(500); // longer than it would wait for more
  expect(mock.identifiers('books')).toEqual(['a', 'b']);
});
