import { expect, test } from '@jest/globals';
import { keepTicksQuick } from './keep-ticks-quick';

test('what is held is the object that Node makes for a call of nextTick, and the same however often it is asked for', async () => {
  const held = await keepTicksQuick();
  expect(held).toHaveProperty('callback', expect.any(Function));
  expect(await keepTicksQuick()).toBe(held);
});
