import { type Answer, define, isObject, type JsonObject, type Service, valueAt, withoutAssumptions } from '../../spec';

/**
 * The document as it may be asserted of a real server, for a reader that knows no sources: without assumed keywords and
 * without assumed responses. A success whose status alone is assumed may have any of class 2xx. Credentials are left out as
 * well, so that none has to be shown to that reader.
 */
export function assertableDocument({ openapi, operations }: Service): JsonObject {
  const document = structuredClone(withoutAssumptions(openapi));
  delete document.security;
  for (const { pointer, answers, success } of operations) {
    const operation = valueAt(document, pointer);
    if (!isObject(operation)) continue;
    delete operation.security;
    operation.responses = assertableResponses(operation.responses, answers, success);
  }
  return document;
}

function assertableResponses(responses: unknown, answers: Answer[], success: Answer): JsonObject {
  const kept: JsonObject = {};
  const assumed = new Map(answers.filter(isAssumed).map((answer) => [answer.status, answer]));
  for (const [status, response] of Object.entries(isObject(responses) ? responses : {})) {
    const answer = assumed.get(status);
    if (answer === undefined) define(kept, status, response);
    else if (answer === success) define(kept, '2XX', response);
  }
  return kept;
}

/** Of what was only assumed, or learned of another deployment, nothing is violated. */
function isAssumed({ source }: Answer): boolean {
  return source === 'assumed' || source === 'learned';
}
