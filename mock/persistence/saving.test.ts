import { mkdirSync, rmdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import supertest from 'supertest';
import { type Mock, startMock } from '../index';
import { get, patch } from '../test-document';
import { crashed, newFile, on, rename, title } from './test-state';

afterEach(() => {
  jest.restoreAllMocks();
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

  test('as a reset leaves fault rules and journal as they are too', async () => {
    const file = newFile();
    const mock = on(file);
    mock.fault({ method: 'GET', status: 418 });
    await get(mock, '/books/a').expect(418);
    mkdirSync(`${file}.draft`);
    await supertest(mock).post('/_docent/reset').expect(503);
    await get(mock, '/books/a').expect(418);
    expect(mock.journal.entries).toHaveLength(2);
    rmdirSync(`${file}.draft`);
    await supertest(mock).post('/_docent/reset').expect(200);
    expect(mock.journal.entries).toEqual([]);
    await get(mock, '/books/a').expect(200);
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
