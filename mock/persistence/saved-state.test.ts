import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import supertest from 'supertest';
import { createMock, type Mock, type MockOptions, startMock } from '../index';
import { CREDENTIAL, changed, get, libraryDocument, mockOf, patch } from '../test-document';
import { readState } from './read-state';
import { crashed, newFile } from './test-state';

const opened: Mock[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const mock of opened.splice(0)) await mock.close();
});

const filesBeside = (file: string) => readdirSync(dirname(file)).sort();
const textOf = (file: string) => readFileSync(file, 'utf8');

/** A mock of the library on a file; what it warns of is in `warnings`. */
function on(state: string, changes: Parameters<typeof changed>[1] = {}, options: MockOptions = {}) {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const mock = mockOf(changed(libraryDocument(), changes), { state, warn, ...options });
  opened.push(mock);
  return Object.assign(mock, { warnings });
}

const title = async (mock: Mock, path = '/books/a') => (await get(mock, path)).body.title;
const rename = (mock: Mock, to: string, path = '/books/a') => patch(mock, path, { title: to }).expect(200);

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
    const museum = () => {
      const mock = createMock({ state: file, today: '2027-03-01' });
      opened.push(mock);
      return mock;
    };
    const first = museum();
    first.switchTo('one-event');
    await first.saved();
    await first.close();
    expect((await get(museum(), '/_docent/clock')).body.scenario).toBe('one-event');
  });

  test('a reset: the session begins as the mock does then', async () => {
    const file = newFile();
    const museum = (state: string, options: MockOptions = {}) => {
      const mock = createMock({ state, ...options });
      opened.push(mock);
      return mock;
    };
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
});

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

test('a change is answered once it is on disk, and requests that read do not wait', async () => {
  const file = newFile();
  const mock = on(file);
  await rename(mock, 'Before');
  const handle = await open(file);
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  let finish: () => void = () => undefined;
  const disk = new Promise<void>((resolve) => {
    finish = resolve;
  });
  jest.spyOn(prototype, 'datasync').mockReturnValue(disk as never);
  const outcomes: string[] = [];
  const note = (of: string) => () => outcomes.push(of);
  const changes = [
    patch(mock, '/books/a', { title: 'Mine' }).expect(200).then(note('service')),
    supertest(mock).post('/_docent/clock/advance').send({ days: 1 }).expect(200).then(note('control')),
  ];
  await new Promise((resolve) => setTimeout(resolve, 300));
  await get(mock, '/books/b').expect(200).then(note('read'));
  await get(mock, '/_docent/diff').expect(200).then(note('control read'));
  await patch(mock, '/books/none', { title: 'x' }).expect(404).then(note('refused'));
  finish();
  await Promise.all(changes);
  expect(outcomes.slice(0, 3)).toEqual(['read', 'control read', 'refused']);
  expect(outcomes.slice(3).sort()).toEqual(['control', 'service']);
});

test('what is under way in a session that was deleted meanwhile does not bring it back', async () => {
  const file = newFile();
  const mock = on(file);
  await rename(mock, 'Mine', '/_docent/session/one/books/a');
  const slow = patch(mock, '/_docent/session/one/books/a', { title: 'Late' }).set('Prefer', 'wait=0.5').expect(200);
  const answered = slow.then(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 250));
  await supertest(mock).delete('/_docent/sessions/one').expect(204);
  await answered;
  expect(await title(on(crashed(file)), '/_docent/session/one/books/a')).toBe('A');
});

test('a mock that cannot listen gives the file back', async () => {
  const file = newFile();
  const other = await startMock();
  const port = Number(new URL(other.url).port);
  await expect(startMock({ port, state: file })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await other.close();
  expect(await title(on(file))).toBe('A');
});

describe('a change that cannot be saved', () => {
  test('leaves fault rules and journal as they are', async () => {
    const file = newFile();
    const mock = on(file);
    mkdirSync(`${file}.draft`);
    mock.fault({ method: 'GET', status: 418 });
    await patch(mock, '/books/a', { title: 'Lost' }).expect(503);
    await get(mock, '/books/a').expect(418);
    expect(mock.journal.entries.map(({ status }) => status)).toEqual([503, 418]);
    rmdirSync(`${file}.draft`);
  });

  test('is answered with 503 and not made; the next one that can be is', async () => {
    const file = newFile();
    const mock = on(file);
    mkdirSync(`${file}.draft`);
    const { body } = await patch(mock, '/books/a', { title: 'Lost' }).expect(503);
    expect(body).toMatchObject({
      type: 'urn:docent:not-saved',
      detail: expect.stringMatching(/^The change was not made, because .*state\.json cannot be written: EISDIR/),
    });
    await supertest(mock).put('/_docent/clock').send({ today: '2028-01-01' }).expect(503);
    expect([await title(mock), mock.today()]).toEqual(['A', '2027-03-01']);
    expect(mock.warnings).toHaveLength(1);
    rmdirSync(`${file}.draft`);
    await rename(mock, 'Kept', '/books/b');
    expect(await Promise.all([title(on(crashed(file))), title(on(crashed(file)), '/books/b')])).toEqual(['A', 'Kept']);
  });

  test('for lack of room takes all that waits behind it along, and nothing that was answered', async () => {
    const file = newFile();
    const mock = on(file);
    await rename(mock, 'Kept');
    const handle = await open(file);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    jest.spyOn(Object.getPrototypeOf(handle), 'datasync').mockRejectedValue(full as never);
    await handle.close();
    const lost = ['a', 'b', 'c'].map((id) => patch(mock, `/books/${id}`, { title: 'Lost' }).expect(503));
    const ended = mock.session('gone');
    ended.advance(1);
    await Promise.all(lost);
    const titles = async (of: Mock) => Promise.all(['a', 'b', 'c'].map((id) => title(of, `/books/${id}`)));
    expect(await titles(mock)).toEqual(['Kept', 'B', 'C']);
    expect(await titles(on(crashed(file)))).toEqual(['Kept', 'B', 'C']);
    jest.restoreAllMocks();
    await rename(mock, 'Again', '/books/b');
    expect(await titles(on(crashed(file)))).toEqual(['Kept', 'Again', 'C']);
  });
});

test('without a file nothing is written, and closing does nothing', async () => {
  const library = mockOf(libraryDocument());
  await rename(library, 'Mine');
  await library.saved();
  await library.close();
  await supertest(library).get('/books/a').set(CREDENTIAL).expect(200);
});
