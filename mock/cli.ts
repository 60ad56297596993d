import { Command, InvalidArgumentError, Option } from 'commander';
import {
  addDocumentOptions,
  ConfigurationError,
  type DocumentOptions,
  listeningError,
  READINGS,
  repeated,
  toFile,
  toPort,
  toServiceOptions,
} from '../spec';
import { banner } from './banner';
import { isCalendarDate } from './calendar';
import { createLog, LOG_FORMATS, type LogFormat } from './journal/log';
import { type ReloadReport, reloadMessage } from './reload/report';
import { type StartedMock, type StartOptions, startMock } from './server';
import { SESSION_LIMITS } from './sessions/sessions';
import { controlTokenFault, tokenFault } from './tokens';

interface Options extends DocumentOptions {
  fixtures?: string;
  port: number;
  host: string;
  token: string[];
  today?: string;
  scenario?: string;
  faults?: string;
  requireSession?: boolean;
  maximumSessions: number;
  sessionIdle: number;
  controlToken?: string;
  state?: string;
  watch: boolean;
  log: LogFormat;
  quiet?: boolean;
}

/** `docent mock`: serves the document until it is told to stop. */
export function createCommand(): Command {
  return addDocumentOptions(new Command('mock'))
    .description('Serves an OpenAPI document as a stateful mock: what is patched is what is read afterwards.')
    .option(
      '--fixtures <file or folder>',
      'data to start with; without it the fixtures of the default document, or the examples of any other',
      toFile,
    )
    .option('--port <number>', 'port to listen on; 0 for a free one', toPort, 4010)
    .option('--host <address>', 'address to listen on', toHost, '127.0.0.1')
    .option(
      '--token <token>',
      'accepted credential (repeatable; or AUTH_TOKEN); without it any is accepted',
      withToken,
      [],
    )
    .option('--today <date>', 'date that counts as today, YYYY-MM-DD; without it the local date', toDate)
    .option(
      '--scenario <name>',
      'data to start with in place of some of the fixtures: a file of their folder scenarios',
    )
    .option('--faults <file>', 'YAML file of fault rules that sessions begin with', toFile)
    .option('--require-session', 'refuse requests to the service that name no session (X-Docent-Session)')
    .option('--maximum-sessions <number>', 'named sessions that there may be', toCount, SESSION_LIMITS.most)
    .option('--session-idle <seconds>', 'time after which an unused session may go', toCount, SESSION_LIMITS.idle)
    .option(
      '--control-token <token>',
      'what the control API (/_docent) asks for as Bearer token; needed for it on any address but loopback',
      toControlToken,
    )
    .option(
      '--state <file>',
      'JSON file in which what is changed outlasts the mock; without it the mock forgets when it ends',
      toFile,
    )
    .option('--no-watch', 'serve the files as they were at the start; otherwise every change of them is taken in')
    .addOption(
      new Option('--log <format>', 'how each request is logged to stderr').choices(LOG_FORMATS).default('text'),
    )
    .addOption(new Option('--quiet', 'log no requests').conflicts('log'))
    .action(serve);
}

async function serve(options: Options): Promise<void> {
  const { host, port } = options;
  const started = await startMock({ ...toStartOptions(options), onReload }).catch((error: unknown) => {
    throw listeningError(error, 'start the mock', host, port);
  });
  stopOnSignal(started); // before whoever waits for the banner can send one
  process.stdout.write(`${banner(started)}\n`);
}

/** What could not be served goes where errors go. */
function onReload(report: ReloadReport): void {
  (report.outcome === 'refused' ? process.stderr : process.stdout).write(`${reloadMessage(report)}\n`);
}

function toStartOptions(options: Options): StartOptions {
  const { spec: _spec, overlay: _overlay, token, log, quiet = false, ...others } = options;
  const { AUTH_TOKEN } = process.env;
  const tokens = token.length > 0 || !AUTH_TOKEN ? token : [toEnvironmentToken(AUTH_TOKEN)];
  const warn = (message: string) => void process.stderr.write(`Warning: ${message}\n`);
  const onExchange = quiet ? {} : { onExchange: createLog(process.stderr, log) };
  return { ...others, ...toServiceOptions(options), tokens, readings: READINGS, warn, ...onExchange };
}

function stopOnSignal({ close }: StartedMock): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void close());
}

function toHost(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be an address of this machine, such as 127.0.0.1.');
  return text;
}

function withToken(text: string, earlier: string[]): string[] {
  const fault = tokenFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(fault);
  return repeated(text, earlier);
}

function toControlToken(text: string): string {
  const fault = controlTokenFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(fault);
  return text;
}

function toEnvironmentToken(text: string): string {
  const message = tokenFault(text);
  if (message !== undefined) throw new ConfigurationError('start the mock', [{ place: 'AUTH_TOKEN', message }]);
  return text;
}

function toCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1.');
  return Number(text);
}

function toDate(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError('It must be a date, YYYY-MM-DD, from year 1000 to 8999.');
  return text;
}
