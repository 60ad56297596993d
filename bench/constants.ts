import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../spec';
import { EVENT, HOURS, type LoadRequest } from './requests';
import { startServer } from './server-process';
import { SUBJECTS } from './subjects';
import { CONSTANTS_FILE, type Constants } from './subjects/constants';

/** Asks the mock once for everything that the other servers answer; returns the environment in which they find it. */
export async function constantsFromMock(folder: string): Promise<NodeJS.ProcessEnv> {
  const mock = await startServer(SUBJECTS.docent, {});
  try {
    const constants: Constants = {
      event: (await bodyOf(mock.url, EVENT)) as JsonObject, // an event is one
      hours: (await bodyOf(mock.url, HOURS)) as JsonObject[],
      state: (await bodyOf(mock.url, { ...EVENT, path: '/_docent/state' })) as Constants['state'],
    };
    const file = join(folder, 'constants.json');
    writeFileSync(file, JSON.stringify(constants));
    return { [CONSTANTS_FILE]: file };
  } finally {
    await mock.stop();
  }
}

async function bodyOf(url: string, { path, headers }: LoadRequest): Promise<unknown> {
  const response = await fetch(url + path, { headers });
  if (!response.ok)
    throw new Error(`Failed to read ${path} from the mock: it answered ${response.status}. 200 would be right.`);
  return response.json();
}
