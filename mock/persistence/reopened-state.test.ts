import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { get } from '../test-document';
import { crashed, filesBeside, newFile, on, rename, textOf, title } from './test-state';

const SAVED = async () => {
  const file = newFile();
  const mock = on(file);
  await rename(mock, 'First');
  await rename(mock, 'Second', '/_docent/session/one/books/b');
  await supertest(mock)
    .put('/_docent/session/two/_docent/state')
    .send({
      books: [
        { isbn: 'z', title: 'Z' },
        { isbn: 'y', title: '12' },
      ],
    });
  await mock.close();
  return file;
};

describe('what the document does not have any more is left out, with a warning:', () => {
  test('entries that break the schema, but no others', async () => {
    const file = await SAVED();
    const mock = on(file, {
      'components schemas Book properties title': { type: 'string', enum: ['A', 'B', 'C', 'Second', 'Z'] },
    });
    expect(await title(mock)).toBe('A');
    expect(await title(mock, '/_docent/session/one/books/b')).toBe('Second');
    expect((await get(mock, '/_docent/session/two/books')).body).toEqual([{ isbn: 'z', title: 'Z' }]);
    expect(mock.warnings).toEqual([
      expect.stringMatching(
        /state\.json\.bak still has it:\n {2}session "two": books "y" title must be one of .*\n {2}the shared session: books "a" title must be one of/,
      ),
    ]);
    await mock.close();
    expect(await title(on(file))).toBe('A');
    expect(await title(on(`${file}.bak`))).toBe('First');
  });

  test('resources, scenarios, sessions and dates that there are not', async () => {
    const file = await SAVED();
    const saved = JSON.parse(textOf(file));
    const [{ now }] = saved.sessions;
    now.resources.films = { changes: [{ id: 'x', entry: {} }], entries: [{}] };
    Object.assign(now, { scenario: 'night', clock: { fixed: '2027-02-30', ahead: 0 } });
    saved.sessions.push({ session: 'no name' });
    writeFileSync(file, JSON.stringify(saved));
    const mock = on(file);
    expect(mock.warnings.join()).toContain(
      'the shared session: films is no resource of the document any more: its changes are dropped.',
    );
    expect(mock.warnings.join()).toContain(
      'the shared session: There is no scenario "night" any more; the fixtures take its place.',
    );
    expect(mock.warnings.join()).toContain('the shared session: Failed to set the clock: "2027-02-30" is no date.');
    expect(mock.warnings.join()).toContain('session "no name": The name of a session is');
    expect([await title(mock), mock.today()]).toEqual(['First', '2027-03-01']);
  });

  test('no terminal sequence of a client gets into the warning', async () => {
    const file = newFile();
    const mock = on(file);
    await rename(mock, '\u001b[2J');
    await supertest(mock).put('/_docent/snapshots/%1B%5D0;x%07').expect(200);
    await mock.close();
    const { warnings } = on(file, { 'components schemas Book properties title': { maxLength: 3 } });
    expect(warnings).toEqual([expect.stringContaining('snapshot "?]0;x?" of the shared session')]);
    expect(warnings.join()).not.toMatch(/\p{Cc}(?<!\n)/u);
  });
});

describe('what the document has otherwise is kept:', () => {
  test('entries whose identifier is another field now', async () => {
    const file = await SAVED();
    const key = { parameter: 'isbn', field: 'title' };
    const mock = on(file, {
      'paths /books/{isbn} get x-docent key': key,
      'paths /books/{isbn} patch x-docent key': key,
    });
    expect(await title(mock, '/books/First')).toBe('First');
    expect(mock.warnings).toEqual([]);
  });
});

describe('a file is refused, and left as it is, where', () => {
  const line = (file: string, number: number) => textOf(`${file}.log`).split('\n')[number] ?? '';

  test.each([
    ['it is not JSON', (file: string) => writeFileSync(file, '{"docent":'), /state\.json {2}It is not JSON/],
    ['it is empty', (file: string) => writeFileSync(file, ''), /It is not JSON/],
    [
      "it is another program's",
      (file: string) => writeFileSync(file, '{"name":"docent"}'),
      /It is no state that Docent has saved/,
    ],
    [
      'its format is newer',
      (file: string) => writeFileSync(file, '{"docent":"state","format":2}'),
      /Its format is 2, and this Docent reads 1/,
    ],
    [
      'a member is of another kind',
      (file: string) => writeFileSync(file, textOf(file).replace('"sessions": [', '"sessions": [ 3,')),
      /\/sessions\/0 must be an object, but it is 3/,
    ],
    [
      'a line of the log is damaged',
      (file: string) => writeFileSync(`${file}.log`, textOf(`${file}.log`).replace('Two', 'Tvo')),
      /state\.json\.log:2 {2}The line is damaged/,
    ],
    [
      'a line of the log is missing',
      (file: string) => writeFileSync(`${file}.log`, textOf(`${file}.log`).replace(`${line(file, 1)}\n`, '')),
      /state\.json\.log:2 {2}The line is damaged, or one before it/,
    ],
    [
      "the log is another program's",
      (file: string) => writeFileSync(`${file}.log`, 'GET / 200\n'),
      /state\.json\.log:1 {2}It is no log of Docent/,
    ],
    [
      'the log is of another file',
      (file: string) =>
        writeFileSync(
          file,
          textOf(file)
            .replace(/"log": "."/, '"log": "')
            .replace(/"log": "[^"]*"/, '"log": "other"'),
        ),
      /It is not the log that .* goes on with/,
    ],
    ['the log has no file', (file: string) => rmSync(file), /It is the log of .*, which is missing/],
  ])('%s', async (_name, damage, message) => {
    const file = newFile();
    const mock = on(file);
    for (const name of ['One', 'Two', 'Three']) await rename(mock, name);
    const copy = crashed(file);
    await damage(copy);
    const before = filesBeside(copy).map((name) => [name, textOf(join(dirname(copy), name))]);
    expect(() => on(copy)).toThrow(message);
    expect(filesBeside(copy).map((name) => [name, textOf(join(dirname(copy), name))])).toEqual(before);
  });

  test.each([
    ['a folder', () => dirname(newFile()), /It is a folder/],
    ['in a folder that there is not', () => join(newFile(), 'deeper.json'), /There is no folder/],
  ])('it is %s', (_name, file, message) => {
    expect(() => on(file())).toThrow(message);
  });

  test('another mock has it', async () => {
    const file = newFile();
    const mock = on(file);
    expect(() => on(file)).toThrow(/Another mock has had it since/);
    await mock.close();
    expect(await title(on(file))).toBe('A');
  });
});
