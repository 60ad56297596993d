import type { ContractRun } from './contract-run';

let handed: ContractRun | undefined;

/** Hands a run to what Jest makes by a file's name, in the same process: the reporter, and the environment of the test file. */
export function handOver(run: ContractRun): void {
  handed = run;
}

/** The run that was handed over; without one, Jest was started by itself. */
export function handedRun(): ContractRun | undefined {
  return handed;
}
