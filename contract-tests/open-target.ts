import { type Operation, packageVersion, READINGS, type Service } from '../spec';
import { requestBudget } from './budget';
import type { Configuration } from './configuration';
import { identifiersFor } from './identifiers';
import { planChecks } from './plan';
import { Journal } from './safety/journal';
import { readHeaders } from './target/headers';
import type { Environment } from './target/server-access';
import { createTarget, type Target } from './target/target';

/** The credential of the mock in this process, where the environment names none. */
const MOCK_TOKEN = 'bW9jay11c2VyOmluLXRoaXMtcHJvY2Vzcw==';

/** Where messages say that the mock is: the address at which `docent mock` serves it. */
const MOCK_ADDRESS = 'http://127.0.0.1:4010';

/** What a run is opened with, without faults: whatever was wrong was told when it was read. */
export interface Opening {
  configuration: Configuration;
  service: Service;
  /** Of which AUTH_TOKEN and HEADERS are read, which the configuration does not hold. */
  environment: Environment;
  /** Ends what is under way. */
  signal?: AbortSignal;
}

/** Opens what a configuration names: the server at its base URL, or else the mock in this process. */
export function openTarget({ configuration, service, environment, signal }: Opening): Target {
  const { baseUrl, mayWrite, timeout, stateFolder } = configuration;
  const { AUTH_TOKEN: token = '' } = environment;
  const headers = readHeaders(service, environment);
  const now = () => new Date();
  const budget = requestBudget(planChecks(service, configuration.only), service, configuration);
  const common = { mayWrite, now, version: packageVersion, timeout, headers, budget, ...(signal && { signal }) };
  if (baseUrl === undefined) return openInProcess(configuration, token || MOCK_TOKEN, common);
  const journal = stateFolder && new Journal({ folder: stateFolder, target: baseUrl, now, token });
  const known = (operation: Operation) => identifiersFor(operation, configuration.ids);
  return createTarget({ ...common, server: baseUrl, token, identifiersFor: known, ...(journal && { journal }) });
}

function openInProcess(
  { spec, overlays, fixtures }: Configuration,
  token: string,
  common: Pick<Parameters<typeof createTarget>[0], 'mayWrite' | 'now'>,
): Target {
  // Loaded only here: whoever checks a server does not wait for the mock.
  const { openMock } = require('./target/in-process') as typeof import('./target/in-process');
  const data = fixtures === undefined ? {} : { fixtures };
  const mock = openMock({ spec, overlays, ...data, tokens: [token], readings: READINGS });
  return createTarget({ ...common, ...mock, shownAs: MOCK_ADDRESS, token });
}
