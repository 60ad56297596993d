import { executionAsyncResource } from 'node:async_hooks';

let held: object | undefined;

/**
 * Keeps `process.nextTick` as quick as it is at first, however long the process lives. Node makes an object for each call. Where none
 * of them is left while garbage is collected, as in a mock that nobody asks for a moment, V8 forgets their hidden class, and makes
 * all that follow the slow way: a call then takes half a microsecond more, and a request has several. One that is held keeps the class.
 *
 * @returns what is held, once the tick has come
 */
export function keepTicksQuick(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      held ??= executionAsyncResource(); // in a tick, the object of its call
      resolve(held);
    });
  });
}
