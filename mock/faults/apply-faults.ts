import type { RequestHandler, Response } from 'express';
import { type Answer, jsonContentIn, type Service } from '../../spec';
import type { Answers } from '../answers';
import { begunExchange } from '../exchange';
import { sessionOf } from '../sessions/choose-session';
import type { Sessions } from '../sessions/sessions';
import { appliedFault, noteFault } from './applied-fault';
import { cut, type Delivery, deliverBy, slow, truncated } from './delivery';
import type { FaultRule } from './fault-rule';
import type { Verdict } from './faults';
import { pause } from './pause';
import { answerFor, setStatusHeaders } from './status-answer';

interface Parts {
  service: Service;
  sessions: Sessions;
  answers: Answers;
}

/** Does to a request what the fault rules of its session say, unless its own header `Prefer` has said what is to happen. */
export function applyFaults(parts: Parts): RequestHandler {
  return function applyFaults(_request, response, next) {
    const { faults } = sessionOf(parts.sessions, response);
    if (faults.isEmpty || appliedFault(response) !== undefined) {
      next();
      return undefined;
    }
    const { operation, path } = begunExchange(response);
    const verdict = faults.decide(operation, path);
    if (verdict === undefined) {
      next();
      return undefined;
    }
    noteFault(response, verdict.text);
    return apply(parts, response, verdict, next);
  };
}

async function apply(parts: Parts, response: Response, { delay, rule }: Verdict, next: () => void): Promise<void> {
  await pause(response, delay);
  if (rule?.cut === 'before') cut(response);
  else if (rule?.status !== undefined) answerStatus(parts, response, rule.status, rule);
  else {
    const delivery = rule && deliveryOf(rule);
    if (delivery !== undefined) deliverBy(response, delivery);
    next();
  }
}

/** How the answer of the operation is sent, which is performed. */
function deliveryOf({ cut: cutting, truncate, slow: bytesPerSecond }: FaultRule): Delivery | undefined {
  if (cutting === 'after') return cut;
  if (cutting === 'after-headers') return truncated(0);
  if (truncate !== undefined) return truncated(truncate);
  return bytesPerSecond === undefined ? undefined : slow(bytesPerSecond);
}

function answerStatus({ service, answers }: Parts, response: Response, status: number, rule: FaultRule): void {
  const { operation } = begunExchange(response);
  const { headers = {}, body, text, retryAfter } = rule;
  const answer = answerFor(service, operation, status);
  setStatusHeaders(response, service, operation, status);
  const last = { ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }), ...headers };
  deliverBy(response, (_, sent) => {
    for (const [name, value] of Object.entries(last)) response.setHeader(name, value); // the last word is the rule's
    response.end(sent.length > 0 ? sent : undefined);
  });
  if (body !== undefined) answers.sendExample(response, status, answer, { mediaType: jsonOf(answer), value: body });
  else if (text !== undefined)
    answers.sendExample(response, status, answer, { mediaType: 'text/plain; charset=utf-8', value: text });
  else
    answers.sendStatus(
      response,
      status,
      answer,
      `A fault rule of the mock asks for this answer: ${appliedFault(response)}.`,
    );
}

function jsonOf(answer: Answer | undefined): string {
  return (answer && jsonContentIn(answer.content)?.mediaType) ?? 'application/json';
}
