import type { FigureId } from '../figures';
import { type LoadResult, load, WARM_UP } from '../load';
import type { Outcome, Reading } from '../readings';
import { EVENT, HOURS, type LoadRequest, PATCHES } from '../requests';
import { startServer } from '../server-process';
import { SERVER_IDS, type ServerId, SUBJECTS } from '../subjects';
import type { Context, Measurement } from './context';

/** The loads, and the figures that each gives. */
const LOADS: readonly { requests: LoadRequest[]; throughput: FigureId; p99: FigureId }[] = [
  { requests: [EVENT], throughput: 'event-throughput', p99: 'event-p99' },
  { requests: [HOURS], throughput: 'hours-throughput', p99: 'hours-p99' },
  { requests: PATCHES, throughput: 'patch-throughput', p99: 'patch-p99' },
];

/** Each server by itself: the three loads one after the other, and its memory after them. */
export const SERVERS: readonly Measurement[] = SERVER_IDS.map((name) => ({
  name,
  title: SUBJECTS[name].title,
  measure: (context) => measureServer(name, context),
}));

async function measureServer(subject: ServerId, { environment, seconds }: Context): Promise<Reading[]> {
  const server = await startServer(SUBJECTS[subject], environment);
  try {
    const readings: Reading[] = [];
    for (const { requests, ...figures } of LOADS) {
      const result = await load(server.url, requests, { seconds, warmUp: WARM_UP });
      readings.push({ figure: figures.throughput, subject, ...outcomeOf(result, 'throughput') });
      readings.push({ figure: figures.p99, subject, ...outcomeOf(result, 'p99') });
    }
    return [...readings, { figure: 'memory', subject, value: server.memory() }];
  } finally {
    await server.stop();
  }
}

/** One number of a load, or why it is void. */
export function outcomeOf(result: LoadResult, number: 'throughput' | 'p99'): Outcome {
  return 'problem' in result ? result : { value: result[number] };
}
