import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';
import { handedOver } from './handover';

/** Node's environment with the run that `docent verify` hands over. A test that throws NotExercised counts as skipped: nothing was seen to hold. */
export default class ContractEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    // Behind a getter, since Jest takes apart what globals hold when the test file has ended.
    Object.defineProperty(this.global, 'docent', { get: handedOver });
  }

  async handleTestEvent(event: Circus.Event): Promise<void> {
    if (event.name !== 'test_done') return;
    const errors = event.test.errors.flat();
    if (!errors.some((error: unknown) => (error as Error | undefined)?.name === 'NotExercised')) return;
    event.test.errors.length = 0;
    event.test.status = 'skip';
  }
}
