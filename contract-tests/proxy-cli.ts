import { Command, InvalidArgumentError } from 'commander';
import {
  addDocumentOptions,
  ConfigurationError,
  type DocumentOptions,
  listeningError,
  readService,
  toPort,
  toServiceOptions,
} from '../spec';
import { counted } from './counted';
import { type Sighting, startProxy } from './proxy/proxy';
import { withoutSlash } from './target/addresses';
import { BASE_URL_FORM, baseUrlFault } from './target/server-access';

interface Options extends DocumentOptions {
  port: number;
  host: string;
}

/** `docent proxy`: watches what passes between an application and a server, until it is told to stop. */
export function createCommand(): Command {
  return addDocumentOptions(new Command('proxy'))
    .description('Hands requests on to a server and shows where Prism finds its answers to break the document.')
    .argument('<url>', 'base URL of the server', toBaseUrl)
    .option('--port <number>', 'port to listen on; 0 for a free one', toPort, 4011)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addHelpText(
      'after',
      '\nExit status: 0 no violation, 1 violations, 2 could not be run, or not every answer judged.',
    )
    .action(async (upstream: URL, options: Options) => {
      process.exitCode = await watch(upstream, options);
    });
}

/** Runs until SIGINT, SIGTERM or SIGHUP; resolves to the exit status. */
async function watch(upstream: URL, options: Options): Promise<0 | 1 | 2> {
  const { port, host } = options;
  const service = readService(toServiceOptions(options));
  const tally = new Tally();
  const told = signalled();
  const proxy = await startProxy({ service, upstream, port, host, report: (sighting) => tally.add(sighting) }).catch(
    (error: unknown) => {
      throw listeningError(error, 'start the proxy', host, port);
    },
  );
  print(
    `${service.title}: ${withoutSlash(upstream.href)} is watched. Point the application to ${proxy.url} instead; Ctrl-C ends it.`,
  );
  const isEnded = await Promise.race([told.then(() => false), proxy.ended.then(() => true)]);
  await proxy.close();
  print(tally.summary());
  if (isEnded) throw new ConfigurationError('go on', [{ place: 'Prism', message: 'It has ended. Start again.' }]);
  return tally.exitStatus();
}

/** Resolves at the first signal to stop; later ones do not cut the stopping short, or Prism would be left behind. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

/** Counts what came by and prints what is wrong with it, a line each; what the document leaves open is printed once. */
class Tally {
  #requests = 0;
  #violations = 0;
  #unjudged = 0;
  readonly #notes = new Set<string>();

  add({ method, path, status, complaints, unjudged }: Sighting): void {
    this.#requests += 1;
    const place = `${method} ${path}${status === undefined ? '' : ` ${status}`}`;
    if (unjudged !== undefined) {
      this.#unjudged += 1;
      print(`unjudged   ${place}  ${unjudged}`);
    }
    for (const { kind, message } of complaints) {
      const line = `${place}  ${message}`;
      if (kind === 'violation') {
        this.#violations += 1;
        print(`violation  ${line}`);
      } else if (!this.#notes.has(line)) {
        this.#notes.add(line);
        print(`note       ${line}`);
      }
    }
  }

  summary(): string {
    const unjudged = this.#unjudged === 0 ? '' : `, ${this.#unjudged} of them not judged`;
    return `${counted(this.#requests, 'request')}${unjudged}, ${counted(this.#violations, 'violation')}.`;
  }

  exitStatus(): 0 | 1 | 2 {
    if (this.#violations > 0) return 1;
    return this.#unjudged > 0 ? 2 : 0;
  }
}

/** Prints one line. What servers send may hold characters that a terminal obeys. */
function print(line: string): void {
  process.stdout.write(`${line.replace(/\p{Cc}/gu, '�')}\n`);
}

function toBaseUrl(text: string): URL {
  const fault = baseUrlFault(text);
  if (fault === 'no base URL') throw new InvalidArgumentError(BASE_URL_FORM);
  if (fault === 'credential') throw new InvalidArgumentError('Leave the credential to the application.');
  return new URL(text);
}
