import { afterAll, describe, test } from '@jest/globals';
import type { ContractRun } from './contract-run';
import type { Outcome } from './examine';
import { messageOf } from './failure-message';
import { NotExercised } from './findings';

/** Long enough for any check of a slow server; a request has a limit of its own. */
const TIMEOUT = 600_000;

/** What `docent verify` hands over; without it the environment says what to check. */
const { docent } = globalThis as { docent?: ContractRun };
const run = docent ?? openOwnRun();

describe(run.title, () => {
  for (const check of run.checks) test(check.title, async () => judge(await check.make()), TIMEOUT);
});

/** Loaded only here: what is handed over has been loaded already, outside of Jest's modules. */
function openOwnRun(): ContractRun {
  const own = (require('./own-run') as typeof import('./own-run')).openOwnRun();
  afterAll(own.close, TIMEOUT);
  return own.run;
}

function judge(outcome: Outcome | undefined): void {
  if (outcome === undefined) throw new NotExercised('The run was over before.');
  if (outcome.verdict === 'not exercised') throw new NotExercised(outcome.reason);
  if (outcome.verdict !== 'violated') return;
  const failure = new Error(messageOf(outcome));
  // Where in the harness a violation was found says nothing about the target.
  failure.stack = failure.message;
  throw failure;
}
