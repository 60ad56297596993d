import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The cores that servers and the load generator have to themselves. */
const SERVER_CORE = '0';
const LOAD_CORE = '1';

/** Whether servers and load can be kept apart: on Linux with two cores or more. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** The command that runs Node with these arguments, on the servers' core where that can be had. */
export function onServerCore(args: readonly string[]): [command: string, args: string[]] {
  return canPin ? ['taskset', ['-c', SERVER_CORE, process.execPath, ...args]] : [process.execPath, [...args]];
}

/** Moves this process, which generates the load, to the core beside the servers'. */
export function moveToLoadCore(): void {
  if (canPin) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', LOAD_CORE, String(process.pid)]);
}
