import { ConfigurationError, type Fault, type Operation, readService, type Service } from '../spec';
import { readDeviations } from './deviations-file';
import { USUAL_CHANCE } from './examination';
import { type Check, knownNames, planChecks } from './plan';
import { unknownParameters } from './requests/required-parameters';
import { stateFolder } from './safety/state-folder';
import { readHeaders } from './target/headers';
import { isSafe } from './target/methods';
import { type Environment, readBaseUrl, readNumber, readTimeout, requireCredential } from './target/server-access';

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
  /** Each `Name: value`. */
  headers?: string[];
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
  /** The known identifiers, by the path parameter's name. */
  ids: Record<string, string[]>;
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
  const faults: Fault[] = [];
  const baseUrl = readBaseUrl(options.url, environment, faults);
  const ids = readIds(service, options.ids, environment, faults);
  for (const name of options.only.filter((each) => !knownNames(service).includes(each))) {
    const message = `"${name}" is neither a rule nor an operation. Known are ${knownNames(service).join(', ')}.`;
    faults.push({ place: '--only', message });
  }
  const checks = planChecks(service, options.only);
  if (faults.length === 0 && checks.length === 0) {
    faults.push({
      place: '--only',
      message: `No rule of ${options.only.join(', ')} applies, so nothing would be checked.`,
    });
  }
  const isAllowed = baseUrl === undefined || options.allowWrites || isWritable(baseUrl, environment);
  const mayWrite = isAllowed && !options.readOnly;
  if (options.readOnly && options.allowWrites) {
    faults.push({ place: '--read-only', message: '--allow-writes says the opposite. Give one of them.' });
  }
  if (baseUrl !== undefined && !options.list) {
    requireTargetData(checks, ids, environment, mayWrite, faults);
  }
  const wantsToWrite = checks.some(({ operation }) => !isSafe(operation.method));
  const headers = readHeaders(service, environment, faults);
  faults.push(...unknownParameters(service.openapi, [...new Set(checks.map(({ operation }) => operation))], headers));
  const timeout = readTimeout(options.timeout, faults);
  const seed = readNumber('--seed', options.seed, { whole: true, otherwise: USUAL_CHANCE.seed }, faults);
  const runs = readNumber('--runs', options.runs, { whole: true, least: 1, otherwise: USUAL_CHANCE.runs }, faults);
  faults.push(...deviationFaults(options.deviations, service));
  if (faults.length > 0) throw new ConfigurationError('start the contract run', faults);
  return {
    spec: options.spec,
    overlays: options.overlays,
    ...(options.fixtures !== undefined && { fixtures: options.fixtures }),
    ...(baseUrl !== undefined && { baseUrl }),
    ids,
    only: options.only,
    strict: options.strict || isTrue(environment.STRICT),
    mayWrite,
    reportDir: environment.REPORT_DIR || 'reports',
    timeout,
    seed,
    runs,
    ...(options.deviations !== undefined && { deviations: options.deviations }),
    ...(baseUrl !== undefined &&
      mayWrite &&
      !options.list &&
      wantsToWrite && { stateFolder: stateFolder(environment) }),
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

/** The variable that carries the identifiers of a path parameter: `bookNumber` is BOOK_NUMBER. */
export function variableFor(parameter: string): string {
  return parameter
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

function readIds(
  service: Service,
  given: string[],
  environment: Environment,
  faults: Fault[],
): Record<string, string[]> {
  const names = [...new Set(service.operations.flatMap((operation) => keyParameter(operation) ?? []))];
  const ids: Record<string, string[]> = {};
  for (const name of names) {
    const values = splitValues(environment[variableFor(name)] ?? '');
    if (values.length > 0) ids[name] = values;
  }
  const named = new Set<string>();
  for (const text of given) {
    const [, name = '', list = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    const values = splitValues(list);
    if (values.length === 0)
      faults.push({ place: '--id', message: `"${text}" is not of the form name=value[,value…].` });
    else if (!names.includes(name)) {
      faults.push({
        place: '--id',
        message: `"${name}" is no path parameter. Known are ${names.join(', ') || 'none'}.`,
      });
    } else ids[name] = [...(named.has(name) ? (ids[name] ?? []) : []), ...values];
    named.add(name);
  }
  return ids;
}

function splitValues(list: string): string[] {
  return list
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

function keyParameter({ meaning }: Operation): string | undefined {
  return meaning.action === 'list' ? undefined : meaning.key.parameter.name;
}

/** What only the user knows of a server: a credential, and identifiers that no operation lists. */
function requireTargetData(
  checks: Check[],
  ids: Record<string, string[]>,
  environment: Environment,
  mayWrite: boolean,
  faults: Fault[],
): void {
  const operations = [...new Set(checks.map(({ operation }) => operation))].filter(
    ({ method }) => mayWrite || isSafe(method),
  );
  requireCredential(operations, environment, faults);
  for (const name of new Set(operations.flatMap((operation) => keyParameter(operation) ?? []))) {
    if (ids[name] !== undefined) continue;
    const message = `No ${name} is known. Give one that the server has with --id ${name}=<value> or in ${variableFor(name)}.`;
    faults.push({ place: variableFor(name), message });
  }
}

/** Writing is allowed on this machine, and where ALLOW_WRITES names the host (or says yes). */
function isWritable(baseUrl: string, { ALLOW_WRITES = '' }: Environment): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { host, hostname } = new URL(baseUrl);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return true;
  return isTrue(ALLOW_WRITES) || splitValues(ALLOW_WRITES).some((name) => [host, hostname].includes(name));
}

function isTrue(value = ''): boolean {
  return ['1', 'true', 'yes'].includes(value.toLowerCase());
}
