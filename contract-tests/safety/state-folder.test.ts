import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stateFolder } from './state-folder';

test('a folder that cannot be written to is refused by its name', () => {
  const file = join(__filename, 'home');
  expect(() => stateFolder({ DOCENT_HOME: file })).toThrow(`${file} cannot be written to. Name a folder that can, `);
});

test('unless it is named, it is in the home of the user', () => {
  expect(stateFolder({})).toBe(join(homedir(), '.docent'));
});
