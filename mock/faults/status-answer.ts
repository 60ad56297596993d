import type { Response } from 'express';
import { type Answer, codeOf, type Operation, responseFor, type Service } from '../../spec';
import { challengeOf } from '../input/credentials';
import { methodsOf } from '../routing';

/** The response that the document has for a status of an operation; undefined where it has none. */
export function answerFor(service: Service, { success, answers }: Operation, code: number): Answer | undefined {
  if (code === codeOf(success, 200)) return success;
  return responseFor([...answers, ...service.answers], code);
}

/** Sets the headers without which a status is none. */
export function setStatusHeaders(response: Response, service: Service, operation: Operation, code: number): void {
  if (code === 405) response.setHeader('Allow', methodsOf(service.operations, operation.path).join(', '));
  if (code === 401) response.setHeader('WWW-Authenticate', challengeOf(operation, service.title));
}
