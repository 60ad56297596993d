import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageFolder } from '../spec';

const DOCENT = join(packageFolder, 'dist', 'bin', 'docent.js');

const FULL = '/dev/full';
const onFullDisk = existsSync(FULL) ? test : test.skip;

onFullDisk('what cannot be printed is told in a sentence', () => {
  const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${DOCENT}" types >${FULL}`], {
    cwd: packageFolder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^What was to be printed could not be: ENOSPC.*\. Make room, .*\.\n$/),
  ]);
});
