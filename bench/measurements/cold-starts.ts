import type { Reading } from '../readings';
import { startServer } from '../server-process';
import { SERVER_IDS, SUBJECTS } from '../subjects';
import type { Measurement } from './context';

/** How often each server is started in a round. */
const TURNS = 5;

/** Every server right after the others in several turns, so that what else the machine does meets all alike. */
export const COLD_STARTS: Measurement = {
  name: 'cold-start',
  title: 'cold starts of every server in turn',
  async measure({ environment }) {
    const readings: Reading[] = [];
    for (const subject of Array.from({ length: TURNS }, () => SERVER_IDS).flat()) {
      const server = await startServer(SUBJECTS[subject], environment);
      await server.stop();
      readings.push({ figure: 'cold-start', subject, value: server.coldStart });
    }
    return readings;
  },
};
