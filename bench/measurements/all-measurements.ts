import { COLD_STARTS } from './cold-starts';
import type { Measurement } from './context';
import { CONTRACT_RUN } from './contract-run';
import { SERVERS } from './servers';
import { STORE } from './store';

/** Everything that a round consists of. */
export const MEASUREMENTS: readonly Measurement[] = [...SERVERS, COLD_STARTS, STORE, CONTRACT_RUN];
