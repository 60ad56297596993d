import { Command, InvalidArgumentError } from 'commander';
import { addDocumentOptions, ConfigurationError, type DocumentOptions, repeated, toServiceOptions } from '../spec';
import { banner } from './banner';
import { isCalendarDate } from './calendar';
import { type StartedMock, startMock } from './server';

interface Options extends DocumentOptions {
  fixtures?: string;
  port: number;
  host: string;
  token: string[];
  today?: string;
}

/** Any token will do where none was named; this one is shown as an example. */
const EXAMPLE_TOKEN = 'ZG9jZW50OmRvY2VudA==';

/** `docent mock`: serves the document until it is told to stop. */
export function createCommand(): Command {
  return addDocumentOptions(new Command('mock'))
    .description('Serves an OpenAPI document as a stateful mock: what is patched is what is read afterwards.')
    .option(
      '--fixtures <file or folder>',
      'data to start with; without it the fixtures of the default document, or the examples of any other',
    )
    .option('--port <number>', 'port to listen on; 0 for a free one', toPort, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--token <token>',
      'accepted credential (repeatable; or AUTH_TOKEN); without it any is accepted',
      repeated,
      [],
    )
    .option('--today <date>', 'date that counts as today, YYYY-MM-DD; without it the local date', toDate)
    .action(serve);
}

async function serve(options: Options): Promise<void> {
  const { fixtures, port, host, today } = options;
  const { AUTH_TOKEN } = process.env;
  const tokens = options.token.length > 0 || !AUTH_TOKEN ? options.token : [AUTH_TOKEN];
  const started = await startMock({
    ...toServiceOptions(options),
    ...(fixtures === undefined ? {} : { fixtures }),
    ...(today === undefined ? {} : { today }),
    tokens,
    port,
    host,
  }).catch((error: unknown) => {
    throw explained(error, host, port);
  });
  process.stdout.write(`${banner(started, tokens[0] ?? EXAMPLE_TOKEN)}\n`);
  stopOnSignal(started);
}

function stopOnSignal({ close }: StartedMock): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

/** An error of the system in words that say what to do. */
function explained(error: unknown, host: string, port: number): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Give another with --port, or 0 for a free one.`,
    EACCES: `Port ${port} may not be used by this user. Give one above 1023 with --port.`,
    EADDRNOTAVAIL: `${host} is no address of this machine.`,
    ENOTFOUND: `${host} is no address of this machine.`,
  };
  const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined;
  return reason === undefined
    ? error
    : new ConfigurationError('start the mock', [{ place: `${host}:${port}`, message: reason }]);
}

function toPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}

function toDate(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError('It must be a date, YYYY-MM-DD.');
  return text;
}
