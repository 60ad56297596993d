import { mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stepsTo } from './steps';
import { write } from './test-files';

const folder = () => realpathSync(mkdtempSync(join(tmpdir(), 'docent-')));
const shown = (path: string, root: string) =>
  stepsTo(path)
    .map((step) => join(step.folder, step.name))
    .filter((step) => step.startsWith(root))
    .map((step) => step.slice(root.length));

test('A path depends on its own name and on those of the two folders above it', () => {
  const root = write({ 'a/b/c/d.yaml': '' }, folder());
  expect(shown(join(root, 'a/b/c/d.yaml'), root)).toEqual(['/a/b', '/a/b/c', '/a/b/c/d.yaml']);
});

test('A path depends on the first name that is missing, and on none after it', () => {
  const root = folder();
  expect(shown(join(root, 'gone/b/c/d/e.yaml'), root)).toEqual(['/gone']);
});

test('A path depends on every link on its way, and on what it leads to', () => {
  const root = write({ 'real/x/y/z/file.yaml': '' }, folder());
  symlinkSync('real', join(root, 'link'));
  expect(shown(join(root, 'link/x/y/z/file.yaml'), root)).toEqual([
    '/link',
    '/real/x/y',
    '/real/x/y/z',
    '/real/x/y/z/file.yaml',
  ]);
});

test('A link that leads round in a circle is left after a while', () => {
  const root = folder();
  symlinkSync('b', join(root, 'a'));
  symlinkSync('a', join(root, 'b'));
  expect(stepsTo(join(root, 'a')).length).toBeLessThan(200);
});
