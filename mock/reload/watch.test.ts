import fs, { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Mock, type MockOptions, type ReloadReport, startMock } from '../index';
import { get, patch } from '../test-document';
import { FILES, libraryWithField, mockIn, until, write } from './test-files';

let running: Mock | undefined;
afterEach(() => running?.unwatch());

/** A mock that watches the files of a folder, and what it reports. */
function watch(folder: string, options: MockOptions = {}): { mock: Mock; reports: ReloadReport[] } {
  const reports: ReloadReport[] = [];
  const mock = mockIn(folder, { watch: true, onReload: (report) => void reports.push(report), ...options });
  running = mock;
  return { mock, reports };
}

const titleOf = (mock: Mock, isbn: string) => async () => (await get(mock, `/books/${isbn}`)).body.title as unknown;
const is = (expected: unknown) => (value: unknown) => value === expected;
const books = (title: string) => ({ 'data/books.yaml': `books: [{ isbn: a, title: ${title} }]` });
const OVERLAY = (title: string) =>
  `overlay: 1.0.0\ninfo: { title: o, version: '1' }\nactions: [{ target: $.info, update: { title: ${title} } }]`;

/** The library with the schema of its books in files that refer to others. */
const SPLIT = {
  ...FILES,
  'library.json': FILES['library.json'].replaceAll('#/components/schemas/Book', 'schemas/book.yaml'),
  'schemas/book.yaml':
    'type: object\nproperties: { isbn: { type: string }, year: { type: integer }, title: { $ref: deep/title.yaml } }',
  'schemas/deep/title.yaml': 'type: string',
};

describe('what a running mock takes in by itself is a change of', () => {
  test('the document', async () => {
    const folder = write(FILES);
    const { mock, reports } = watch(folder);
    write({ 'library.json': FILES['library.json'].replace('"Library"', '"Archive"') }, folder);
    await until(() => mock.service.title, is('Archive'));
    await until(() => reports.length, is(1));
    expect(reports).toEqual([{ outcome: 'reloaded', files: [join(folder, 'library.json')], notices: [] }]);
  });

  test('an overlay', async () => {
    const folder = write({ ...FILES, 'overlay.yaml': OVERLAY('One') });
    const { mock } = watch(folder, { overlays: [join(folder, 'overlay.yaml')] });
    write({ 'overlay.yaml': OVERLAY('Two') }, folder);
    await until(() => mock.service.title, is('Two'));
  });

  test('a file that is referred to by one that is referred to', async () => {
    const folder = write(SPLIT);
    const { mock, reports } = watch(folder);
    await patch(mock, '/books/a', { title: 'Mine' }).expect(200);
    write({ 'schemas/deep/title.yaml': 'type: string\nmaxLength: 3' }, folder);
    const [report] = await until(
      () => reports,
      ({ length }) => length > 0,
    );
    expect(report).toMatchObject({
      outcome: 'reloaded',
      notices: [expect.stringMatching(/^books "a" title .*"Mine"/)],
    });
    await patch(mock, '/books/a', { title: 'Mine' }).expect(400);
  });

  test('a fixture, and a scenario', async () => {
    const folder = write(FILES);
    const { mock } = watch(folder);
    const { headers } = mock.session('one');
    mock.session('one').switchTo('empty');
    write(books('A2'), folder);
    await until(titleOf(mock, 'a'), is('A2'));
    write({ 'data/scenarios/empty.yaml': 'books: [{ isbn: a, title: S }]' }, folder);
    await until(async () => (await get(mock, '/books/a').set(headers)).body.title as unknown, is('S'));
  });

  test('a folder of fixtures, where a file or the first scenario comes, or one goes', async () => {
    const { 'data/scenarios/empty.yaml': _none, ...files } = FILES;
    const folder = write(files);
    const { mock, reports } = watch(folder);
    write({ 'data/more.yaml': 'books: [{ isbn: z, title: Z }]' }, folder);
    await until(titleOf(mock, 'z'), is('Z'));
    await until(() => reports.length, is(1));
    expect(reports[0]).toMatchObject({ files: [join(folder, 'data/more.yaml')] });
    write({ 'data/scenarios/night.yaml': 'books: []' }, folder);
    await until(async () => (await get(mock, '/_docent/scenarios')).body.length, is(1));
    rmSync(join(folder, 'data/more.yaml'));
    await until(() => mock.identifiers('books').join(), is('a,b'));
  });
});

