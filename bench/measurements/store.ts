import type { FigureId } from '../figures';
import { load, WARM_UP } from '../load';
import type { Reading } from '../readings';
import { eventRead, eventUpdate, type LoadRequest } from '../requests';
import { PROBED, type ServerProcess, startServer } from '../server-process';
import { EVENTS, largeStore, SESSIONS, type StoreFixtures, smallStore } from '../stores';
import { SUBJECTS, type SubjectId } from '../subjects';
import type { Context, Measurement } from './context';
import { outcomeOf } from './servers';

/** The large store beside the small one: start, heap, and as many different requests sent in turn to one and to the other. */
export const STORE: Measurement = {
  name: 'store',
  title: `${EVENTS.toLocaleString('en-US')} events and ${SESSIONS.toLocaleString('en-US')} sessions beside the fixtures`,
  async measure(context) {
    const small = await startStore('small-store', smallStore(), context);
    try {
      const large = await startStore('large-store', largeStore(context.folder), context);
      try {
        return await measureSideBySide(small, large, context);
      } finally {
        await large.server.stop();
      }
    } finally {
      await small.server.stop();
    }
  },
};

interface Started {
  subject: SubjectId;
  server: ServerProcess;
  places: StoreFixtures['places'];
}

async function startStore(subject: SubjectId, fixtures: StoreFixtures, context: Context): Promise<Started> {
  const { docent } = SUBJECTS;
  const args = [...PROBED, ...docent.args, ...fixtures.args];
  return { subject, places: fixtures.places, server: await startServer({ ...docent, args }, context.environment) };
}

/** How many turns of a second each load has at each store, for each second that loads last. */
const TURNS = 3;

/** Load by load, the stores in many short turns, first the one and then the other first, so that what else the machine does meets both alike. */
async function measureSideBySide(small: Started, large: Started, context: Context): Promise<Reading[]> {
  const stores = [small, large];
  const readings = stores.flatMap(({ subject, server }): Reading[] => [
    { figure: 'store-start', subject, value: server.coldStart / 1000 },
    { figure: 'store-memory', subject, value: server.memory() },
  ]);
  const [smallHeap, largeHeap] = [await small.server.heap(), await large.server.heap()];
  readings.push({ figure: 'entry-heap', subject: large.subject, value: (largeHeap - smallHeap) / EVENTS });
  for (const { figure, requestsFor } of LOADS) {
    for (let turn = 0; turn < TURNS * context.seconds; turn += 1) {
      for (const { subject, server, places } of turn % 2 === 0 ? stores : stores.toReversed()) {
        const result = await load(server.url, requestsFor(places), { seconds: 1, warmUp: turn === 0 ? WARM_UP : 0 });
        readings.push({ figure, subject, ...outcomeOf(result, 'throughput') });
      }
    }
  }
  for (const { subject, server } of stores) {
    readings.push({ figure: 'store-memory-after', subject, value: server.memory() });
  }
  return readings;
}

/** Updates first, so that in every session something is changed when it is read. */
const LOADS: readonly { figure: FigureId; requestsFor(places: StoreFixtures['places']): LoadRequest[] }[] = [
  {
    figure: 'spread-patch-throughput',
    requestsFor: (places) => places.map(({ eventId, session }, index) => eventUpdate(eventId, index + 0.5, session)),
  },
  {
    figure: 'spread-get-throughput',
    requestsFor: (places) => places.map(({ eventId, session }) => eventRead(eventId, session)),
  },
];
