import { spawnSync } from 'node:child_process';
import fs, { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, jest, test } from '@jest/globals';
import { fileOf } from '../test-document';
import { StateInUse, takeStateLock } from './state-lock';

const file = () => fileOf('state.json', '');

test('a file is taken once, also within one process, until it is given back', () => {
  const state = file();
  const release = takeStateLock(state);
  expect(() => takeStateLock(state)).toThrow(StateInUse);
  release();
  expect(existsSync(`${state}.lock`)).toBe(false);
  takeStateLock(state)();
});

test('a lock that cannot be removed any more stays, and nothing is thrown', () => {
  const state = file();
  const release = takeStateLock(state);
  const refusing = jest.spyOn(fs, 'rmSync').mockImplementation(() => {
    throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
  });
  try {
    expect(release).not.toThrow();
  } finally {
    refusing.mockRestore();
  }
  expect(existsSync(`${state}.lock`)).toBe(true);
});

const dead = spawnSync(process.execPath, ['-e', '']).pid;
const mine = { host: hostname(), since: 'now' };

test.each([
  ['that has ended', JSON.stringify({ ...mine, pid: dead, process: 'boot 1' })],
  ['whose number another has now', JSON.stringify({ ...mine, pid: process.pid, process: 'boot 1' })],
  ['that died while it took it', ''],
])('the lock of a process %s is taken over', (_name, text) => {
  const state = file();
  writeFileSync(`${state}.lock`, text);
  const release = takeStateLock(state);
  expect(JSON.parse(readFileSync(`${state}.lock`, 'utf8')).pid).toBe(process.pid);
  release();
});

test('the lock of another machine is not taken over, and the message says what to do', () => {
  const state = file();
  writeFileSync(`${state}.lock`, JSON.stringify({ ...mine, host: 'elsewhere', pid: dead }));
  expect(() => takeStateLock(state)).toThrow(`(process ${dead} on elsewhere). Stop that one, or give another file`);
});

test('a guard that was left behind does not stand in the way for long', () => {
  const state = file();
  writeFileSync(`${state}.lock`, '');
  writeFileSync(`${state}.lock.guard`, '');
  expect(() => takeStateLock(state)).toThrow(StateInUse);
  utimesSync(`${state}.lock.guard`, 0, 0);
  takeStateLock(state)();
  expect(existsSync(`${state}.lock.guard`)).toBe(false);
});
