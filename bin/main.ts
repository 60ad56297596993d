import { Command, CommanderError, Help, type Option } from 'commander';
import { ConfigurationError, packageVersion } from '../spec';

/** The commands, each loaded only when it is called. */
const COMMANDS: Record<string, { summary: string; load: () => Promise<{ createCommand: () => Command }> }> = {
  mock: { summary: 'serve the document as a stateful mock', load: () => import('../mock/cli.js') },
  verify: {
    summary: 'check a server, or the mock itself, against the document',
    load: () => import('../contract-tests/cli.js'),
  },
  proxy: {
    summary: 'watch a server by the document, with Prism',
    load: () => import('../contract-tests/proxy-cli.js'),
  },
  types: { summary: 'write the TypeScript types of the document', load: () => import('../spec/types-cli.js') },
  restore: {
    summary: 'put back what a run that was killed has left changed on a server',
    load: async () => ({ createCommand: (await import('../contract-tests/cli.js')).createRestoreCommand }),
  },
};

/** Exit status of whatever could not be run: bad configuration, unreachable target. */
const COULD_NOT_RUN = 2;

/** Runs the command that the arguments name; what is wrong goes to stderr, and the exit status says that there was something. */
export async function main(): Promise<void> {
  // A defect of Docent's own must not look like a finding, which is what Node's exit status 1 would say.
  process.on('uncaughtException', (error) => {
    end(error);
    process.exit();
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', passOver);
  await runCommand().catch(end);
}

/** Whoever has gone, as `head` does, or `tee` on Ctrl-C, needs to be told no more; the command goes on to its end. */
function passOver(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function runCommand(): Promise<void> {
  const program = new Command('docent')
    .description('A stateful mock server and a contract-test harness, both driven by one OpenAPI document.')
    .version(packageVersion)
    .exitOverride()
    .showHelpAfterError(`Known are ${Object.keys(COMMANDS).join(', ')}; docent help tells of them.`)
    .hook('preAction', (_program, command) => refuseWhatNpmTook(command));
  const [first, second] = process.argv.slice(2);
  const called = first === 'help' ? second : first;
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = called === name ? (await load()).createCommand() : new Command(name);
    program.addCommand(command.summary(summary).exitOverride().configureHelp({ optionDescription }));
  }
  await program.parseAsync();
}

/** What the help says of an option, without a default that says nothing. */
function optionDescription(option: Option): string {
  const isTold =
    option.defaultValue !== false && !(Array.isArray(option.defaultValue) && option.defaultValue.length === 0);
  return new Help().optionDescription(isTold ? option : Object.create(option, { defaultValue: { value: undefined } }));
}

/**
 * Stops where npm has kept an option for itself, as of `npm run contract --read-only`, which would then write.
 * @throws {ConfigurationError} with each such option
 */
function refuseWhatNpmTook({ options }: Command): void {
  const { npm_lifecycle_event: script, ...environment } = process.env;
  if (script === undefined) return;
  const taken = options.filter(
    ({ long }) => `npm_config_${long?.replace(/^--(no-)?/, '').replaceAll('-', '_')}` in environment,
  );
  if (taken.length === 0) return;
  const message = `npm has kept it for itself. Write it behind two dashes: npm run ${script} -- …`;
  throw new ConfigurationError(
    'read the command line',
    taken.map(({ long }) => ({ place: String(long), message })),
  );
}

function end(error: unknown): void {
  if (error instanceof CommanderError) {
    // It has printed its own message; help and version, when asked for, end with 0.
    process.exitCode = error.exitCode === 0 ? 0 : COULD_NOT_RUN;
    return;
  }
  const { AUTH_TOKEN: token = '' } = process.env;
  const message = messageOf(error);
  process.stderr.write(`${token.length < 6 ? message : message.replaceAll(token, '[credential]')}\n`);
  process.exitCode = COULD_NOT_RUN;
}

/** Whether it is the system that refuses to take what is printed, as where the disk is full behind it. */
function isUnwritten(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'write';
}

function messageOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (isUnwritten(error))
    return `What was to be printed could not be: ${error.message}. Make room, or send it elsewhere.`;
  return `Docent has failed, which is a defect of its own: ${error instanceof Error ? error.stack : String(error)}`;
}
