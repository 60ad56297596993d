import { EVENTS, type LargeFixtures, largeFixtures, SESSIONS, smallFixtures } from '../large-store';
import { load } from '../load';
import type { Reading } from '../readings';
import { eventRead, eventUpdate, type LoadRequest } from '../requests';
import { PROBED, type ServerProcess, startServer } from '../server-process';
import { SUBJECTS, type SubjectId } from '../subjects';
import type { Context, Measurement } from './context';
import { outcomeOf } from './servers';

/** The large store beside the small one: start, heap, and the same number of different requests sent in turn to both. */
export const STORE: Measurement = {
  name: 'store',
  title: `${EVENTS.toLocaleString('en-US')} events and ${SESSIONS.toLocaleString('en-US')} sessions beside the fixtures`,
  async measure(context) {
    const small = await measureStore('small-store', smallFixtures(), context);
    const large = await measureStore('large-store', largeFixtures(context.folder), context);
    return [...small.readings, ...large.readings, heapForAnEntry(small.heap, large.heap)];
  },
};

interface Measured {
  readings: Reading[];
  heap: number;
}

async function measureStore(subject: SubjectId, fixtures: LargeFixtures, context: Context): Promise<Measured> {
  const { docent } = SUBJECTS;
  const args = [...PROBED, ...docent.args, ...fixtures.args];
  const server = await startServer({ ...docent, args }, context.environment);
  try {
    const read = (figure: Reading['figure'], value: number): Reading => ({ figure, subject, value });
    const started = [read('store-start', server.coldStart / 1000), read('store-memory', server.memory())];
    const heap = await server.heap();
    const loads = await measureLoads(subject, server, fixtures, context);
    return { readings: [...started, ...loads, read('store-memory-after', server.memory())], heap };
  } finally {
    await server.stop();
  }
}

async function measureLoads(
  subject: SubjectId,
  { url }: ServerProcess,
  { places }: LargeFixtures,
  { seconds }: Context,
): Promise<Reading[]> {
  // Updates first, so that in every session something is changed when it is read.
  const updates = places.map(({ eventId, session }, index) => eventUpdate(eventId, index + 0.5, session));
  const reads = places.map(({ eventId, session }): LoadRequest => eventRead(eventId, session));
  const updated = await load(url, updates, { seconds });
  const read = await load(url, reads, { seconds });
  return [
    { figure: 'spread-patch-throughput', subject, ...outcomeOf(updated, 'throughput') },
    { figure: 'spread-get-throughput', subject, ...outcomeOf(read, 'throughput') },
  ];
}

function heapForAnEntry(small: number, large: number): Reading {
  return { figure: 'entry-heap', subject: 'large-store', value: (large - small) / EVENTS };
}
