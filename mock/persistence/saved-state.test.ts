import {
  chmodSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createMock, type Mock, type MockOptions } from '../index';
import { CREDENTIAL, get, libraryDocument, mockOf, patch } from '../test-document';
import { readState } from './read-state';
import { closedAtEnd, crashed, filesBeside, newFile, on, rename, textOf, title } from './test-state';

/** Does one of everything that changes state. */
async function changeEverything(mock: Mock): Promise<void> {
  await rename(mock, 'First');
  await supertest(mock).put('/_docent/snapshots/before').expect(200);
  await rename(mock, 'Second');
  await supertest(mock)
    .patch('/_docent/state/books')
    .send({ c: null, d: { title: 'D' } })
    .expect(200);
  await supertest(mock).put('/_docent/clock').send({ today: '2028-01-01' }).expect(200);
  await supertest(mock).post('/_docent/clock/advance').send({ days: 2 }).expect(200);
  await rename(mock, 'Mine', '/_docent/session/one/books/b');
  await supertest(mock)
    .put('/_docent/session/two/_docent/state')
    .send({ books: [{ isbn: 'z', title: 'Z' }] })
    .expect(200);
  await rename(mock, 'Zed', '/_docent/session/two/books/z');
  await rename(mock, 'Gone', '/_docent/session/three/books/a');
  await supertest(mock).delete('/_docent/sessions/three').expect(204);
  await rename(mock, 'Back', '/_docent/session/four/books/a');
  await supertest(mock).put('/_docent/session/four/_docent/snapshots/x').expect(200);
  await supertest(mock).post('/_docent/session/four/_docent/reset').expect(200);
}

async function everythingIn(mock: Mock) {
  const ask = async (path: string) => (await get(mock, path)).body;
  const sessions = ['one', 'two', 'three', 'four'].map((name) => `/_docent/session/${name}`);
  const of = ['', ...sessions].map(async (prefix) => [
    await ask(`${prefix}/_docent/state`),
    await ask(`${prefix}/_docent/clock`),
  ]);
  return Promise.all(of);
}

describe('what was changed is there after', () => {
  test.each([
    ['a crash', async (_mock: Mock, file: string) => crashed(file)],
    ['a clean stop', async (mock: Mock, file: string) => mock.close().then(() => file)],
    [
      'a clean stop, twice',
      async (mock: Mock, file: string) => {
        await mock.close();
        await on(file).close();
        return file;
      },
    ],
    [
      'a crash after a crash',
      async (_mock: Mock, file: string) => {
        const again = crashed(file);
        await rename(on(again), 'Second');
        return crashed(again);
      },
    ],
  ])('%s', async (_name, end) => {
    const file = newFile();
    const mock = on(file);
    await changeEverything(mock);
    const before = await everythingIn(mock);
    const after = on(await end(mock, file));
    expect(await everythingIn(after)).toEqual(before);
    expect(after.warnings).toEqual([]);
    await supertest(after).post('/_docent/snapshots/before/restore').expect(200);
    expect(await title(after)).toBe('First');
  });

  test('a crash at any byte of the log: every write that was answered, and no half of one', async () => {
    const file = newFile();
    const mock = on(file);
    const states: string[] = [];
    const ends: number[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      await rename(mock, name);
      states.push(name);
      ends.push(statSync(`${file}.log`).size);
    }
    const copy = crashed(file);
    for (let end = ends.at(-1) ?? 0; end >= (ends[0] ?? 0); end -= 1) {
      truncateSync(`${copy}.log`, end);
      const { recalled, torn } = readState(copy);
      const entry = recalled.get(undefined)?.now?.resources.get('books')?.changes.get('a');
      const last = ends.findLastIndex((each) => each <= end);
      expect([end, entry?.title, torn]).toEqual([end, states[last], end - (ends[last] ?? 0)]);
    }
    truncateSync(`${copy}.log`, (ends[0] ?? 0) + 1);
    const after = on(copy);
    expect([await title(after), after.warnings]).toEqual(['One', [expect.stringMatching(/^1 bytes at the end of/)]]);
  });

  test('a crash between a new file and the end of the log that it makes void', async () => {
    const file = newFile();
    const mock = on(file);
    for (const name of ['One', 'Two']) await rename(mock, name);
    const logs = [readFileSync(`${file}.log`)];
    await supertest(mock).put('/_docent/snapshots/two').expect(200);
    await rename(mock, 'Three');
    logs.push(readFileSync(`${file}.log`));
    await mock.close();
    for (const log of logs) {
      const copy = crashed(file);
      writeFileSync(`${copy}.log`, log);
      const after = on(copy);
      expect([await title(after), after.warnings]).toEqual(['Three', []]);
      await supertest(after).post('/_docent/snapshots/two/restore').expect(200);
      expect(await title(on(crashed(copy)))).toBe('Two');
    }
  });

  test('a scenario was chosen', async () => {
    const file = newFile();
    const museum = () => closedAtEnd(createMock({ state: file, today: '2027-03-01' }));
    const first = museum();
    first.switchTo('one-event');
    await first.saved();
    await first.close();
    expect((await get(museum(), '/_docent/clock')).body.scenario).toBe('one-event');
  });

  test('a reset: the session begins as the mock does then', async () => {
    const file = newFile();
    const museum = (state: string, options: MockOptions = {}) => closedAtEnd(createMock({ state, ...options }));
    const mock = museum(file);
    mock.switchTo('closed-for-winter');
    await mock.saved();
    mock.reset();
    await mock.saved();
    const scenarios = [crashed(file), file].map(async (state) => {
      await (state === file && mock.close());
      return (await get(museum(state, { scenario: 'one-event' }), '/_docent/clock')).body.scenario;
    });
    expect(await Promise.all(scenarios)).toEqual(['one-event', 'one-event']);
  });

  test('changes within the process, once they are saved', async () => {
    const file = newFile();
    const mock = on(file);
    mock.session('one').advance(3);
    mock.setToday('2028-05-05');
    await mock.saved();
    const after = on(crashed(file));
    expect([after.today(), after.session('one').today()]).toEqual(['2028-05-05', '2027-03-04']);
  });
});

