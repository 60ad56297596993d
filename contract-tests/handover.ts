import type { ContractRun } from './contract-run';
import type { ContractReporter } from './reporter';

/** A run, and what shows it. */
interface HandedOver {
  run: ContractRun;
  reporter: ContractReporter;
}

/** Set by `whileHandedOver` alone. The process is what both sides share: Jest makes its side of it by a file's name. */
let handed: HandedOver | undefined;

/**
 * Hands a run to what Jest makes by a file's name, in the same process, for as long as some work takes: to the reporter, and to the
 * environment of the test file.
 */
export async function whileHandedOver(run: HandedOver, work: () => Promise<unknown>): Promise<void> {
  handed = run;
  try {
    await work();
  } finally {
    handed = undefined;
  }
}

/** The run that was handed over; without one, Jest was started by itself. */
export function handedOver(): HandedOver | undefined {
  return handed;
}
