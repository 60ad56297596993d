import cors from 'cors';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { isControlPath, type Service } from '../spec';
import { act } from './actions';
import { type Answers, sendControlRefusal, sendDefect } from './answers';
import { control } from './control/control';
import type { ControlAccess } from './control/guard';
import { ControlRefusal } from './control/problem';
import type { Docs } from './docs/docs';
import { begunExchange, exchangeOf } from './exchange';
import { applyFaults } from './faults/apply-faults';
import { keepPreferences } from './faults/keep-preferences';
import { findOperation } from './find-operation';
import { parseQuery } from './input/query';
import { readInput } from './input/read-input';
import type { RequestValidator } from './input/request-validator';
import type { JournalReading } from './journal/controls';
import type { Journals } from './journal/journals';
import { recordExchanges, type Times } from './journal/record-exchanges';
import { recordingOf } from './journal/recording';
import type { Saving } from './persistence/saving';
import { QuickAnswers } from './quick/quick-answers';
import { Refusal } from './refusal';
import { Router } from './routing';
import { chooseSession, journalFor, openSession, sessionOf, storeOf } from './sessions/choose-session';
import type { Sessions } from './sessions/sessions';

/** What the steps of a request share: what was made of the files for one version, the sessions that outlive it, and the options. */
export interface Parts {
  service: Service;
  docs: Docs;
  sessions: Sessions;
  saving: Saving;
  /** Whether a request to the service has to name its session. */
  requiresSession: boolean;
  access: ControlAccess;
  journals: Journals;
  times: Times;
  reading: JournalReading;
  validator: RequestValidator;
  answers: Answers;
}

/**
 * The mock as what Express calls for a request. `QuickAnswers` comes first, for requests like others that were served; any other goes,
 * in this order, through
 *
 * 1. `chooseSession`: whose state it is for, named in a header or a path prefix, which is taken off;
 * 2. `recordExchanges`: the journal, in which every exchange but the control API's is kept once it has ended;
 * 3. `allowAnyOrigin`: CORS, pre-flight included, for everything but the control API;
 * 4. `control`: the control API, `/_docent/…`, which guards itself, and answers once what was changed is saved;
 * 5. `openSession`: the session begins with its first request;
 * 6. `findOperation`: unknown-path, method-not-allowed, OPTIONS;
 * 7. `keepPreferences`: the delay, status or example that the header `Prefer` asks for;
 * 8. `applyFaults`: what the session's fault rules say;
 * 9. `requireCredential`: missing-credential, wrong-credential;
 * 10. `validateInput`: query and body, with the document's defaults of parameters filled in;
 * 11. `perform`: the operation's action on the session's state, and its answer, once what was changed is saved;
 * 12. `refuse`: the one place where what was refused becomes a response.
 */
export function createApp(parts: Parts): RequestHandler {
  const app = express();
  const router = new Router(parts.service.operations);
  const quick = new QuickAnswers({ ...parts, router });
  app.disable('x-powered-by');
  app.disable('etag');
  // The document's paths, to the letter.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', parseQuery);
  app.use(chooseSession());
  app.use(recordExchanges(parts.journals, journalFor.bind(undefined, parts.sessions), parts.times));
  app.use(allowAnyOrigin(parts.answers));
  app.use(control(parts, (response) => sessionOf(parts.sessions, response)));
  app.use(openSession(parts.sessions, { isRequired: parts.requiresSession }));
  app.use(findOperation(parts.service, router));
  app.use(keepPreferences(parts.service, parts.answers));
  app.use(applyFaults(parts));
  app.use(requireCredential(parts));
  app.use(validateInput(parts));
  app.use(perform(parts, quick));
  app.use(refuse(parts));
  return (request, response, next) => quick.serve(request, response, () => app(request, response, next));
}

/** Lets pages of every origin call the service, with any header and with credentials, and read what it is documented to send. */
function allowAnyOrigin({ headers }: Answers): RequestHandler {
  const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS'];
  const always = ['Allow', 'WWW-Authenticate', 'Retry-After', 'Location', 'Link', 'ETag', 'Preference-Applied'];
  const known = always.map((name) => name.toLowerCase());
  const exposedHeaders = [...always, ...[...headers.names].filter((name) => !known.includes(name))];
  const options = { origin: true, credentials: true, methods, exposedHeaders, maxAge: 600 };
  const [answerPreflight, allow] = [cors(options), cors({ ...options, preflightContinue: true })];
  return function allowAnyOrigin(request, response, next) {
    if (isControlPath(request.path)) {
      next();
      return;
    }
    // An OPTIONS without this header is no pre-flight: it asks which methods there are.
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    (isPreflight ? answerPreflight : allow)(request, response, next);
  };
}

function requireCredential({ validator }: Parts): RequestHandler {
  return async function requireCredential(request, response, next) {
    await validator.requireCredential(request, response);
    next();
  };
}

function validateInput({ service, validator }: Parts): RequestHandler {
  return async function validateInput(request, response, next) {
    await readInput(service, validator, request, response);
    next();
  };
}

function perform({ service, sessions, saving, answers }: Parts, quick: QuickAnswers): RequestHandler {
  return function perform(request, response) {
    quick.requireSaved(response);
    const exchange = begunExchange(response);
    const session = sessionOf(sessions, response);
    return saving.run(
      () => act(exchange, { service, store: storeOf(response), today: session.today() }),
      (body) => {
        answers.sendSuccess(response, exchange.success, body, exchange.preferredStatus);
        quick.learn(request, response, exchange, recordingOf(response)?.responseBody);
      },
    );
  };
}

function refuse({ answers }: Parts): ErrorRequestHandler {
  return function refuse(error: unknown, _request, response, next) {
    if (response.headersSent) next(error);
    else if (error instanceof ControlRefusal) sendControlRefusal(response, error);
    else if (error instanceof Refusal) answers.refuse(response, exchangeOf(response)?.operation, error);
    else {
      process.emitWarning(error instanceof Error ? error : String(error));
      sendDefect(response);
    }
  };
}
