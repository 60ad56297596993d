import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { loadCached } from './load-cached';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function fileWith(source: string): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'docent-load-'));
  const file = join(folder, 'code.js');
  writeFileSync(file, source);
  return { folder, file };
}

const cacheIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.cache'));

test('A file is loaded as CommonJS has it, and what was compiled is kept beside it', () => {
  const { folder, file } = fileWith('exports.name = __filename; exports.platform = require("node:os").platform()');
  const expected = { name: file, platform: process.platform };
  expect(loadCached(file, 'test')).toEqual(expected);
  expect(cacheIn(folder)).toEqual([]);
  jest.runAllTimers();
  expect(cacheIn(folder)).toHaveLength(1);
  expect(readdirSync(folder)).toHaveLength(2);
  expect(loadCached(file, 'test')).toEqual(expected);
  expect(jest.getTimerCount()).toBe(0);
});

test.each([
  ['a while', 'setTimeout(() => process.exit(), 50)', 1],
  ['no time', '', 0],
])('What was compiled by a process that goes on for %s is kept, if there is much', (_while, source, times) => {
  const { folder, file } = fileWith(source);
  const loading = `require(${JSON.stringify(join(__dirname, 'load-cached.js'))}).loadCached(${JSON.stringify(file)}, 'test')`;
  expect(spawnSync(process.execPath, ['-e', loading]).status).toBe(0);
  expect(cacheIn(folder)).toHaveLength(times);
});

test('What is kept for one use is left alone by another', () => {
  const { folder, file } = fileWith('exports.made = 1');
  for (const use of ['mock', 'verify']) {
    loadCached(file, use);
    jest.runAllTimers();
  }
  expect(cacheIn(folder).map((name) => name.split('.')[2])).toEqual(['mock', 'verify']);
});

test('What was kept by something else is made anew', () => {
  const { folder, file } = fileWith('exports.made = 1');
  loadCached(file, 'test');
  jest.runAllTimers();
  const cache = join(folder, cacheIn(folder)[0] ?? '');
  writeFileSync(cache, 'no code at all');
  writeFileSync(file, 'exports.made = 2'); // V8 remembers what this process has compiled already
  expect(loadCached(file, 'test')).toEqual({ made: 2 });
  jest.runAllTimers();
  expect(readFileSync(cache).length).toBeGreaterThan(50);
});

test('Where nothing can be kept, the file is loaded all the same', () => {
  const { folder, file } = fileWith('exports.made = 1');
  const cache = `${file}.test.${process.version}-${process.arch}.cache`;
  mkdirSync(cache);
  for (let times = 0; times < 2; times++) {
    expect(loadCached(file, 'test')).toEqual({ made: 1 });
    jest.runAllTimers();
  }
  expect(readdirSync(folder).sort()).toEqual(['code.js', basename(cache)]);
});

test('Where not even a draft of it can be removed, the file is loaded all the same', () => {
  const { folder, file } = fileWith('exports.made = 1');
  const draft = `${file}.test.${process.version}-${process.arch}.cache.${process.pid}`;
  mkdirSync(draft);
  expect(loadCached(file, 'test')).toEqual({ made: 1 });
  jest.runAllTimers();
  expect(readdirSync(folder).sort()).toEqual(['code.js', basename(draft)]);
});
