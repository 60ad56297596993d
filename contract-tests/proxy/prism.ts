import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { ConfigurationError } from '../../spec';

/** Prism as a process that listens on a free port of this machine. */
export interface Prism {
  /** Where it answers, without a slash at the end. */
  url: string;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const ENTRY = '@stoplight/prism-cli/dist/index.js';

/** How long Prism may take to read a document and listen, in milliseconds. */
const PATIENCE = 60_000;

/** As `prism mock` and `prism proxy` take them; the document is a file in YAML or JSON. */
export type PrismArguments =
  | ['mock', document: string]
  | ['proxy', '--validate-request=false', document: string, upstream: string];

/**
 * Starts Prism and waits until it listens. It ends with this process, unless that one is killed outright.
 * @throws {ConfigurationError} where it is not installed, or refuses to start
 */
export async function startPrism([command, ...rest]: PrismArguments): Promise<Prism> {
  // A group of its own keeps Ctrl-C from ending it before its last answers are read; one process, whatever NODE_ENV says.
  const options = ['--port', '0', '--host', '127.0.0.1', '--cors=false', '--multiprocess=false'];
  const child = spawn(process.execPath, [findPrism(), command, ...options, ...rest], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  const kill = () => void child.kill();
  process.once('exit', kill);
  const ended = once(child, 'exit').then(() => void process.off('exit', kill));
  const stop = async () => {
    child.kill();
    await ended;
  };
  try {
    return { url: await addressOf(child), ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Prism is a peer that only those install who want its opinion: beside Docent, or where the command is called. */
function findPrism(): string {
  try {
    return require.resolve(ENTRY, { paths: [__dirname, process.cwd()] });
  } catch {
    const message =
      'It is not installed. Run "npm install --save-dev @stoplight/prism-cli@5.14.2" (later ones need Node 24).';
    throw new ConfigurationError('start Prism', [{ place: '@stoplight/prism-cli', message }]);
  }
}

function addressOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const fail = (what: string) => {
      const message = `${what} It printed: ${printed.trim().slice(-1000) || 'nothing'}`;
      reject(new ConfigurationError('start Prism', [{ place: '@stoplight/prism-cli', message }]));
    };
    const timer = setTimeout(fail, PATIENCE, `It did not listen within ${PATIENCE / 1000} seconds.`);
    child.once('exit', () => fail('It ended at once.'));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        if (timer.hasRef()) printed += chunk;
        const [, address] = /Prism is listening on (http:\S+)/.exec(printed) ?? [];
        if (address === undefined) return;
        clearTimeout(timer);
        printed = ''; // what follows is a log of requests, read only so that Prism is not held up
        resolve(address);
      });
    }
    child.once('exit', () => clearTimeout(timer));
  });
}
