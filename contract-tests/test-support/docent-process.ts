import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageFolder } from '../../spec';

/** How a process has ended; its status is null where that was by a signal (Node, `ChildProcess`, event `close`). */
export interface Ended {
  status: number | null;
  /** What it wrote, to both streams. */
  output: string;
}

/** A process that was started; it goes on until it ends by itself or its starter ends it. */
export interface Docent {
  process: ChildProcess;
  ended: Promise<Ended>;
}

/** Starts the built command line in a process of its own, with nothing in its environment but what is given. */
export function startDocent(args: string[], environment: Record<string, string>): Docent {
  return startNode([join(packageFolder, 'dist', 'bin', 'docent.js'), ...args], environment);
}

/** Starts a script of Node in the same way, by the arguments that follow `node`. */
export function startNode(args: string[], environment: Record<string, string>): Docent {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, { env: { PATH, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    process: child,
    ended: new Promise((resolve) => child.on('close', (status) => resolve({ status, output }))),
  };
}
