import { writeSync } from 'node:fs';

/** Preloaded into a server: on SIGUSR2 it collects what is garbage, and prints how many bytes are in use, on the heap and beside it, and how many resources are active. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  writeSync(1, `heap in use: ${heapUsed + external}\nhandles in use: ${process.getActiveResourcesInfo().length}\n`);
});
