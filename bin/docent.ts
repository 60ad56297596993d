#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { loadCached } from './load-cached';

type Main = typeof import('./main.js');

const { enableCompileCache } = nodeModule as { enableCompileCache?: () => void };
enableCompileCache?.(); // Node 22 and later keep what they have compiled

/** Commands that are waited for, each time. */
const OFTEN = ['mock', 'verify'];

/** The commands come in one file with all that they need: read from some five hundred, they would take far longer to start. */
function load(): Main {
  const [, , command = ''] = process.argv;
  if (command === 'mock') tuneCollector();
  if (enableCompileCache !== undefined) return require('./commands-bundle.js') as Main;
  return loadCached(join(__dirname, 'commands-bundle.js'), OFTEN.includes(command) ? command : 'others') as Main;
}

/**
 * A mock runs all day. Garbage may take half as much memory as what is in use, where V8 would let it take more than all of that. And no
 * object begins where the old ones are, as V8 would have it of those that mostly live long: those that do not, once garbage, would keep
 * alive every later request that they lead to.
 */
function tuneCollector(): void {
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--no-allocation-site-pretenuring');
}

load().main();
