import { join } from 'node:path';
import type { ContractRun } from './contract-run';
import { handOver } from './handover';

/** Makes the checks of a run, each as a test of Jest, and nothing else; the folder may lie below node_modules. */
export async function runJest(run: ContractRun): Promise<void> {
  // Loaded only here: a run that cannot start says so at once.
  const { runCLI } = await import('@jest/core');
  handOver(run);
  const config = {
    rootDir: __dirname,
    roots: [__dirname],
    testMatch: [join(__dirname, 'contract.test.js').replaceAll('\\', '/')],
    testPathIgnorePatterns: [],
    haste: { retainAllFiles: true },
    watchman: false,
    transform: {},
    testEnvironment: join(__dirname, 'environment.js'),
    reporters: [join(__dirname, 'reporter.js')],
  };
  // Of any other folder than the current one, Jest would read the configuration that stands there.
  const projects = [process.cwd()];
  await runCLI({ config: JSON.stringify(config), runInBand: true, cache: false, _: [], $0: 'docent' }, projects);
}
