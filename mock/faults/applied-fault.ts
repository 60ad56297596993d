import type { Response } from 'express';

const KEY = 'docentFault';

/** Notes what is done to an answer beside what its request means. */
export function noteFault(response: Response, text: string): void {
  response.locals[KEY] = text;
}

/** What was done to an answer, in words such as `rule 2: status 503` or `Prefer: code=503`; undefined where nothing was. */
export function appliedFault(response: Response): string | undefined {
  return response.locals[KEY] as string | undefined; // only noteFault sets it
}
