import { join, resolve } from 'node:path';
import type { Express } from 'express';
import { ConfigurationError, DEFAULT_DOCUMENT, packageFolder, readService, type Service } from '../spec';
import { RefusalAnswers } from './answers';
import { createApp } from './app';
import { type CalendarDate, isCalendarDate, localToday } from './calendar';
import { Fixtures } from './fixtures/fixtures';
import { RequestValidator } from './input/request-validator';
import { type LoggedExchange, toLogged } from './journal/entry';
import { Journals, type Listener } from './journal/journals';
import { Redaction } from './journal/redaction';
import { noDate } from './sessions/clock';
import { controlsOf, type MockSession, mockSession, type SessionControls } from './sessions/controls';
import { noScenario } from './sessions/session';
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
  /** Called with each exchange once it has ended, save those of the control API. */
  onExchange?: (exchange: LoggedExchange) => void;
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
  const redaction = new Redaction(service);
  const reading = { redaction, operations: service.operations.map(({ id }) => id) };
  const journals = new Journals(listenerOf(options.onExchange, redaction));
  const sessions = new Sessions({ ground, scenario, today, journals }, limits, () => performance.now() / 1000);
  const app = createApp({
    service,
    ground,
    sessions,
    requiresSession: options.requireSession ?? false,
    access: { isOn: options.control ?? true, token },
    journals,
    reading,
    times: { wall: () => Date.now(), steady: () => performance.now() },
    validator: new RequestValidator(service, tokens.length > 0 ? new Set(tokens) : undefined),
    answers: new RefusalAnswers(service, conformance),
  });
  const session = (name: string) => mockSession(sessions, name, reading);
  return Object.assign(app, { service, session, ...controlsOf(() => sessions.shared, reading) });
}

function listenerOf(onExchange: MockOptions['onExchange'], redaction: Redaction): Listener | undefined {
  return onExchange && ((recording, session) => onExchange(toLogged(recording, redaction, session)));
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
