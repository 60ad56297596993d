import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { addDocumentOptions, type DocumentOptions, readService, repeated } from '../spec';
import { type Configuration, readConfiguration } from './configuration';
import { openTarget } from './open-target';
import { planChecks } from './plan';
import { preflight } from './preflight';
import { runJest } from './run-jest';
import { exitStatusOf } from './summary';

interface Options extends DocumentOptions {
  fixtures?: string;
  id: string[];
  only: string[];
  strict: boolean;
  allowWrites: boolean;
  deviations?: string;
}

/** `docent verify`: checks a server, or the mock in this process, against the document. */
export function createCommand(): Command {
  return addDocumentOptions(new Command('verify'))
    .description('Checks a server against an OpenAPI document; without a URL, the mock in this process.')
    .argument('[url]', 'base URL of the server (or BASE_URL); its credential is taken from AUTH_TOKEN')
    .option('--fixtures <file or folder>', 'data that the mock in this process starts with')
    .option('--id <name=value>', 'identifiers that the server knows, name=value[,value…] (repeatable)', repeated, [])
    .option('--only <rule or operation>', 'check nothing else (repeatable)', repeated, [])
    .option('--strict', 'fail on what is only expected too (or STRICT=1)', false)
    .option(
      '--allow-writes',
      'let checks write to a server that is not on this machine (or ALLOW_WRITES=<host>)',
      false,
    )
    .option('--deviations <file>', 'findings that are accepted, as YAML')
    .addHelpText('after', '\nExit status: 0 conforms, 1 violated, 2 could not be run.')
    .action(async (url: string | undefined, options: Options) => {
      process.exitCode = await verify(url, options);
    });
}

async function verify(url: string | undefined, options: Options): Promise<0 | 1 | 2> {
  const { spec, overlay: overlays, fixtures, id: ids, only, strict, allowWrites, deviations } = options;
  const run = {
    ...{ spec, overlays, ids, only, strict, allowWrites },
    ...(url && { url }),
    ...(fixtures && { fixtures }),
    ...(deviations && { deviations }),
  };
  const configuration = readConfiguration(run, process.env);
  // Opened here as well, so that what is wrong with a document, with data or with a server is told before any check.
  const target = openTarget(configuration, process.env.AUTH_TOKEN);
  const service = readService({ spec, overlays });
  if (configuration.baseUrl !== undefined) await preflight(service, planChecks(service, only), target);
  return inScratchFolder((folder) => check({ ...configuration, outcomesFile: join(folder, 'outcomes.ndjson') }));
}

async function check(configuration: Configuration): Promise<0 | 1 | 2> {
  return exitStatusOf(await runJest(configuration));
}

async function inScratchFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
