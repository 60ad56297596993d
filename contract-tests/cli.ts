import { Command } from 'commander';
import {
  addDocumentOptions,
  type DocumentOptions,
  quickDisk,
  readService,
  repeated,
  type Service,
  toFile,
} from '../spec';
import { type Configuration, readConfiguration } from './configuration';
import { ContractRun } from './contract-run';
import { USUAL_CHANCE } from './examination';
import { runJest } from './jest/run-jest';
import { listingOf } from './listing';
import { openTarget } from './open-target';
import { planChecks } from './plan';
import { preflight } from './preflight';
import { ContractReporter } from './reporter';
import { makeReportFolder } from './reports/write-reports';
import { restoreTarget } from './safety/restore-target';
import { runSafely } from './safety/safe-run';
import { exitStatusOf } from './summary';
import { redactedError } from './target/redacted-error';
import type { Environment } from './target/server-access';

interface RestoreOptions extends DocumentOptions {
  timeout?: string;
  header: string[];
}

interface Options extends RestoreOptions {
  fixtures?: string;
  id: string[];
  only: string[];
  strict: boolean;
  allowWrites: boolean;
  readOnly: boolean;
  list: boolean;
  seed?: string;
  runs?: string;
  deviations?: string;
}

const ENVIRONMENT = `
Environment:
  BASE_URL       the server, in place of [url]
  AUTH_TOKEN     its credential, as it follows the scheme in the header
  …_ID           identifiers, as with --id; named after the path parameter: BOOK_ID for bookId
  ALLOW_WRITES   the host that may be written to
  STRICT         1, as with --strict
  HEADERS        headers for every request, a line each
  REPORT_DIR     where the reports go (reports)
  DOCENT_HOME    where what is to be put back is kept (~/.docent)`;

/** `docent verify`: checks a server, or the mock in this process, against the document. */
export function createCommand(): Command {
  return addTransportOptions(addDocumentOptions(new Command('verify')))
    .description('Checks a server against an OpenAPI document; without a URL, the mock in this process.')
    .argument('[url]', 'base URL of the server (or BASE_URL); its credential is taken from AUTH_TOKEN')
    .option('--fixtures <file or folder>', 'data that the mock in this process starts with', toFile)
    .option('--id <name=value>', 'identifiers that the server knows, name=value[,value…] (repeatable)', repeated, [])
    .option('--list', 'print what would be checked, why, and at what cost; send nothing', false)
    .option('--only <rule or operation>', 'check nothing else (repeatable)', repeated, [])
    .option('--strict', 'fail on what is only expected too (or STRICT=1)', false)
    .option('--read-only', 'write nothing, whatever the server', false)
    .option('--allow-writes', 'let checks write to a server elsewhere than on this machine (or ALLOW_WRITES)', false)
    .option(
      '--seed <number>',
      `where random sequences of updates begin; the same number gives the same ones (${USUAL_CHANCE.seed})`,
    )
    .option('--runs <number>', `how many random sequences of updates to try (${USUAL_CHANCE.runs})`)
    .option('--deviations <file>', 'findings that are accepted, with reason, owner and expiry', toFile)
    .addHelpText('after', ENVIRONMENT)
    .addHelpText('after', '\nExit status: 0 conforms, 1 violated, 2 could not be run.')
    .action(async (url: string | undefined, options: Options) => {
      process.exitCode = await verify(url, options);
    });
}

/** `docent restore`: puts back what a run that was killed has left changed. */
export function createRestoreCommand(): Command {
  return addTransportOptions(addDocumentOptions(new Command('restore')))
    .description('Puts back what a run that was killed, or could not do so, has left changed on a server.')
    .argument('[url]', 'base URL of the server (or BASE_URL), where runs have left something on several')
    .addHelpText('after', '\nExit status: 0 everything is as it was, 2 it is not.')
    .action(async (url: string | undefined, { spec, overlay: overlays, ...options }: RestoreOptions) => {
      const environment = withHeaders(options.header);
      const timeout = options.timeout === undefined ? {} : { timeout: options.timeout };
      process.exitCode = await restoreTarget({
        url,
        spec,
        overlays,
        ...timeout,
        environment,
        say,
      });
    });
}

function addTransportOptions(command: Command): Command {
  return command
    .option('--timeout <seconds>', 'how long to wait for an answer (30)')
    .option('--header <name: value>', 'a header for every request (repeatable; or HEADERS, a line each)', repeated, []);
}

/** Headers go where the credential is, in the environment: their values may be as secret. */
function withHeaders(headers: string[]): NodeJS.ProcessEnv {
  if (headers.length > 0) process.env.HEADERS = [process.env.HEADERS ?? '', ...headers].join('\n');
  return process.env;
}

async function verify(url: string | undefined, options: Options): Promise<0 | 1 | 2> {
  const { overlay: overlays, id: ids, header, ...rest } = options;
  const environment = withHeaders(header);
  const service = readService({ spec: options.spec, overlays, files: quickDisk() });
  const configuration = readConfiguration(
    { ...rest, overlays, ids, ...(url !== undefined && { url }) },
    environment,
    service,
  );
  if (options.list) {
    process.stdout.write(`${listingOf(configuration, service)}\n`);
    return 0;
  }
  makeReportFolder(configuration.reportDir);
  return configuration.baseUrl === undefined
    ? check(new ContractRun({ configuration, service, environment }))
    : verifyServer(configuration, service, environment);
}

async function verifyServer(
  configuration: Configuration,
  service: Service,
  environment: Environment,
): Promise<0 | 1 | 2> {
  const interruption = new AbortController();
  const { signal } = interruption;
  const target = openTarget({ configuration, service, environment, signal });
  try {
    return await runSafely({ configuration, service, target, say }, interruption, async (restoreLeftovers) => {
      const quickest = await preflight(service, planChecks(service, configuration.only), target);
      await restoreLeftovers();
      const timed = { ...configuration, together: quickest > FAR };
      return check(new ContractRun({ configuration: timed, service, environment, signal }));
    });
  } catch (error) {
    if (signal.aborted && error !== signal.reason) return 2;
    throw redactedError(error, target.redact);
  }
}

/** An answer that takes longer, in milliseconds, comes from far away. */
const FAR = 25;

async function check(run: ContractRun): Promise<0 | 1 | 2> {
  const reporter = new ContractReporter(run);
  const failures = await runJest(run, (title) => reporter.checked(title));
  reporter.complete(failures);
  return exitStatusOf(run.summary());
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
