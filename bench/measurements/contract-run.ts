import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../spec';
import { onEveryCore } from '../cores';
import type { Reading } from '../readings';
import { CREDENTIAL, EVENT_ID } from '../requests';
import { startServer } from '../server-process';
import { SUBJECTS, type SubjectId } from '../subjects';
import type { Context, Measurement } from './context';

/** The whole contract suite, by the clock: against the mock in its own process, and against one over HTTP. */
export const CONTRACT_RUN: Measurement = {
  name: 'contract',
  title: 'contract runs against the mock',
  async measure(context) {
    return [await verify('in-process', [], context), await verifyOverHttp(context)];
  },
};

async function verifyOverHttp(context: Context): Promise<Reading> {
  const server = await startServer(SUBJECTS.docent, context.environment);
  try {
    return await verify('over-http', [server.url], context);
  } finally {
    await server.stop();
  }
}

async function verify(subject: SubjectId, args: string[], { folder, environment }: Context): Promise<Reading> {
  const began = performance.now();
  const [command, all] = onEveryCore([join(packageFolder, 'dist', 'bin', 'docent.js'), 'verify', ...args]);
  const child = spawn(command, all, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment, ...ownFolders(folder), AUTH_TOKEN: CREDENTIAL, EVENT_ID },
  });
  const { status, complaint } = await endOf(child);
  const seconds = (performance.now() - began) / 1000;
  if (status === 0) return { figure: 'contract-run', subject, value: seconds };
  return { figure: 'contract-run', subject, problem: `exit status ${status}: ${complaint}` };
}

async function endOf(child: ChildProcess): Promise<{ status: number | null; complaint: string }> {
  const kill = () => void child.kill();
  process.once('exit', kill);
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk).trim().slice(-200);
  });
  const [status] = (await once(child, 'close')) as [number | null]; // as Node documents the event
  process.off('exit', kill);
  return { status, complaint };
}

/** Reports, and what is kept for a restoration, go where nobody looks for them. */
function ownFolders(folder: string): NodeJS.ProcessEnv {
  const own = mkdtempSync(join(folder, 'contract-'));
  return { REPORT_DIR: join(own, 'reports'), DOCENT_HOME: join(own, 'home') };
}
