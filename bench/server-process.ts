import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onServerCore } from './cores';
import { pollUntilGood } from './first-answer';
import { messageOf, Output } from './output';
import { EVENT } from './requests';
import type { Subject } from './subjects';

/** A server that answers, in a process of its own; whoever has started it stops it. */
export interface ServerProcess {
  /** Where it answers, without a slash at the end. */
  url: string;
  /** Milliseconds from the start of the process to its first good answer. */
  coldStart: number;
  /** Resident memory now, in MB. */
  memory(): number;
  /** What is in use after garbage was collected, in bytes; of a server that was started with `PROBED`. */
  heap(): Promise<number>;
  /** How many active resources (sockets, timers and the like) there are; of a server that was started with `PROBED`. */
  handles(): Promise<number>;
  stop(): Promise<void>;
}

/** What precedes a program that is to tell its heap. */
export const PROBED = ['--expose-gc', '--require', join(__dirname, 'heap-probe.js')];

const HEAP_IN_USE = /^heap in use: (\d+)$/m;
const HANDLES_IN_USE = /^handles in use: (\d+)$/m;

/** How long a server may take until it answers, and until it has ended, in milliseconds. */
const START_PATIENCE = 180_000;
const STOP_PATIENCE = 5_000;

/**
 * Starts a server on a free port and waits for its first good answer. What it prints is read all the time, so that no log holds it up.
 * @param environment added to this process's own
 * @throws {Error} where it ends, or gives no good answer in time
 */
export async function startServer(subject: Subject, environment: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const started = performance.now();
  const [command, args] = onServerCore(subject.args);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = () => stopChild(child).then(() => void process.off('exit', kill));
  const output = new Output(child);
  try {
    const url = await output.next(subject.url, START_PATIENCE);
    await pollUntilGood(url + EVENT.path, EVENT.headers, started + START_PATIENCE);
    const coldStart = performance.now() - started;
    const pid = child.pid ?? 0; // it has answered, so it has one
    const probe = (pattern: RegExp) => probed(child, output, pattern);
    const [heap, handles] = [() => probe(HEAP_IN_USE), () => probe(HANDLES_IN_USE)];
    return { url, coldStart, memory: () => residentMemory(pid), heap, handles, stop };
  } catch (error) {
    await stop();
    throw new Error(`Failed to start ${subject.title}: ${messageOf(error)}`, { cause: error });
  }
}

function probed(child: ChildProcess, output: Output, pattern: RegExp): Promise<number> {
  const found = output.next(pattern, START_PATIENCE);
  child.kill('SIGUSR2');
  return found.then(Number);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE);
  await ended;
  clearTimeout(timer);
}

function residentMemory(pid: number): number {
  const kilobytes = Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
  return kilobytes / 1024;
}
