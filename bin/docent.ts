#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { loadCached } from './load-cached';

type Main = typeof import('./main.js');

const { enableCompileCache } = nodeModule as { enableCompileCache?: () => void };
enableCompileCache?.(); // Node 22 and later keep what they have compiled

/** The mock comes in one file with all that it needs: read from some five hundred, it would take far longer to start. */
function load(): Main {
  if (process.argv[2] !== 'mock') return require('./main.js') as Main;
  if (enableCompileCache !== undefined) return require('./mock-bundle.js') as Main;
  return loadCached(join(__dirname, 'mock-bundle.js')) as Main;
}

load().main();
