import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../spec';

/** What the mock answered before the run, so that every server sends bodies of the same bytes. */
export interface Constants {
  /** The body of GET event. */
  event: JsonObject;
  /** The body of GET hours. */
  hours: JsonObject[];
  /** All that the mock has, for a server with a store. */
  state: { 'special-events': JsonObject[]; 'museum-hours': JsonObject[] };
}

/** The environment variable that names the file of constants. */
export const CONSTANTS_FILE = 'BENCH_CONSTANTS';

/** The constants that the run has given to this process. */
export function readConstants(): Constants {
  const file = process.env[CONSTANTS_FILE];
  if (file === undefined) throw new Error(`Failed to start: ${CONSTANTS_FILE} is not set. "npm run bench" sets it.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Constants; // written by the run
}
