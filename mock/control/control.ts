import type { RequestHandler, Response } from 'express';
import { CONTROL_PATH, isControlPath, type Json, type JsonObject, percentDecoded } from '../../spec';
import type { Docs } from '../docs/docs';
import type { JournalReading } from '../journal/controls';
import type { Saving } from '../persistence/saving';
import type { Session } from '../sessions/session';
import type { Sessions } from '../sessions/sessions';
import { BODY_SCHEMAS } from './body-schemas';
import { ControlBodies } from './control-body';
import type { ControlCall } from './control-call';
import { type ControlAccess, guardControl } from './guard';
import { Page } from './page';
import { ControlRefusal } from './problem';
import { type ControlRoute, ROUTES } from './routes';

/** What control requests act on and show, and who may send them. */
export interface ControlParts {
  docs: Docs;
  sessions: Sessions;
  saving: Saving;
  access: ControlAccess;
  reading: JournalReading;
}

/**
 * Answers control requests, and passes every other on.
 * @param sessionOf opens the session that a request names
 */
export function control(
  { docs, sessions, saving, access, reading }: ControlParts,
  sessionOf: (response: Response) => Session,
): RequestHandler {
  const bodies = new ControlBodies(BODY_SCHEMAS as unknown as JsonObject); // literals
  return async function control(request, response, next) {
    if (!isControlPath(request.path)) {
      next();
      return;
    }
    guardControl(request, access);
    response.setHeader('Cache-Control', 'no-store');
    const found = routeOf(request.method, request.path.slice(CONTROL_PATH.length));
    if (found === undefined) {
      response
        .status(204)
        .setHeader('Allow', methodsOf(request.path.slice(CONTROL_PATH.length)).join(', '))
        .end();
      return;
    }
    const { route, parameter } = found;
    const body = await bodies.read(request, response, route.body);
    const { ground } = sessions; // the one that there is now, whenever the request began
    const session = () => sessionOf(response);
    const call: ControlCall = { request, parameter, body, docs, ground, sessions, reading, session };
    await saving.run(
      () => route.run(call),
      (answer) => {
        route.finish?.(call);
        send(response, answer);
      },
    );
  };
}

function send(response: Response, answer: Json | Page | undefined): void {
  if (answer instanceof Page) answer.send(response);
  else if (answer === undefined) response.status(204).end();
  else response.type('application/json').end(JSON.stringify(answer));
}

/**
 * The route of a request; undefined where it only asks which methods there are.
 * @throws {ControlRefusal} unknown-control-path or control-method
 */
function routeOf(method: string, path: string): { route: ControlRoute; parameter: string } | undefined {
  const matching = ROUTES.filter((route) => parameterIn(route.path, path) !== undefined);
  if (matching.length === 0) {
    const detail = `There is no ${CONTROL_PATH}${path}. GET ${CONTROL_PATH} lists what there is.`;
    throw new ControlRefusal('unknown-control-path', detail);
  }
  if (method === 'OPTIONS') return undefined;
  const served = method === 'HEAD' ? 'GET' : method;
  const route = matching.find((each) => each.method === served);
  const parameter = route && parameterIn(route.path, path);
  if (route && parameter !== undefined) return { route, parameter };
  const methods = methodsOf(path).join(', ');
  throw new ControlRefusal('control-method', `${CONTROL_PATH}${path} has no ${method}. It has ${methods}.`, [], {
    Allow: methods,
  });
}

function methodsOf(path: string): string[] {
  const methods = ROUTES.filter((route) => parameterIn(route.path, path) !== undefined).map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/** The value of a template's parameter in a path, empty where it has none; undefined where the path is another. */
function parameterIn(template: string, path: string): string | undefined {
  const [expected, sent] = [template.split('/'), path.replace(/\/$/, '').split('/')];
  if (expected.length !== sent.length) return undefined;
  let parameter = '';
  for (const [index, segment] of sent.entries()) {
    if (expected[index] === segment) continue;
    if (!expected[index]?.startsWith('{') || segment === '') return undefined;
    parameter = percentDecoded(segment) ?? segment; // the name of nothing where the encoding is broken
  }
  return parameter;
}
