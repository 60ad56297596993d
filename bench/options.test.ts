import { expect, test } from '@jest/globals';
import { readOptions } from './options';

test('Options are read, and have defaults', () => {
  expect(readOptions([], ['docent', 'store'])).toEqual({ rounds: 5, seconds: 5, only: [], write: false });
  expect(
    readOptions(
      ['--rounds', '1', '--seconds', '2', '--only', 'store', '--only', 'docent', '--write'],
      ['docent', 'store'],
    ),
  ).toEqual({ rounds: 1, seconds: 2, only: ['store', 'docent'], write: true });
});
