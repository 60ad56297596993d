import { appendFileSync } from 'node:fs';
import { afterAll, describe, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, quickDisk, readService } from '../spec';
import { type Configuration, readConfiguration } from './configuration';
import { examine, type Outcome } from './examine';
import { messageOf } from './failure-message';
import { NotExercised } from './findings';
import { interruption } from './interruption';
import { readJournal } from './journal';
import { restoreAll } from './leftovers';
import { openTarget } from './open-target';
import { SchemaOracle } from './oracle';
import { type Check, planChecks, titleOf } from './plan';
import { redactedError } from './redacted-error';
import type { RunLine } from './reporter';
import { lockEntries } from './safe-run';
import { createSchedule } from './schedule';
import { SeenFields } from './seen-fields';

/** Long enough for any check of a slow server; a request has a limit of its own. */
const TIMEOUT = 600_000;

/** What `docent verify` hands over; without it the environment says what to check. */
const { docent } = globalThis as { docent?: Configuration };
const configuration =
  docent ??
  readConfiguration(
    { spec: DEFAULT_DOCUMENT, overlays: [], ids: [], only: [], strict: false, allowWrites: false },
    process.env,
  );
const service = readService({ spec: configuration.spec, overlays: configuration.overlays, files: quickDisk() });
const seenFields = new SeenFields(service);
const target = seenFields.watch(
  openTarget({ configuration, service, environment: process.env, signal: interruption() }),
);
const { strict, seed, runs, stateFolder, baseUrl, together = false } = configuration;
const options = { service, target, oracle: new SchemaOracle(service), strict, seed, runs };
const checks = planChecks(service, configuration.only);
const outcomeOf = createSchedule(checks, (check) => examine(check, options), { together });

describe(service.title, () => {
  for (const check of checks) test(titleOf(check), () => run(check), TIMEOUT);
  afterAll(() => write({ unseenFields: seenFields.unseen() }));
});

// Other runs are kept away, and what a check could not put back is tried once more; docent verify does so itself.
if (docent === undefined && stateFolder !== undefined && baseUrl !== undefined) {
  const unlock = lockEntries(configuration, stateFolder, baseUrl);
  afterAll(async () => {
    const kept = readJournal(stateFolder, baseUrl).filter(({ pid }) => pid === process.pid);
    await restoreAll(kept, { service, target, say: (sentence) => process.stderr.write(`${sentence}\n`) });
    unlock();
  }, TIMEOUT);
}

async function run(check: Check): Promise<void> {
  const outcome = await outcomeOf(check).catch((error: unknown) => {
    throw redactedError(error, target.redact);
  });
  write(outcome);
  fail(outcome);
}

function write(line: RunLine): void {
  if (configuration.outcomesFile !== undefined) appendFileSync(configuration.outcomesFile, `${JSON.stringify(line)}\n`);
}

function fail(outcome: Outcome): void {
  if (outcome.verdict === 'not exercised') throw new NotExercised(outcome.reason);
  if (outcome.verdict !== 'violated') return;
  const failure = new Error(messageOf(outcome));
  // Where in the harness a violation was found says nothing about the target.
  failure.stack = failure.message;
  throw failure;
}
