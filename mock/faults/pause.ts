import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';

/** Where it stands that nothing holds a response back any longer: its client has gone, or the server closes. */
const KEY = 'docentHaste';

/** Lets time pass before an answer goes on; none once the client has gone, or `hasten` was called. */
export async function pause(response: Response, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  await wait(milliseconds, undefined, { signal: hasteOf(response) }).catch(() => undefined); // it rejects to end early
}

/** Whether an answer is not to be held back any longer. */
export function isHastened(response: Response): boolean {
  return hasteOf(response).aborted;
}

/** Ends what holds an answer back: it goes on at once, now and from here on. */
export function hasten(response: ServerResponse): void {
  const { locals } = response as Partial<Response>; // which only a request has that came to the app
  if (locals !== undefined) controllerIn(response as Response).abort();
}

function hasteOf(response: Response): AbortSignal {
  return controllerIn(response).signal;
}

function controllerIn(response: Response): AbortController {
  const { locals } = response;
  const known = locals[KEY] as AbortController | undefined; // only set here
  if (known !== undefined) return known;
  const controller = new AbortController();
  locals[KEY] = controller;
  if (response.destroyed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller;
}
