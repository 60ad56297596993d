import { ConfigurationError, type Fault, readService, type Service } from '../spec';
import { readDeviations } from './deviations-file';
import { type Chance, USUAL_CHANCE } from './examination';
import { type Identifiers, readIds, requireIds } from './identifiers';
import { type Check, knownNames, planChecks } from './plan';
import { unknownParameters } from './requests/required-parameters';
import { stateFolder } from './safety/state-folder';
import { readHeaders } from './target/headers';
import { isSafe } from './target/methods';
import {
  type Environment,
  readBaseUrl,
  readNumber,
  readTimeout,
  requireCredential,
  splitValues,
} from './target/server-access';

/** What a run is asked to do, by the command line. */
export interface RunOptions {
  url?: string;
  spec: string;
  overlays: string[];
  fixtures?: string;
  /** Each `name=value[,value…]`. */
  ids: string[];
  only: string[];
  strict: boolean;
  allowWrites: boolean;
  readOnly?: boolean;
  /** A number of seconds. */
  timeout?: string;
  seed?: string;
  runs?: string;
  deviations?: string;
  /** Nothing is sent, so that nothing has to be known of a server. */
  list?: boolean;
}

/**
 * What a run is to check, and how. Neither the credential is in it nor the headers of every request, which may be secret as
 * well: who opens the target reads AUTH_TOKEN and HEADERS.
 */
export interface Configuration {
  spec: string;
  overlays: string[];
  fixtures?: string;
  /** Without it the mock in this process is checked. */
  baseUrl?: string;
  ids: Identifiers;
  only: string[];
  strict: boolean;
  mayWrite: boolean;
  reportDir: string;
  /** How long to wait for an answer, in milliseconds. */
  timeout: number;
  /** Where random sequences begin, and how many there are. */
  seed: number;
  runs: number;
  /** The file of findings that are accepted. */
  deviations?: string;
  /** Where what is to be put back is kept; of a server only. */
  stateFolder?: string;
  /** Whether the target answers so slowly that what only reads is checked all at once. */
  together?: boolean;
}

/**
 * Reads what is to be checked and how, from the options and the environment.
 * @throws {ConfigurationError} with every fault
 */
export function readConfiguration(
  options: RunOptions,
  environment: Environment,
  service: Service = readService({ spec: options.spec, overlays: options.overlays }),
): Configuration {
  const { spec, overlays, fixtures, only, deviations, strict, list = false } = options;
  const faults: Fault[] = [];
  const baseUrl = readBaseUrl(options.url, environment, faults);
  const ids = readIds(service, options.ids, environment, faults);
  const operations = [...new Set(readChecks(service, only, faults).map(({ operation }) => operation))];
  const mayWrite = readPermission(options, baseUrl, environment, faults);
  const isAsked = baseUrl !== undefined && !list;
  if (isAsked) {
    const sent = operations.filter(({ method }) => mayWrite || isSafe(method));
    requireCredential(sent, environment, faults);
    requireIds(sent, ids, faults);
  }
  const headers = readHeaders(service, environment, faults);
  faults.push(...unknownParameters(service.openapi, operations, headers));
  const numbers = readNumbers(options, faults);
  const isStrict = strict || readSwitch('STRICT', environment, faults);
  faults.push(...deviationFaults(deviations, service));
  if (faults.length > 0) throw new ConfigurationError('start the contract run', faults);
  const changesServer = isAsked && mayWrite && operations.some(({ method }) => !isSafe(method));
  return {
    spec,
    overlays,
    ...(fixtures !== undefined && { fixtures }),
    ...(baseUrl !== undefined && { baseUrl }),
    ids,
    only,
    strict: isStrict,
    mayWrite,
    reportDir: environment.REPORT_DIR || 'reports',
    ...numbers,
    ...(deviations !== undefined && { deviations }),
    ...(changesServer && { stateFolder: stateFolder(environment) }),
  };
}

/** The checks that are asked for; that none is would be a run which proves nothing. */
function readChecks(service: Service, only: string[], faults: Fault[]): Check[] {
  const known = knownNames(service);
  for (const name of only.filter((each) => !known.includes(each))) {
    const message = `"${name}" is neither a rule nor an operation. Known are ${known.join(', ')}.`;
    faults.push({ place: '--only', message });
  }
  const checks = planChecks(service, only);
  if (faults.length === 0 && checks.length === 0) {
    faults.push({ place: '--only', message: `No rule of ${only.join(', ')} applies, so nothing would be checked.` });
  }
  return checks;
}

/** Whether the run may write: always to the mock in this process, and to a server where that was allowed. */
function readPermission(
  { allowWrites, readOnly = false }: RunOptions,
  baseUrl: string | undefined,
  environment: Environment,
  faults: Fault[],
): boolean {
  if (readOnly && allowWrites) {
    faults.push({ place: '--read-only', message: '--allow-writes says the opposite. Give one of them.' });
  }
  const addresses = splitValues(environment.ALLOW_WRITES ?? '').filter((name) => name.includes('/'));
  for (const name of addresses)
    faults.push({ place: 'ALLOW_WRITES', message: `"${name}" is no host. Write it as api.example, or 1.` });
  return !readOnly && (baseUrl === undefined || allowWrites || isWritable(baseUrl, environment));
}

/** Writing is allowed on this machine, and where ALLOW_WRITES names the host (or says yes). */
function isWritable(baseUrl: string, { ALLOW_WRITES = '' }: Environment): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { host, hostname, port, protocol } = new URL(baseUrl);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return true;
  const names = [hostname, port === '' ? `${hostname}:${protocol === 'https:' ? 443 : 80}` : host];
  return isTrue(ALLOW_WRITES) || splitValues(ALLOW_WRITES).some((name) => names.includes(name.toLowerCase()));
}

function readNumbers({ timeout, seed, runs }: RunOptions, faults: Fault[]): Chance & Pick<Configuration, 'timeout'> {
  return {
    timeout: readTimeout(timeout, faults),
    seed: readNumber('--seed', seed, { whole: true, otherwise: USUAL_CHANCE.seed }, faults),
    runs: readNumber('--runs', runs, { whole: true, least: 1, otherwise: USUAL_CHANCE.runs }, faults),
  };
}

/** What is wrong with the file of deviations, which is read again when there is something that they may accept. */
function deviationFaults(file: string | undefined, service: Service): readonly Fault[] {
  try {
    if (file !== undefined) readDeviations(file, service);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

/** Whether a variable says yes; what is neither yes nor no would make a gate weaker than it was meant. */
function readSwitch(name: string, environment: Environment, faults: Fault[]): boolean {
  const value = environment[name] ?? '';
  if (isTrue(value)) return true;
  if (!['', '0', 'false', 'no'].includes(value.toLowerCase()))
    faults.push({ place: name, message: `"${value}" is neither yes nor no. Give 1, or leave it out.` });
  return false;
}

function isTrue(value = ''): boolean {
  return ['1', 'true', 'yes'].includes(value.toLowerCase());
}
