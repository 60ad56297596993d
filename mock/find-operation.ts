import type { Request, RequestHandler, Response } from 'express';
import type { Service } from '../spec';
import { beginExchange } from './exchange';
import { parseCookies } from './input/cookies';
import { validatorPath } from './input/validator-document';
import { type InputFault, Refusal } from './refusal';
import type { Route, Router, Routing } from './routing';

/**
 * Begins the exchange of the operation that a request is for, and answers OPTIONS itself.
 * @throws {Refusal} unknown-path, method-not-allowed
 */
export function findOperation(service: Service, router: Router): RequestHandler {
  return function findOperation(request, response, next) {
    const { route, methods } = routingOf(router, request);
    if (methods.length === 0) throw new Refusal('unknown-path', unknownPath(service, request.path));
    const headers = { Allow: methods.join(', ') };
    if (route !== undefined) {
      beginOperation(service, route, request, response);
      next();
      return;
    }
    if (request.method !== 'OPTIONS') {
      const detail = `${request.path} has no ${request.method}. It has ${headers.Allow}.`;
      throw new Refusal('method-not-allowed', detail, [], headers);
    }
    response.status(204).set(headers).end();
  };
}

/** `OPTIONS *` asks for the methods of the server as a whole (RFC 9110, section 9.3.7). */
function routingOf(router: Router, { method, url, path }: Request): Routing {
  if (method === 'OPTIONS' && url === '*') return { route: undefined, methods: router.allMethods() };
  return router.find(method, path);
}

function unknownPath({ operations }: Service, path: string): string {
  const paths = new Set(operations.map((operation) => operation.path));
  return `There is no path ${path}. The document has ${[...paths].join(', ')}.`;
}

/** Turns the request into what the later steps are made for, as the validator reads it. */
function beginOperation(service: Service, route: Route, request: Request, response: Response): void {
  const { operation } = route;
  const path = new Map(route.pathValues.map(({ name, sent, value = sent }) => [name, value]));
  const pathFaults = route.pathValues.filter(({ value }) => value === undefined).map(({ name }) => encodingFault(name));
  // The validator has paths of its own, and a target may be in absolute form or end in a fragment.
  request.url = validatorPath(service, operation, path) + (/\?[^#]*/.exec(request.url)?.[0] ?? '');
  request.cookies = parseCookies(request.headers.cookie);
  const isHead = request.method === 'HEAD';
  request.method = operation.method; // a HEAD is served as the GET that it stands for; Node leaves the body out
  const { success, body: documented } = operation;
  const { headers, cookies } = request;
  const content = documented?.json;
  const input = { path, pathFaults, query: {}, headers, cookies, body: undefined };
  beginExchange(response, { operation, isHead, ...input, content, success });
}

function encodingFault(name: string): InputFault {
  const message = 'must be percent-encoded as RFC 3986 has it';
  return { condition: 'malformed-identifier', error: { in: 'path', name, rule: 'encoding', message } };
}
