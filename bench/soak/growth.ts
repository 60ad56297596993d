import { markdownTable } from '../table';

/** What the mock occupies after some requests. */
export interface Sample {
  requests: number;
  /** Resident memory, in MB. */
  resident: number;
  /** What is in use after garbage was collected, in MB. */
  heap: number;
  /** Active resources: sockets, timers and the like. */
  handles: number;
}

/** What may not go on growing, by how much it may all the same, and of how many samples that can be told. */
const BOUNDS = {
  resident: { title: 'resident memory', share: 0.1, slack: 0, samples: 15 },
  heap: { title: 'heap in use', share: 0.1, slack: 0, samples: 15 },
  handles: { title: 'active resources', share: 0.1, slack: 2, samples: 5 },
} as const satisfies Partial<Record<keyof Sample, unknown>>;

/** What grew from the third fifth of the samples to the last, a sentence each. */
export function growthIn(samples: readonly Sample[]): string[] {
  return Object.entries(BOUNDS).flatMap(([name, { title, share, slack, samples: least }]) => {
    if (samples.length < least) return [];
    const values = samples.map((sample) => sample[name as keyof typeof BOUNDS]); // whose names these are
    const [before, after] = [meanOf(fifth(values, 2)), meanOf(fifth(values, 4))];
    const most = before * (1 + share) + slack;
    return after <= most ? [] : [`The ${title} grew from ${before.toFixed(1)} to ${after.toFixed(1)}.`];
  });
}

/** The samples as a Markdown table, a row each, in the order in which they were taken. */
export function tableOf(samples: readonly Sample[]): string {
  const rows = samples.map(({ requests, resident, heap, handles }) => [
    requests.toLocaleString('en-US'),
    resident.toFixed(1),
    heap.toFixed(1),
    String(handles),
  ]);
  return markdownTable(['requests', 'resident, MB', 'heap in use, MB', 'active resources'], rows);
}

function fifth(values: readonly number[], index: number): readonly number[] {
  return values.slice(Math.floor((values.length * index) / 5), Math.floor((values.length * (index + 1)) / 5));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
