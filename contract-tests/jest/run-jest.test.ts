import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Judgement } from '../judgement';
import { runJest } from './run-jest';

function checkOf(title: string, judge: () => Promise<Judgement>) {
  return { title, judge };
}

function scriptOf(text: string): string {
  const script = join(mkdtempSync(join(tmpdir(), 'docent-thread-')), 'thread.js');
  writeFileSync(script, text);
  return script;
}

test('Jest shows each check as it was judged, and tells which tests it has failed', async () => {
  const checked: string[] = [];
  const checks = [
    checkOf('holds', async () => ({ is: 'passed' })),
    checkOf('has no chance', async () => ({ is: 'skipped', why: 'nothing to tell by' })),
    checkOf('is broken', async () => ({ is: 'failed', why: 'expected this\nobserved that' })),
    checkOf('has a defect', async () => {
      throw new Error('of its own');
    }),
    checkOf('holds too', async () => ({ is: 'passed' })),
  ];
  const failures = await runJest({ title: 'A service', checks }, (title) => checked.push(title));
  expect(checked).toEqual(checks.map(({ title }) => title));
  expect(failures).toEqual([
    { title: 'is broken', message: 'expected this\nobserved that' },
    { title: 'has a defect', message: expect.stringMatching(/^Error: of its own\n {4}at /) },
  ]);
});

test('checks are made one after the other', async () => {
  let underWay = 0;
  const most: number[] = [];
  const checks = Array.from({ length: 5 }, (_, index) =>
    checkOf(`check ${index}`, async () => {
      underWay += 1;
      most.push(underWay);
      await setTimeout(5);
      underWay -= 1;
      return { is: 'passed' };
    }),
  );
  expect(await runJest({ title: 'A service', checks }, () => {})).toEqual([]);
  expect(most).toEqual([1, 1, 1, 1, 1]);
});

test.each([
  ['process.exit(3)', /ended with status 3 before Jest had/],
  ["throw new Error('not to be loaded')", /not to be loaded/],
])('no check is made once the thread is gone by %s', async (text, message) => {
  const script = scriptOf(text);
  let made = 0;
  const checks = Array.from({ length: 10_000 }, (_, index) =>
    checkOf(`check ${index}`, async () => {
      made += 1;
      await setTimeout(5);
      return { is: 'passed' };
    }),
  );
  await expect(runJest({ title: 'A service', checks }, () => {}, script)).rejects.toThrow(message);
  expect(made).toBeLessThan(checks.length);
});

test('where the native code is missing that Jest comes with, Jest does without', async () => {
  const script = scriptOf(`
    process.env.NAPI_RS_NATIVE_LIBRARY_PATH = ${JSON.stringify(join(tmpdir(), 'missing.node'))};
    require(${JSON.stringify(join(__dirname, 'jest-thread.js'))});
  `);
  const checks = [
    checkOf('holds', async () => ({ is: 'passed' })),
    checkOf('is broken', async () => ({ is: 'failed', why: 'as expected' })),
  ];
  const failures = await runJest({ title: 'A service', checks }, () => {}, script);
  expect(failures).toEqual([{ title: 'is broken', message: 'as expected' }]);
});
