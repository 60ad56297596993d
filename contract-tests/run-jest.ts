import { join } from 'node:path';
import { literalPattern, packageFolder } from '../spec';
import type { ContractRun } from './contract-run';
import { whileHandedOver } from './handover';
import { ContractReporter } from './reporter';

/** Where Jest finds what it loads by a file's name; the command itself may have been loaded from a bundle, which is elsewhere. */
const FOLDER = join(packageFolder, 'dist', 'contract-tests');
const SUITE = 'contract.test.js';

/** Makes the checks of a run, each as a test of Jest, and nothing else; the folder may lie below node_modules. */
export async function runJest(run: ContractRun): Promise<void> {
  // Loaded only here: a run that cannot start says so at once.
  const { runCLI } = await import('@jest/core');
  const config = {
    rootDir: FOLDER,
    roots: [FOLDER],
    testMatch: [join(FOLDER, SUITE).replaceAll('\\', '/')],
    testPathIgnorePatterns: [],
    // Jest visits each file of its root, with a process of its own, unless it is told otherwise.
    modulePathIgnorePatterns: [`^${literalPattern(FOLDER)}[\\\\/](?!${literalPattern(SUITE)}$)`],
    haste: { retainAllFiles: true, forceNodeFilesystemAPI: true },
    watchman: false,
    transform: {},
    testEnvironment: join(FOLDER, 'environment.js'),
    reporters: [join(FOLDER, 'handed-reporter.js')],
  };
  // Of any other folder than the current one, Jest would read the configuration that stands there.
  const projects = [process.cwd()];
  const options = { config: JSON.stringify(config), runInBand: true, cache: false, _: [], $0: 'docent' };
  await whileHandedOver({ run, reporter: new ContractReporter(run) }, () => runCLI(options, projects));
}
