import { CREDENTIAL } from '../requests';
import { PROBED, type ServerProcess, startServer } from '../server-process';
import { SUBJECTS } from '../subjects';
import { createClient } from './client';
import type { Sample } from './growth';
import { Lane, type Send } from './lane';
import type { Beginning } from './model';
import { Random } from './random';

/** How many requests are sent, by all lanes together, and which: the same seed sends the same again. */
export interface SoakOptions {
  requests: number;
  seed: number;
  /** Is told of each sample, once it is taken. */
  onSample?: (sample: Sample) => void;
}

/** What came of a soak; a wrong answer is told of and does not end it. */
export interface SoakResult {
  samples: Sample[];
  /** What was wrong, a sentence each, at most as many as a person reads. */
  wrong: string[];
  /** How many requests were answered wrongly. */
  wrongs: number;
}

const LANES = 20;
const SESSIONS = 50;
const SAMPLE_EVERY = 10_000;
const LEAST_SAMPLES = 5;
const SHOWN = 20;
const TODAY = '2027-03-01';

/** Sends requests to a mock in a process of its own, holds every answer against a model, and watches what the mock occupies. */
export async function soak({ requests, seed, onSample }: SoakOptions): Promise<SoakResult> {
  const { docent } = SUBJECTS;
  const args = [...PROBED, ...docent.args, '--today', TODAY, '--token', CREDENTIAL];
  const server = await startServer({ ...docent, args }, {});
  const client = createClient(server.url, LANES);
  try {
    const lanes = await lanesOf(client.send, requests, seed);
    const result: SoakResult = { samples: [], wrong: [], wrongs: 0 };
    const every = Math.min(SAMPLE_EVERY, Math.ceil(requests / LEAST_SAMPLES));
    for (let sent = 0; sent < requests; ) {
      const count = Math.min(every, requests - sent);
      await sendAll(lanes, count, result);
      sent += count;
      const sample = await sampleOf(server, sent);
      result.samples.push(sample);
      onSample?.(sample);
    }
    return result;
  } finally {
    client.close();
    await server.stop();
  }
}

async function lanesOf(send: Send, requests: number, seed: number): Promise<Lane[]> {
  const begun = await send({ method: 'GET', path: '/_docent/state', headers: {} });
  if (begun === 'cut' || begun.status !== 200) throw new Error('Failed to read the state: the mock refused it.');
  const beginning = { ...(begun.body as object), today: TODAY } as Beginning; // what the mock's state is
  const life = Math.max(10, Math.floor(requests / SESSIONS));
  return Array.from({ length: LANES }, (_, index) => {
    const random = new Random(seed * LANES + index);
    return new Lane({ name: `soak-${index}`, random, beginning, life, send });
  });
}

/** As many requests of each lane, so that with the same seed each lane sends the same. */
async function sendAll(lanes: readonly Lane[], count: number, result: SoakResult): Promise<void> {
  await Promise.all(
    lanes.map(async (lane, index) => {
      for (let turn = index; turn < count; turn += lanes.length) {
        const wrong = await lane.step();
        if (wrong === undefined) continue;
        result.wrongs += 1;
        if (result.wrong.length < SHOWN) result.wrong.push(wrong);
      }
    }),
  );
}

async function sampleOf(server: ServerProcess, requests: number): Promise<Sample> {
  const heap = (await server.heap()) / 2 ** 20;
  const handles = await server.handles();
  return { requests, resident: server.memory(), heap, handles };
}
