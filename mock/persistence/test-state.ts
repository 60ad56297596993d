import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from '@jest/globals';
import type { Mock, MockOptions } from '../index';
import { changed, get, libraryDocument, mockOf, patch } from '../test-document';

/** A file for a state, in a folder of its own; there is none yet. */
export function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'docent-')), 'state.json');
}

/** The files of a state as they would be after a crash now, in a folder of their own. */
export function crashed(file: string): string {
  const copy = newFile();
  copyFileSync(file, copy);
  if (existsSync(`${file}.log`)) copyFileSync(`${file}.log`, `${copy}.log`);
  return copy;
}

const opened: Mock[] = [];
afterEach(async () => {
  for (const mock of opened.splice(0)) await mock.close();
});

/** Has a mock closed when the test ends. */
export function closedAtEnd<M extends Mock>(mock: M): M {
  opened.push(mock);
  return mock;
}

/** A mock of the library on a file, closed when the test ends; what it warns of is in `warnings`. */
export function on(
  state: string,
  changes: Parameters<typeof changed>[1] = {},
  options: MockOptions = {},
): Mock & { warnings: string[] } {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const mock = mockOf(changed(libraryDocument(), changes), { state, warn, ...options });
  return Object.assign(closedAtEnd(mock), { warnings });
}

/** For tests: what a file says at this moment. */
export const textOf = (file: string) => readFileSync(file, 'utf8');

/** For tests: the sorted names in the folder of a file, its own among them, so that what was left behind shows. */
export const filesBeside = (file: string) => readdirSync(dirname(file)).sort();

/** For tests: the title of a book as a request of the shared session gets it. */
export const title = async (mock: Mock, path = '/books/a') => (await get(mock, path)).body.title;

/** For tests: gives a book another title, which is on disk once this has ended, and fails unless the answer is 200. */
export const rename = (mock: Mock, to: string, path = '/books/a') => patch(mock, path, { title: to }).expect(200);
