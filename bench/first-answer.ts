import { request } from 'node:http';

/**
 * Asks, again at once, until a server gives a good answer (2xx, read to its end).
 * @param deadline of `performance.now()`
 * @throws {Error} where that takes too long, with the last answer
 */
export async function pollUntilGood(url: string, headers: Record<string, string>, deadline: number): Promise<void> {
  let last = 'no answer';
  while (performance.now() < deadline) {
    const status = await statusOf(url, headers);
    if (status !== undefined && status >= 200 && status < 300) return;
    last = status === undefined ? last : `the status ${status}`;
  }
  throw new Error(`Failed to get a good answer from ${url}: the last was ${last}. 2xx would be right.`);
}

/** The status of an answer that came whole; undefined where none did. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve) => {
    request(url, { headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
      response.once('error', () => resolve(undefined));
    })
      .once('error', () => resolve(undefined))
      .end();
  });
}
