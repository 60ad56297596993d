import { DEFAULT_DOCUMENT, quickDisk, readService } from '../spec';
import { readConfiguration } from './configuration';
import { ContractRun } from './contract-run';
import { readJournal } from './safety/journal';
import { restoreAll } from './safety/leftovers';
import { lockEntries } from './safety/safe-run';

/** A run that Jest has begun by itself: other runs are kept away until it is closed. */
export interface OwnRun {
  run: ContractRun;
  /** Tries once more to put back what a check could not. */
  close(): Promise<void>;
}

/**
 * Opens what the environment names, as `docent verify` does for an empty command line.
 * @throws {ConfigurationError} with every fault, or where another run is at work on one of the entries
 */
export function openOwnRun(): OwnRun {
  const environment = process.env;
  const options = { spec: DEFAULT_DOCUMENT, overlays: [], ids: [], only: [], strict: false, allowWrites: false };
  const service = readService({ spec: DEFAULT_DOCUMENT, files: quickDisk() });
  const configuration = readConfiguration(options, environment, service);
  const run = new ContractRun({ configuration, service, environment });
  const { stateFolder, baseUrl } = configuration;
  if (stateFolder === undefined || baseUrl === undefined) return { run, close: async () => {} };
  const unlock = lockEntries(configuration, stateFolder, baseUrl);
  const { target } = run;
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const close = async () => {
    const kept = readJournal(stateFolder, baseUrl).filter(({ pid }) => pid === process.pid);
    await restoreAll(kept, { service, target, say });
    unlock();
  };
  return { run, close };
}
