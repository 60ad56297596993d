import { join } from 'node:path';
import type { Configuration } from './configuration';
import { readSummary } from './reporter';
import type { Summary } from './summary';

/** Runs the contract suite, and nothing else, by Jest; the folder may lie below node_modules. */
export async function runJest(configuration: Configuration): Promise<Summary> {
  // Loaded only here: a run that cannot start says so at once.
  const { runCLI } = await import('@jest/core');
  const config = {
    rootDir: __dirname,
    roots: [__dirname],
    testMatch: [join(__dirname, 'contract.test.js').replaceAll('\\', '/')],
    testPathIgnorePatterns: [],
    haste: { retainAllFiles: true },
    watchman: false,
    transform: {},
    testEnvironment: join(__dirname, 'environment.js'),
    reporters: [[join(__dirname, 'reporter.js'), { configuration }]],
    globals: { docent: configuration },
  };
  // Of any other folder than the current one, Jest would read the configuration that stands there.
  const projects = [process.cwd()];
  await runCLI({ config: JSON.stringify(config), runInBand: true, cache: false, _: [], $0: 'docent' }, projects);
  return readSummary(configuration);
}
