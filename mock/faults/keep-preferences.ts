import { setTimeout as wait } from 'node:timers/promises';
import type { RequestHandler, Response } from 'express';
import { type Answer, codeOf, type Operation, type Service } from '../../spec';
import type { RefusalAnswers } from '../answers';
import { sendExample } from '../answers';
import { ControlRefusal } from '../control/problem';
import { begunExchange } from '../exchange';
import { challengeOf } from '../input/credentials';
import { namedExamples } from './examples';
import { type Preferences, readPreferences } from './preferences';

/** Statuses whose answer says when to come back (RFC 9110, section 10.2.3; RFC 6585, section 4). */
const COME_BACK = [429, 503];

/** Answers as a request prefers: late, with another status, or with an example of the document. */
export function keepPreferences(service: Service, answers: RefusalAnswers): RequestHandler {
  return async function keepPreferences(request, response, next) {
    const { prefer } = request.headers;
    if (prefer === undefined) {
      next();
      return;
    }
    // Node joins headers of one name; its types do not know which.
    const preferences = readPreferences(String(prefer));
    const { operation } = begunExchange(response);
    const answer = answerPreferred(service, operation, preferences);
    const example = exampleOf(service, operation, answer, preferences);
    if (Object.keys(preferences).length > 0) response.setHeader('Preference-Applied', applied(preferences));
    await delay(response, preferences.wait);
    const code = preferences.code ?? codeOf(operation.success, 200);
    if (example !== undefined) sendExample(response, code, example.content, example.value);
    else if (answer === operation.success) next();
    else {
      setHeaders(response, service, operation, code);
      answers.sendStatus(response, code, answer);
    }
  };
}

/** The response of the document for the status that is preferred; undefined where it has none. */
function answerPreferred(service: Service, operation: Operation, { code }: Preferences): Answer | undefined {
  const { success, answers } = operation;
  if (code === undefined || code === codeOf(success, 200)) return success;
  const keys = [String(code), `${String(code).charAt(0)}XX`, 'default'];
  return keys
    .flatMap((key) => [...answers, ...service.answers].filter(({ status }) => status === key))
    .find((answer) => answer !== undefined);
}

function exampleOf(
  service: Service,
  { id, success }: Operation,
  answer: Answer | undefined,
  { example, code }: Preferences,
) {
  if (example === undefined) return undefined;
  const known = answer ? namedExamples(service.openapi, answer) : new Map<string, never>();
  const found = known.get(example);
  if (found !== undefined) return found;
  const names = known.size > 0 ? `Its examples are ${[...known.keys()].join(', ')}.` : 'It has no named examples.';
  const detail = `${id} has no example "${example}" of ${code ?? codeOf(success, 200)}. ${names}`;
  throw new ControlRefusal('invalid-preference', detail);
}

/** Waits, unless the client goes before. */
async function delay(response: Response, seconds: number | undefined): Promise<void> {
  if (seconds === undefined || seconds === 0) return;
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  await wait(seconds * 1000, undefined, { signal: gone.signal }).catch(() => undefined); // the answer then goes nowhere
  response.off('close', leave);
}

function applied(preferences: Preferences): string {
  return Object.entries(preferences)
    .map(([name, value]) => `${name}=${/^[\w.-]+$/.test(String(value)) ? value : JSON.stringify(value)}`)
    .join(', ')
    .replace(/[^\x20-\x7e]/g, '?');
}

function setHeaders(response: Response, service: Service, operation: Operation, code: number): void {
  if (COME_BACK.includes(code)) response.setHeader('Retry-After', '1');
  if (code === 401) response.setHeader('WWW-Authenticate', challengeOf(operation, service.title));
}
