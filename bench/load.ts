import autocannon from 'autocannon';
import type { LoadRequest } from './requests';
import { percentile } from './statistics';

/** What came of a load: its figures, or why they are void. */
export type LoadResult = { throughput: number; p99: number } | { problem: string };

export interface LoadOptions {
  seconds: number;
}

export const CONNECTIONS = 20;

/** How long a server is asked before the load is measured, so that its code is compiled, in seconds. */
const WARM_UP = 1;

/** Sends the requests in turn on each of the connections, as fast as they are answered. */
export async function load(
  url: string,
  requests: readonly LoadRequest[],
  { seconds }: LoadOptions,
): Promise<LoadResult> {
  await send(url, requests, WARM_UP);
  const { result, times } = await send(url, requests, seconds);
  const problem = problemOf(result);
  if (problem !== undefined) return { problem };
  return { throughput: result['2xx'] / result.duration, p99: percentile(times, 0.99) };
}

/** Why the figures of a load mean nothing; undefined where every answer was good. */
export function problemOf(result: Pick<autocannon.Result, '2xx' | 'non2xx' | 'errors'>): string | undefined {
  if (result.non2xx > 0) return `${result.non2xx} answers were not 2xx`;
  if (result.errors > 0) return `${result.errors} requests had no answer`;
  return result['2xx'] > 0 ? undefined : 'nothing was answered';
}

/** Autocannon's own percentiles are whole milliseconds, so the times are kept. */
function send(
  url: string,
  requests: readonly LoadRequest[],
  duration: number,
): Promise<{ result: autocannon.Result; times: number[] }> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const options = { url, duration, connections: CONNECTIONS, requests: [...requests] };
    autocannon(options, (error, result) => (error ? reject(error) : resolve({ result, times }))).on(
      'response',
      (_client, _status, _bytes, time) => times.push(time),
    );
  });
}
