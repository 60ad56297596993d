import { answerScripts } from './scripts/answers';
import { credentialScripts } from './scripts/credentials';
import { boundScripts, listScripts } from './scripts/lists';
import { togetherScripts } from './scripts/together';
import { updateScripts } from './scripts/updates';
import type { Script } from './transcript';

/** For each rule, requests in whose answers a breach of it shows. */
export function scriptsFor(eventIds: string[], today: string): Record<string, Script> {
  return {
    ...answerScripts(eventIds, today),
    ...listScripts(today),
    ...boundScripts(today),
    ...updateScripts(eventIds, today),
    ...togetherScripts(eventIds, today),
    ...credentialScripts(eventIds),
  };
}
