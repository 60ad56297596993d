import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** When what was compiled is kept, in milliseconds after the start: later than the first answers, which compile most. */
const SETTLED = 2000;

/**
 * Loads a CommonJS file in ASCII, and what V8 compiled of it at an earlier start from a file beside it, which is made where it is
 * missing or of another Node. Node 20 has nothing of its own for that. Where the folder cannot be written, every start compiles anew.
 * @param use what the file is loaded for; another use calls other functions of it, and has a file of its own beside it
 */
export function loadCached(file: string, use: string): unknown {
  const cache = `${file}.${use}.${process.version}-${process.arch}.cache`;
  const cachedData = readIfThere(cache);
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`;
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  const loaded = { exports: {} };
  script.runInThisContext()(loaded.exports, createRequire(file), loaded, file, dirname(file));
  if (cachedData === undefined || script.cachedDataRejected)
    keepOnceSettled(() => keep(cache, script.createCachedData()));
  return loaded.exports;
}

/** Calls once, when the process has settled or else when it ends; not where it ends at once, having compiled next to nothing. */
function keepOnceSettled(keepAll: () => void): void {
  setTimeout(() => process.once('exit', keepAll), 0).unref();
  setTimeout(() => {
    process.off('exit', keepAll);
    keepAll();
  }, SETTLED).unref();
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Put in place as a whole: another process may read it at the same time. */
function keep(file: string, data: Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, data);
    renameSync(draft, file);
  } catch {
    try {
      rmSync(draft, { force: true });
    } catch {} // a file system that only reads may refuse even that
  }
}
