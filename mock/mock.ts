import { join, resolve } from 'node:path';
import type { Express } from 'express';
import { ConfigurationError, DEFAULT_DOCUMENT, packageFolder, readService, type Service } from '../spec';
import { RefusalAnswers } from './answers';
import { createApp } from './app';
import { type CalendarDate, isCalendarDate, localToday } from './calendar';
import { Fixtures } from './fixtures/fixtures';
import { RequestValidator } from './input/request-validator';
import { openSavedSessions } from './persistence/open-saved-sessions';
import { NOT_SAVED } from './persistence/saving';
import { noDate } from './sessions/clock';
import { controlsOf, type MockSession, mockSession, type SessionControls } from './sessions/controls';
import { noScenario } from './sessions/session';
import type { TellChange } from './sessions/session-change';
import { SESSION_LIMITS, Sessions } from './sessions/sessions';
import { Conformance } from './state/conformance';
import { Ground } from './state/ground';
import { kindsOf } from './state/kind';

export interface MockOptions {
  /** The OpenAPI document; the package's own unless given. */
  spec?: string;
  /** OpenAPI Overlays, applied in their order. */
  overlays?: readonly string[];
  /**
   * A YAML file or a folder of them, with scenarios in its folder `scenarios`. Unless given, the package's for its own document,
   * and the document's examples for any other.
   */
  fixtures?: string;
  /** The scenario that sessions begin with; unless given, the fixtures alone. */
  scenario?: string;
  /** The accepted credentials, as they follow the authentication scheme; unless given, any that is not empty. */
  tokens?: readonly string[];
  /** The date that counts as today, or a function that is asked at each request; unless given, the machine's local date. */
  today?: CalendarDate | (() => CalendarDate);
  /** Whether to refuse requests to the service that name no session; they share one unless given. */
  requireSession?: boolean;
  /** How many named sessions there may be; 1,000 unless given. */
  maximumSessions?: number;
  /** After how many seconds without a request a named session may go; an hour unless given. */
  sessionIdle?: number;
  /** What requests to the control API have to carry as Bearer token; unless given, they are taken on loopback alone. */
  controlToken?: string;
  /** Whether there is a control API; there is one unless given. */
  control?: boolean;
  /** A file in which state, clock, scenario and snapshots of all sessions outlast the mock; unless given, they do not. */
  state?: string;
  /** Is told what a person should know, such as what was left out of that file; unless given, Node's warnings are. */
  warn?: (message: string) => void;
}

/** An Express app, to be called, mounted or given to supertest, and the state that requests without a session share. */
export type Mock = Express &
  SessionControls & {
    /** What the mock serves. */
    readonly service: Service;
    /**
     * The session of a name, which begins when it is first used.
     * @throws {SessionError} where that is no name of a session
     */
    session(name: string): MockSession;
    /**
     * Waits until every change so far is safe in the file of the state, if there is one. A request is answered only then; what is
     * changed within the process is safe a moment later.
     * @throws {Error} where it cannot be written; the state is then what it was before
     */
    saved(): Promise<void>;
    /** Lets go of the file of the state, if there is one, once everything is in it. What is changed after that is not saved. */
    close(): Promise<void>;
  };

/**
 * Creates a mock of the service that a document describes. It listens nowhere yet.
 * @throws {ConfigurationError} with every fault of the document or of the fixtures, each with its place
 */
export function createMock(options: MockOptions = {}): Mock {
  const { spec = DEFAULT_DOCUMENT, overlays = [], tokens = [], scenario, controlToken: token } = options;
  const { most, idle } = SESSION_LIMITS;
  const today = clockOf(options.today);
  const service = readService({ spec, overlays });
  const conformance = new Conformance(service.openapi);
  const ground = groundOf(service, conformance, options, today());
  const limits = { most: options.maximumSessions ?? most, idle: options.sessionIdle ?? idle };
  const begin = (tellChange?: TellChange) =>
    new Sessions({ ground, scenario, today }, limits, () => performance.now() / 1000, tellChange);
  const parts = {
    service,
    ground,
    requiresSession: options.requireSession ?? false,
    access: { isOn: options.control ?? true, token },
    validator: new RequestValidator(service, tokens.length > 0 ? new Set(tokens) : undefined),
    answers: new RefusalAnswers(service, conformance),
  };
  // The file is taken last: whatever else is wrong leaves it alone.
  const { state, warn = (message) => process.emitWarning(message) } = options;
  const kept = state === undefined ? undefined : openSavedSessions(state, { ground, scenario, begin, warn });
  const { sessions, saving } = kept ?? { sessions: begin(), saving: NOT_SAVED };
  const app = createApp({ ...parts, sessions, saving });
  const session = (name: string) => mockSession(sessions, name);
  const { saved, close } = saving;
  return Object.assign(app, { service, session, saved, close, ...controlsOf(() => sessions.shared) });
}

function groundOf(service: Service, conformance: Conformance, options: MockOptions, today: CalendarDate): Ground {
  const { spec = DEFAULT_DOCUMENT, fixtures = fixturesOf(spec), scenario } = options;
  const kinds = kindsOf(service, conformance);
  const ground = new Ground(kinds, Fixtures.read(service, fixtures, kinds, today));
  if (scenario === undefined || ground.scenarios.includes(scenario)) return ground;
  const { message } = noScenario(scenario, ground.scenarios);
  throw new ConfigurationError('choose the scenario', [{ place: fixtures ?? spec, message }]);
}

function fixturesOf(spec: string): string | undefined {
  return resolve(spec) === DEFAULT_DOCUMENT ? join(packageFolder, 'fixtures') : undefined;
}

function clockOf(today: MockOptions['today'] = localToday): () => CalendarDate {
  if (typeof today === 'function') return () => today();
  if (!isCalendarDate(today)) throw noDate(today);
  return () => today;
}
