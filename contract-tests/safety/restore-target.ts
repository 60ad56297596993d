import { ConfigurationError, type Fault, readService } from '../../spec';
import { type Environment, readBaseUrl, readServer, readTimeout } from '../target/server-access';
import { createTarget } from '../target/target';
import { type Kept, readJournal } from './journal';
import { restoreUnderLock } from './leftovers';
import { addressOf, stateFolder } from './state-folder';

/** What `docent restore` is asked for, by its arguments and by the environment. */
export interface RestoreRequest {
  /** Of the one target, where there are several; or BASE_URL. */
  url: string | undefined;
  spec: string;
  overlays: string[];
  /** A number of seconds. */
  timeout?: string;
  environment: Environment;
  say: (sentence: string) => void;
}

/**
 * Puts back whatever the journal holds of a target.
 * @returns 0 where everything is as it was, or else 2
 * @throws {ConfigurationError} where the target cannot be told, or reached
 */
export async function restoreTarget(request: RestoreRequest): Promise<0 | 2> {
  const { environment, say } = request;
  const named = readNamed(request);
  const folder = stateFolder(environment);
  const all = readJournal(folder);
  const url = named ?? onlyTarget(all);
  const kept = url === undefined ? [] : all.filter(({ target }) => addressOf(target) === addressOf(url));
  if (url === undefined || kept.length === 0) return nothingOn(url, all, say);
  const service = readService({ spec: request.spec, overlays: request.overlays });
  const server = readServer(service, { ...request, url });
  const target = createTarget({ ...server, identifiersFor: () => [], mayWrite: true, now: () => new Date() });
  const failed = await restoreUnderLock(folder, kept, { service, target, say });
  if (failed === 0) say(`${target.name} is as it was: ${namesOf(kept)}.`);
  return failed === 0 ? 0 : 2;
}

/** The URL that was named, if any; what is wrong with it is told even where there is nothing to do. */
function readNamed({ url, timeout, environment }: RestoreRequest): string | undefined {
  const faults: Fault[] = [];
  const named = readBaseUrl(url, environment, faults);
  readTimeout(timeout, faults);
  if (faults.length > 0) throw new ConfigurationError('restore', faults);
  return named;
}

/** @returns 2 where something is left elsewhere: then the server that was named is mostly not the one that was meant */
function nothingOn(url: string | undefined, all: Kept[], say: RestoreRequest['say']): 0 | 2 {
  say(`Nothing is left to be put back${url === undefined ? '' : ` on ${url}`}.`);
  if (all.length === 0) return 0;
  say(`Something is on ${targetsOf(all).join(' and on ')}. Name that one.`);
  return 2;
}

/** The credential goes to the one server that is meant, never to several. */
function onlyTarget(kept: Kept[]): string | undefined {
  const targets = targetsOf(kept);
  if (targets.length < 2) return targets[0];
  const message = `Something is to be put back on ${targets.join(' and on ')}. Name the one that AUTH_TOKEN is for.`;
  throw new ConfigurationError('restore', [{ place: 'url', message }]);
}

function targetsOf(kept: Kept[]): string[] {
  return [...new Map(kept.map(({ target }) => [addressOf(target), target])).values()];
}

function namesOf(kept: Kept[]): string {
  return [...new Set(kept.map(({ identifier }) => identifier))].join(', ');
}
