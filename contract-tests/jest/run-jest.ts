import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { literalPattern, packageFolder } from '../../spec';
import type { Judgement } from '../judgement';
import type { CheckToJudge, Errand, Failure, RunToJudge, Told } from './handover';

/** Where Jest finds what it loads by a file's name; the command itself may have been loaded from a bundle, which is elsewhere. */
const FOLDER = join(packageFolder, 'dist', 'contract-tests');
const SUITE = 'contract.test.js';

/** The suite and nothing else; the folder may lie below node_modules. */
const CONFIG = {
  rootDir: FOLDER,
  roots: [FOLDER],
  testMatch: [join(FOLDER, SUITE).replaceAll('\\', '/')],
  testPathIgnorePatterns: [],
  // Jest visits each file of its root, with a process of its own, unless it is told otherwise.
  modulePathIgnorePatterns: [`^${literalPattern(FOLDER)}[\\\\/](?!${literalPattern(SUITE)}$)`],
  haste: { retainAllFiles: true, forceNodeFilesystemAPI: true },
  watchman: false,
  transform: {},
  testEnvironment: join(FOLDER, 'jest', 'environment.js'),
  reporters: [],
};

const THREAD = join(FOLDER, 'jest', 'jest-thread.js');

/**
 * Makes the checks of a run, one after the other, while Jest shows each as a test, in a thread that loads it meanwhile.
 * @param checked learns the title of each check that was made
 * @param script what the thread runs
 * @returns the tests that Jest has failed, and what it could not do
 * @throws where Jest's thread is gone before Jest has ended; no check is made after that
 */
export async function runJest(
  { title, checks }: RunToJudge,
  checked: (title: string) => void,
  script: string = THREAD,
): Promise<Failure[]> {
  const errand: Errand = { config: JSON.stringify(CONFIG), title, checks: checks.map((check) => check.title) };
  const thread = new Worker(script, { workerData: errand });
  try {
    const ended = failuresOf(thread);
    let isGone = false;
    ended.catch(() => {
      isGone = true;
    });
    for (const [place, check] of checks.entries()) {
      if (isGone) break;
      const told: Told = { place, judgement: await judgementOn(check) };
      thread.postMessage(told);
      checked(check.title);
    }
    return await ended;
  } finally {
    await thread.terminate();
  }
}

/** A rule that has a defect of its own fails its test, and the run goes on. */
async function judgementOn(check: CheckToJudge): Promise<Judgement> {
  return check.judge().catch((error: Error) => ({ is: 'failed', why: error.stack ?? error.message }));
}

async function failuresOf(thread: Worker): Promise<Failure[]> {
  const exit = once(thread, 'exit').then(([status]) => {
    throw new Error(`Jest's thread has ended with status ${status} before Jest had.`);
  });
  const [failures] = await Promise.race([once(thread, 'message'), exit]);
  return failures;
}
