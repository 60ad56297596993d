import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { DEFAULT_DOCUMENT, readService } from '../../spec';
import { SchemaOracle } from '../values/oracle';
import { allServers, type Examined, examineServers, falseAlarms, killMatrix, missed } from './kill-matrix';
import { markdownOf, textOf } from './kill-table';

/** `npm run sabotage [-- --markdown]`: exit status 1 where a defect is missed by its own rule or a correct server accused. */
async function main(options: readonly string[]): Promise<void> {
  const matrix = killMatrix(await examineInParallel(Math.max(1, availableParallelism())));
  process.stdout.write(options.includes('--markdown') ? markdownOf(matrix) : textOf(matrix));
  process.exitCode = missed(matrix).length + falseAlarms(matrix).length > 0 ? 1 : 0;
}

/** Examines all servers on as many threads, and counts aloud. */
async function examineInParallel(threads: number): Promise<Examined[]> {
  const servers = allServers();
  const examined: Examined[] = [];
  const done = (each: Examined) => {
    examined.push(each);
    if (examined.length % 25 === 0) process.stderr.write(`${examined.length} of ${servers.length} servers\n`);
  };
  await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      inThread(
        servers.filter((_server, index) => index % threads === thread),
        done,
      ),
    ),
  );
  return examined;
}

function inThread(servers: typeof workerData, done: (examined: Examined) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(__filename, { workerData: servers });
    worker
      .on('message', done)
      .once('error', reject)
      .once('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error('A thread of the run has failed; what it printed says why.'));
      });
  });
}

function examineInThread(): Promise<void> {
  const service = readService({ spec: DEFAULT_DOCUMENT });
  const instruments = { service, oracle: new SchemaOracle(service) };
  return examineServers(instruments, workerData, (examined) => parentPort?.postMessage(examined));
}

(isMainThread ? main(process.argv.slice(2)) : examineInThread()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