describe('a change is seen where', () => {
  test('an editor saves by renaming, again and again', async () => {
    const folder = write(FILES);
    const { mock } = watch(folder);
    for (const title of ['One', 'Two', 'Three']) {
      write({ 'data/.books.yaml.tmp': books(title)['data/books.yaml'] }, folder);
      renameSync(join(folder, 'data/.books.yaml.tmp'), join(folder, 'data/books.yaml'));
      await until(titleOf(mock, 'a'), is(title));
    }
  });

  test('the folder is deleted and made anew, twice', async () => {
    const folder = write(FILES);
    const { mock, reports } = watch(folder);
    for (const title of ['One', 'Two']) {
      rmSync(join(folder, 'data'), { recursive: true });
      await until(() => reports.at(-1)?.outcome, is('refused'));
      write({ ...FILES, ...books(title) }, folder);
      await until(titleOf(mock, 'a'), is(title));
      await until(() => reports.at(-1)?.outcome, is('reloaded'));
    }
  });

  test('another folder is put in the place of the one above', async () => {
    const folder = write({
      ...FILES,
      ...Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`new/${name}`, text])),
    });
    const { mock } = watch(folder);
    write({ 'new/data/books.yaml': books('New')['data/books.yaml'] }, folder);
    renameSync(join(folder, 'data'), join(folder, 'old'));
    renameSync(join(folder, 'new/data'), join(folder, 'data'));
    await until(titleOf(mock, 'a'), is('New'));
    await new Promise((resolve) => setTimeout(resolve, 400)); // it looks again by itself shortly after a reload
    write(books('Newer'), folder);
    await until(titleOf(mock, 'a'), is('Newer'));
  });

  test('the path is a link: to a file that changes, or the link itself', async () => {
    const folder = write({
      ...FILES,
      'away/one/books.yaml': 'books: [{ isbn: a, title: One }]',
      'away/two/books.yaml': 'books: [{ isbn: a, title: Two }]',
    });
    symlinkSync('one', join(folder, 'away/current'));
    rmSync(join(folder, 'data/books.yaml'));
    symlinkSync('../away/current/books.yaml', join(folder, 'data/books.yaml'));
    const { mock } = watch(folder);
    write({ 'away/one/books.yaml': 'books: [{ isbn: a, title: Changed }]' }, folder);
    await until(titleOf(mock, 'a'), is('Changed'));
    symlinkSync('two', join(folder, 'away/next'));
    renameSync(join(folder, 'away/next'), join(folder, 'away/current'));
    await until(titleOf(mock, 'a'), is('Two'));
  });

  test('the mock is made at the same moment', async () => {
    const folder = write(FILES);
    const { mock } = watch(folder);
    writeFileSync(join(folder, 'data/books.yaml'), books('Quick')['data/books.yaml']);
    await until(titleOf(mock, 'a'), is('Quick'));
  });
});

