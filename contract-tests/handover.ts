import type { ContractRun } from './contract-run';
import type { ContractReporter } from './reporter';

/** A run, and what shows it. */
interface HandedOver {
  run: ContractRun;
  reporter: ContractReporter;
}

let handed: HandedOver | undefined;

/** Hands a run to what Jest makes by a file's name, in the same process: the reporter, and the environment of the test file. */
export function handOver(run: HandedOver): void {
  handed = run;
}

/** The run that was handed over; without one, Jest was started by itself. */
export function handedOver(): HandedOver | undefined {
  return handed;
}
