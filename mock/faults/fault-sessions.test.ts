import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type StartedMock, type StartedSession, startMock } from '../index';
import { fileOf, libraryDocument } from '../test-document';

const agent = new Agent({ keepAlive: true, maxSockets: 20 });
let started: StartedMock;
beforeEach(async () => {
  const spec = fileOf('library.json', JSON.stringify(libraryDocument()));
  started = await startMock({ spec, faults: [{ operation: 'readBook', status: 503, times: 1 }] });
});
afterEach(async () => {
  await started.close();
});

async function status({ url }: { url: string }, path: string): Promise<number> {
  const asked = request(url + path, { agent, headers: { Authorization: 'Basic t' } }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

async function statuses(session: { url: string }, path: string, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push(await status(session, path));
  return found;
}

describe('fault rules', () => {
  test('of a session are seen in no other, nor is how they were counted', async () => {
    const [one, two] = [started.session('one'), started.session('two')];
    one.fault({ operation: 'listBooks', status: 500 });
    expect(await statuses(one, '/books', 1)).toEqual([500]);
    expect(await statuses(two, '/books', 1)).toEqual([200]);
    expect(await statuses(started, '/books', 1)).toEqual([200]);
    for (const session of [one, two, started]) expect(await statuses(session, '/books/a', 2)).toEqual([503, 200]);
  });

  test('are what the mock was started with after a reset, and count anew', async () => {
    const session = started.session('one');
    const added = session.fault({ status: 500, after: 1 });
    expect(await statuses(session, '/books/a', 2)).toEqual([503, 500]);
    session.reset();
    added.remove();
    expect(await statuses(session, '/books/a', 2)).toEqual([503, 200]);
    expect(started.session('one').fault({ status: 500 }).applied).toBe(0);
  });

  test('are no part of a snapshot, nor of a scenario', async () => {
    const session = started.session('one');
    const kept = session.snapshot();
    session.fault({ operation: 'listBooks', status: 500 });
    session.restore(kept);
    session.switchTo();
    expect(await statuses(session, '/books', 1)).toEqual([500]);
  });

  test('of 100 sessions whose requests come all at once are each as if it were alone', async () => {
    const random = { probability: 0.5, delay: { from: 0, to: 3 }, status: 500 };
    const sequenceOf = async (session: StartedSession, seed: number) => {
      const rules = [
        session.fault({ ...random, operation: 'listBooks', seed }),
        session.fault({ operation: 'listBooks', status: 418, after: seed % 5, times: 2 }),
      ];
      const found = await statuses(session, '/books', 12);
      return { found, counts: rules.map(({ matched, applied }) => [matched, applied]) };
    };
    const alone = await Promise.all([0, 1, 2, 3, 4].map((seed) => sequenceOf(started.session(`alone-${seed}`), seed)));
    const together = await Promise.all(
      Array.from({ length: 100 }, (_, index) => sequenceOf(started.session(`s${index}`), index % 5)),
    );
    for (const [index, sequence] of together.entries()) expect(sequence).toEqual(alone[index % 5]);
    expect(new Set(alone.map(({ found }) => found.join())).size).toBe(5);
  });
});
