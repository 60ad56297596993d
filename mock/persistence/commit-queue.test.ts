import { expect, test } from '@jest/globals';
import { CommitQueue } from './commit-queue';

test('records that come while others are written share one write, in their order', async () => {
  const writes: (readonly string[])[] = [];
  const queue = new CommitQueue(
    async (records) => {
      writes.push([...records]);
      await new Promise(setImmediate);
    },
    (error) => error,
  );
  queue.add('a');
  queue.add('b');
  await Promise.resolve();
  for (const record of ['c', 'd', 'e']) queue.add(record);
  await queue.settled();
  expect(writes).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});

test('what waits behind a write that fails has failed with it, and what comes later is written', async () => {
  const outcomes: string[] = [];
  let hasFailed = false;
  const queue = new CommitQueue(
    async () => {
      await new Promise(setImmediate);
      if (!hasFailed) throw new Error('full');
    },
    () => {
      hasFailed = true;
      return new Error('given up');
    },
  );
  const add = async (record: string) => {
    queue.add(record);
    await queue.settled().then(
      () => outcomes.push(record),
      (error) => outcomes.push(`${record} ${error.message}`),
    );
  };
  const first = add('a');
  await Promise.resolve();
  await Promise.all([first, add('b')]);
  await add('c');
  expect(outcomes).toEqual(['a given up', 'b given up', 'c']);
});
