import { expect, test } from '@jest/globals';
import { markdownTable } from './table';

test('A table has columns as wide as their cells, the first aligned to the left', () => {
  const table = markdownTable(
    ['server', 'GET'],
    [
      ['a', '12,345/s'],
      ['`node:http`', '≥ 1'],
    ],
  );
  expect(table).toBe(
    [
      '| server      |      GET |', //
      '| ----------- | -------: |',
      '| a           | 12,345/s |',
      '| `node:http` |      ≥ 1 |',
    ].join('\n'),
  );
});

test('A cell cannot break the table', () => {
  expect(markdownTable(['a'], [['x | y\nz']]).split('\n')).toHaveLength(3);
  expect(markdownTable(['a'], [['x | y\nz']])).toContain('| x \\| y z |');
});
