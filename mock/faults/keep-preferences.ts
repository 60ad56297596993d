import type { RequestHandler } from 'express';
import { type Answer, codeOf, type Operation, type Service } from '../../spec';
import type { Answers } from '../answers';
import { ControlRefusal } from '../control/problem';
import { begunExchange } from '../exchange';
import { noteFault } from './applied-fault';
import { namedExamples } from './examples';
import { pause } from './pause';
import { type Preferences, readPreferences } from './preferences';
import { answerFor, setStatusHeaders } from './status-answer';

/** Answers as a request prefers: late, with another status, or with an example of the document. */
export function keepPreferences(service: Service, answers: Answers): RequestHandler {
  return async function keepPreferences(request, response, next) {
    const { prefer } = request.headers;
    if (prefer === undefined) {
      next();
      return;
    }
    // Node joins headers of one name; its types do not know which.
    const preferences = readPreferences(String(prefer));
    const { operation } = begunExchange(response);
    const code = preferences.code ?? codeOf(operation.success, 200);
    const answer = answerFor(service, operation, code);
    const example = exampleOf(service, operation, answer, preferences);
    if (Object.keys(preferences).length > 0) {
      response.setHeader('Preference-Applied', applied(preferences));
      noteFault(response, `Prefer: ${applied(preferences)}`);
    }
    await pause(response, (preferences.wait ?? 0) * 1000);
    if (example !== undefined) answers.sendExample(response, code, answer, example);
    else if (answer === operation.success) {
      begunExchange(response).preferredStatus = code;
      next();
    } else {
      setStatusHeaders(response, service, operation, code);
      answers.sendStatus(response, code, answer, `The request asked for this answer with "Prefer: code=${code}".`);
    }
  };
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

function applied(preferences: Preferences): string {
  return Object.entries(preferences)
    .map(([name, value]) => `${name}=${/^[\w.-]+$/.test(String(value)) ? value : JSON.stringify(value)}`)
    .join(', ')
    .replace(/[^\x20-\x7e]/g, '?');
}
