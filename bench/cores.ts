import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The cores that this process may use, where the system tells. */
const allowed = coresIn(existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '');

const [serverCore, loadCore] = allowed;

/** Whether servers and load can be kept apart: on Linux, with two cores or more. */
export const canPin = loadCore !== undefined && spawnSync('taskset', ['--version']).status === 0;

/** The command that runs Node with these arguments, on the servers' core where that can be had. */
export function onServerCore(args: readonly string[]): [command: string, args: string[]] {
  return canPin ? nodeOn([Number(serverCore)], args) : [process.execPath, [...args]];
}

/** The command that runs Node with these arguments, on every core that there is. */
export function onEveryCore(args: readonly string[]): [command: string, args: string[]] {
  return canPin ? nodeOn(allowed, args) : [process.execPath, [...args]];
}

/** Moves this process, which generates the load, to the core beside the servers'. */
export function moveToLoadCore(): void {
  if (canPin) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(loadCore), String(process.pid)]);
}

/** The numbers in the list `Cpus_allowed_list` of a process's status, such as `0-3,8`; none where it has no such list. */
export function coresIn(status: string): number[] {
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status) ?? [];
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-', 2).map((text) => Number.parseInt(text, 10));
    return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function nodeOn(cores: readonly number[], args: readonly string[]): [command: string, args: string[]] {
  return ['taskset', ['--cpu-list', cores.join(','), process.execPath, ...args]];
}
