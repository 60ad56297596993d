import autocannon from 'autocannon';
import type { LoadRequest } from './requests';
import { percentile } from './statistics';

/** What came of a load: its figures, or why they are void. */
export type LoadResult = { throughput: number; p99: number } | { problem: string };

/** How long a load takes, in seconds. */
export interface LoadOptions {
  /** How long it is measured. */
  seconds: number;
  /** How long the server is asked before that, so that its code is compiled. */
  warmUp: number;
}

/** How many connections are kept open to a server under load, each with one request under way. */
export const CONNECTIONS = 20;

/** Enough for the code that a load needs, in seconds. */
export const WARM_UP = 1;

/**
 * Sends the requests as fast as they are answered. Each connection sends its share of them in turn, all of which have been sent
 * before the load is measured.
 */
export async function load(
  url: string,
  requests: readonly LoadRequest[],
  { seconds, warmUp }: LoadOptions,
): Promise<LoadResult> {
  await send(url, requests, { amount: Math.max(requests.length, CONNECTIONS) });
  if (warmUp > 0) await send(url, requests, { duration: warmUp });
  const { result, times } = await send(url, requests, { duration: seconds });
  const problem = problemOf(result);
  if (problem !== undefined) return { problem };
  return { throughput: result['2xx'] / result.duration, p99: percentile(times, 0.99) };
}

/** What one of the connections sends: every so-manieth request, or all where there are fewer than connections. */
export function shareOf<T>(requests: readonly T[], connection: number, connections: number): T[] {
  if (requests.length < connections) return [...requests];
  return requests.filter((_, index) => index % connections === connection);
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
  limit: { duration: number } | { amount: number },
): Promise<{ result: autocannon.Result; times: number[] }> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    let connection = 0;
    const setupClient = (client: autocannon.Client) => {
      // Autocannon writes into the requests that it is given.
      client.setRequests(shareOf(requests, connection, CONNECTIONS).map((request) => ({ ...request })));
      connection += 1;
    };
    const options = { url, connections: CONNECTIONS, setupClient, ...limit };
    autocannon(options, (error, result) => (error ? reject(error) : resolve({ result, times }))).on(
      'response',
      (_client, _status, _bytes, time) => times.push(time),
    );
  });
}