describe('a save that breaks something', () => {
  test('is told with every fault, once, and leaves what was good; so is the next that is good', async () => {
    const folder = write(FILES);
    const { mock, reports } = watch(folder);
    write({ 'library.json': FILES['library.json'].replaceAll('"key":"isbn"', '"key":"nothing"') }, folder);
    await until(() => reports.length, is(1));
    expect(reports[0]).toMatchObject({
      outcome: 'refused',
      error: { message: expect.stringMatching(/library\.json:1 .*"nothing"/) },
    });
    await get(mock, '/books/a').expect(200);
    write(FILES, folder);
    await until(() => reports.map(({ outcome }) => outcome).join(), is('refused,reloaded'));
  });

  test('is mended by a file that it refers to and that comes later, in a folder that comes later', async () => {
    const folder = write(FILES);
    const { mock, reports } = watch(folder);
    const { 'schemas/book.yaml': book, 'schemas/deep/title.yaml': title, ...rest } = SPLIT;
    write(rest, folder);
    await until(() => reports.at(-1)?.outcome, is('refused'));
    write({ 'schemas/book.yaml': book }, folder);
    await until(() => reports.length, is(2));
    expect(reports.at(-1)?.outcome).toBe('refused');
    write({ 'schemas/deep/title.yaml': title }, folder);
    await until(() => reports.at(-1)?.outcome, is('reloaded'));
    await get(mock, '/books/a').expect(200);
  });

  test.each([
    ['an empty file', ''],
    ['half a file', FILES['library.json'].slice(0, 500)],
    ['bytes that are no text', '\u0000\uffff\u0001'],
    ['YAML that would fill the memory', 'a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b'],
  ])('may be %s', async (_name, text) => {
    const folder = write(FILES);
    const { mock, reports } = watch(folder);
    write({ 'library.json': text }, folder);
    await until(() => reports.at(-1)?.outcome, is('refused'));
    await get(mock, '/books/a').expect(200);
  });

  test('may be a folder where the file was', async () => {
    const folder = write(FILES);
    const { mock, reports } = watch(folder);
    rmSync(join(folder, 'library.json'));
    mkdirSync(join(folder, 'library.json'));
    await until(() => reports.at(-1)?.outcome, is('refused'));
    rmSync(join(folder, 'library.json'), { recursive: true });
    write(FILES, folder);
    await until(() => reports.at(-1)?.outcome, is('reloaded'));
    await get(mock, '/books/a').expect(200);
  });
});

describe('no change is', () => {
  test('a file that is touched, or another beside it', async () => {
    const folder = write(FILES);
    const { mock, reports } = watch(folder);
    utimesSync(join(folder, 'library.json'), 1, 1);
    write(
      { ...FILES, 'notes.txt': 'x', 'data/.#books.yaml': 'x', 'data/books.yaml~': 'x', 'data/books.yaml.swp': 'x' },
      folder,
    );
    await new Promise((resolve) => setTimeout(resolve, 300)); // longer than it waits for more
    write(books('Real'), folder);
    await until(titleOf(mock, 'a'), is('Real'));
    await until(() => reports.length, is(1));
  });

  test('anything, unless it is watched for', async () => {
    const folder = write(FILES);
    const mock = mockIn(folder);
    write(books('New'), folder);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await titleOf(mock, 'a')()).toBe('A');
  });

  test('anything after the mock was closed', async () => {
    const folder = write(FILES);
    const reports: ReloadReport[] = [];
    const started = await startMock({
      spec: join(folder, 'library.json'),
      watch: true,
      onReload: (report) => void reports.push(report),
    });
    await started.close();
    write({ 'library.json': libraryWithField('pages', { type: 'integer' }) }, folder);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reports).toEqual([]);
  });
});

test('Many saves in a row are one reload or a few, and the last one is served', async () => {
  const folder = write(FILES);
  const { mock, reports } = watch(folder);
  for (let save = 0; save < 100; save += 1) write(books(`T${save}`), folder);
  await until(titleOf(mock, 'a'), is('T99'));
  expect(reports.length).toBeLessThan(5);
});

test('A listener that throws does not end the mock', async () => {
  const folder = write(FILES);
  const { mock } = watch(folder, {
    onReload: () => {
      throw new Error('from the listener');
    },
  });
  for (const title of ['One', 'Two']) {
    write(books(title), folder);
    await until(titleOf(mock, 'a'), is(title));
  }
});

test('Where the system has no more watches, it says so once and looks every second', async () => {
  const spy = jest.spyOn(fs, 'watch').mockImplementation(() => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  });
  const folder = write(FILES);
  const { mock, reports } = watch(folder);
  await until(() => reports.length, is(1));
  expect(reports).toEqual([{ outcome: 'unwatched', code: 'ENOSPC' }]);
  write(books('Polled'), folder);
  await until(titleOf(mock, 'a'), is('Polled'));
  spy.mockRestore();
  expect(reports.map(({ outcome }) => outcome)).toEqual(['unwatched', 'reloaded']);
});
