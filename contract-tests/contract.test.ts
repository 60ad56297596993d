import { afterAll, describe, test } from '@jest/globals';
import { NotExercised } from './findings';
import type { RunToJudge } from './jest/handover';
import type { Judgement } from './judgement';

/** Long enough for any check of a slow server; a request has a limit of its own. */
const TIMEOUT = 600_000;

/** What `docent verify` hands over; without it the environment says what to check. */
const { docent } = globalThis as { docent?: RunToJudge };
const run = docent ?? openOwnRun();

describe(run.title, () => {
  for (const check of run.checks) test(check.title, async () => show(await check.judge()), TIMEOUT);
});

/** Loaded only here: what is handed over is made outside of Jest. */
function openOwnRun(): RunToJudge {
  const own = (require('./own-run') as typeof import('./own-run')).openOwnRun();
  afterAll(own.close, TIMEOUT);
  return own.run;
}

function show(judgement: Judgement): void {
  if (judgement.is === 'passed') return;
  if (judgement.is === 'skipped') throw new NotExercised(judgement.why);
  const failure = new Error(judgement.why);
  // Where in the harness a violation was found says nothing about the target.
  failure.stack = failure.message;
  throw failure;
}
