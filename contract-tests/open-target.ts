import { type Operation, packageVersion } from '../spec';
import type { Configuration } from './configuration';
import { openMock } from './in-process';
import { createTarget, type Target } from './target';

/** The credential of the mock in this process, where the environment names none. */
const MOCK_TOKEN = 'ZG9jZW50OmNvbnRyYWN0';

/** Where messages say that the mock is: the address at which `docent mock` serves it. */
const MOCK_ADDRESS = 'http://127.0.0.1:4010';

/** Opens what a configuration names: the server at its base URL, or else the mock in this process. */
export function openTarget(configuration: Configuration, token: string | undefined): Target {
  const { baseUrl, ids, mayWrite } = configuration;
  const common = { mayWrite, now: () => new Date(), version: packageVersion };
  if (baseUrl !== undefined) {
    const identifiersFor = ({ meaning }: Operation) =>
      meaning.action === 'list' ? [] : (ids[meaning.key.parameter.name] ?? []);
    return createTarget({ ...common, server: baseUrl, token: token ?? '', identifiersFor });
  }
  const accepted = token || MOCK_TOKEN;
  const { spec, overlays, fixtures } = configuration;
  const mock = openMock({ spec, overlays, ...(fixtures !== undefined && { fixtures }), tokens: [accepted] });
  return createTarget({ ...common, ...mock, shownAs: MOCK_ADDRESS, token: accepted });
}
