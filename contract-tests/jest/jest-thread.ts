import * as nodeModule from 'node:module';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Judgement } from '../judgement';
import { type Errand, type Failure, handOver, type Told } from './handover';
import { resolveAsNode } from './resolve-as-node';

const { enableCompileCache } = nodeModule as { enableCompileCache?: () => void };
enableCompileCache?.(); // Node 22 and later keep what they have compiled, in each thread that asks for it

/** What runs in a thread of its own: Jest, which shows each check as a test once the thread that started this one has made it. */
async function runErrand({ config, title, checks }: Errand, starter: MessagePort): Promise<Failure[]> {
  const tell: ((judgement: Judgement) => void)[] = [];
  const handed = checks.map((check, place) => {
    const judgement = new Promise<Judgement>((resolve) => {
      tell[place] = resolve;
    });
    return { title: check, judge: () => judgement };
  });
  starter.on('message', ({ place, judgement }: Told) => tell[place]?.(judgement));
  handOver({ title, checks: handed });
  resolveAsNode();
  // Of any other folder than the current one, Jest would read the configuration that stands there.
  const projects = [process.cwd()];
  const { runCLI } = await import('@jest/core');
  const { results } = await runCLI({ config, runInBand: true, cache: false, _: [], $0: 'docent' }, projects);
  return results.testResults.flatMap(({ testExecError, failureMessage, testResults }) => [
    ...(testExecError ? [{ message: failureMessage ?? testExecError.message }] : []),
    ...testResults
      .filter(({ status }) => status === 'failed')
      .map((test) => ({ title: test.title, message: test.failureMessages.join('\n') })),
  ]);
}

async function start(starter: MessagePort): Promise<void> {
  starter.postMessage(await runErrand(workerData, starter));
}

if (parentPort !== null) void start(parentPort);