describe('the files', () => {
  test('are one after a clean stop, and a session that is gone is not in it', async () => {
    const file = newFile();
    const mock = on(file);
    await changeEverything(mock);
    expect(filesBeside(file)).toEqual(['state.json', 'state.json.lock', 'state.json.log']);
    await mock.close();
    expect(filesBeside(file)).toEqual(['state.json']);
    expect(textOf(file)).not.toContain('Gone');
  });

  test('no longer have a session that made room for another', async () => {
    const file = newFile();
    const mock = on(file, {}, { maximumSessions: 1 });
    await rename(mock, 'Mine', '/_docent/session/one/books/a');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await rename(mock, 'Other', '/_docent/session/two/books/a');
    const after = on(crashed(file), {}, { maximumSessions: 1 });
    expect((await get(after, '/_docent/sessions')).body.sessions).toMatchObject([{ session: 'two' }]);
    expect(after.warnings).toEqual([]);
  });

  test('are left alone by requests that only read', async () => {
    const file = newFile();
    await on(file).close();
    const before = statSync(file);
    const mock = on(file);
    await get(mock, '/books').set('X-Docent-Session', 'reader').expect(200);
    await mock.close();
    expect(statSync(file)).toMatchObject({ mtimeMs: before.mtimeMs, ino: before.ino });
  });

  test('are compact: the log does not grow without end', async () => {
    const file = newFile();
    const mock = on(file);
    const note = 'x'.repeat(50_000);
    for (let count = 0; count < 60; count += 1) await patch(mock, '/books/a', { note, year: count }).expect(200);
    expect(statSync(`${file}.log`).size).toBeLessThan(1_200_000);
    expect((await get(on(crashed(file)), '/books/a')).body.year).toBe(59);
  });

  test('keep who may read them, and a link stays a link', async () => {
    const file = newFile();
    await on(file).close();
    chmodSync(file, 0o600);
    const link = join(dirname(file), 'link.json');
    symlinkSync(file, link);
    const mock = on(link);
    await rename(mock, 'Linked');
    expect(() => on(file)).toThrow(/Another mock has had it since/);
    await mock.close();
    expect([statSync(file).mode & 0o777, lstatSync(link).isSymbolicLink()]).toEqual([0o600, true]);
    expect(await title(on(file))).toBe('Linked');
  });

  test('behind a link is made where there is none yet, and the link stays one', async () => {
    const file = newFile();
    const link = join(dirname(newFile()), 'linked.json');
    symlinkSync(file, link);
    const mock = on(link);
    await rename(mock, 'Linked');
    expect(() => on(file)).toThrow(/Another mock has had it since/);
    await mock.close();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(await title(on(file))).toBe('Linked');
  });

  test('behind links that lead nowhere but to one another is refused', () => {
    const file = newFile();
    symlinkSync(file, `${file}.other`);
    symlinkSync(`${file}.other`, file);
    expect(() => on(file)).toThrow('It is a link that leads back to itself.');
  });

  test.each([
    ['of whose files the log', ['.log']],
    ['that', ['', '.log']],
    ['whose log stays that', ['']],
  ])('%s is removed while the mock runs is written anew with the next change', async (_which, removed) => {
    const file = newFile();
    const mock = on(file);
    await rename(mock, 'Before');
    await rename(mock, 'Mine', '/books/b');
    for (const end of removed) rmSync(`${file}${end}`);
    await rename(mock, 'After');
    const again = on(crashed(file));
    expect([await title(again), await title(again, '/books/b')]).toEqual(['After', 'Mine']);
  });

  test('whose folder is removed leaves a warning that promises nothing', async () => {
    const file = newFile();
    const mock = on(file);
    await rename(mock, 'Lost');
    rmSync(dirname(file), { recursive: true });
    await mock.close();
    expect(mock.warnings).toEqual([expect.stringMatching(/cannot be written: ENOENT.*\.$/)]);
    expect(mock.warnings.join()).not.toContain('log');
  });
});

test('without a file nothing is written, and closing does nothing', async () => {
  const library = mockOf(libraryDocument());
  await rename(library, 'Mine');
  await library.saved();
  await library.close();
  await supertest(library).get('/books/a').set(CREDENTIAL).expect(200);
});
