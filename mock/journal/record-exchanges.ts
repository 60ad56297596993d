import type { RequestHandler, Response } from 'express';
import { isControlPath } from '../../spec';
import { exchangeOf } from '../exchange';
import { appliedFault } from '../faults/applied-fault';
import type { Journal } from './journal';
import type { Journals } from './journals';
import { beginRecording, type Ending, type Matched, Recording } from './recording';

/** Says what time it is, in milliseconds: since 1970, and of a clock that never goes back. */
export interface Times {
  wall(): number;
  steady(): number;
}

/**
 * Records every exchange with the service, from its arrival until it was answered or the connection closed.
 * @param journalFor the journal of an exchange that has ended before its session was opened
 */
export function recordExchanges(
  journals: Journals,
  journalFor: (response: Response, recording: Recording) => Journal,
  { wall, steady }: Times,
): RequestHandler {
  return function recordExchanges(request, response, next) {
    if (isControlPath(request.path)) {
      next();
      return;
    }
    const began = steady();
    const recording = new Recording(wall(), request.method, request.url, request.rawHeaders);
    beginRecording(response, recording);
    response.once('close', () => {
      recording.matched = matchedOf(response);
      recording.end(endingOf(response), steady() - began);
      if (recording.journal === undefined) recording.enter(journalFor(response, recording));
      if (recording.journal !== undefined) journals.record(recording.journal, recording);
    });
    next();
  };
}

function endingOf(response: Response): Ending {
  return {
    status: response.headersSent ? response.statusCode : undefined,
    headers: response.getHeaders(),
    isAborted: !response.writableFinished,
    fault: appliedFault(response),
  };
}

function matchedOf(response: Response): Matched | undefined {
  const exchange = exchangeOf(response);
  return exchange && { operation: exchange.operation.id, path: exchange.path, query: exchange.query };
}
