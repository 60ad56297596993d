import express, { type Express, type RequestHandler } from 'express';
import type { Service } from '../spec';
import { createApp } from './app';
import { type CalendarDate, runningToday } from './calendar';
import { type LoggedExchange, toLogged } from './journal/entry';
import { Journals } from './journal/journals';
import { checkMockOptions } from './options';
import { keepCurrent } from './reload/keep-current';
import { type ReloadReport, reloadMessage } from './reload/report';
import { Versions } from './reload/versions';
import { controlsOf, type MockSession, mockSession, type SessionControls } from './sessions/controls';
import { SESSION_LIMITS } from './sessions/sessions';
import type { VersionOptions } from './version';

/** What a mock is made of, and how it behaves. */
export interface MockOptions extends VersionOptions {
  /** The scenario that sessions begin with; unless given, the fixtures alone. */
  scenario?: string;
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
  /** Whether to reload when a file changes that the mock was made of; only `reload` does so unless given. */
  watch?: boolean;
  /** Is told what became of each change that was noticed; unless given, what could not be served is a warning of the process. */
  onReload?: (report: ReloadReport) => void;
  /** Called with each exchange once it has ended, save those of the control API. */
  onExchange?: (exchange: LoggedExchange) => void;
  /** A file in which state, clock, scenario and snapshots of all sessions outlast the mock; unless given, they do not. */
  state?: string;
  /**
   * A file in which what document and fixtures say is kept, so that a later start with the same need not parse them again; unless
   * given, it does.
   */
  readings?: string;
  /** Is told what a person should know, such as what was left out of that file; unless given, Node's warnings are. */
  warn?: (message: string) => void;
}

/** An Express app, to be called, mounted or given to supertest, and the state that requests without a session share. */
export type Mock = Express &
  SessionControls & {
    /** What the mock serves now. */
    readonly service: Service;
    /**
     * Takes in the files as they are now. Requests that are under way are finished by the version that they began with; sessions
     * keep clock, scenario, snapshots and the changes that conform to the new one.
     * @returns a sentence for each part of the state that could not be kept
     * @throws {ConfigurationError} as `createMock` does; then everything stays as it was
     */
    reload(): Promise<string[]>;
    /** Stops watching the files. */
    unwatch(): void;
    /**
     * The session of a name, which begins when it is first used.
     * @throws {SessionError} where that is no name of a session, or too many are in use
     */
    session(name: string): MockSession;
    /**
     * Waits until every change so far is safe in the file of the state, if there is one. A request is answered only then; what is
     * changed within the process is safe a moment later.
     * @throws {Error} where it cannot be written; the state is then what it was before
     */
    saved(): Promise<void>;
    /**
     * Stops watching the files, and lets go of the file of the state, if there is one, once everything is in it. What is changed
     * after that is not saved.
     */
    close(): Promise<void>;
  };

/**
 * Creates a mock of the service that a document describes. It listens nowhere yet.
 * @throws {ConfigurationError} with every option that is at fault, or with every fault of the document or of the fixtures, each with
 * its place
 */
export function createMock(options: MockOptions = {}): Mock {
  checkMockOptions(options);
  const versions = versionsOf(options);
  const { sessions, saving } = versions.kept;
  const reading = () => versions.current.reading;
  const currency = options.watch ? keepCurrent(versions, options.onReload ?? warnOfRefusal) : undefined;
  const unwatch = () => currency?.stop();
  const members = {
    session: (name: string) => mockSession(sessions, name, reading),
    reload: () => versions.reload().finally(() => currency?.look()),
    unwatch,
    saved: saving.saved,
    close: async () => {
      unwatch();
      await versions.close();
    },
    ...controlsOf(() => sessions.shared, reading),
  };
  return withService(Object.assign(switchingApp(versions), members), () => versions.current.service);
}

/** The first version of a mock, and the way to the next, with all that the options say of how each behaves. */
function versionsOf(options: MockOptions): Versions {
  const { scenario, state, readings, controlToken: token, control: isOn = true, onExchange } = options;
  const { requireSession: requiresSession = false, warn = (message) => process.emitWarning(message) } = options;
  const { maximumSessions: most = SESSION_LIMITS.most, sessionIdle: idle = SESSION_LIMITS.idle } = options;
  const journals = new Journals(
    onExchange &&
      ((recording, session) => onExchange(toLogged(recording, versions.current.reading.redaction, session))),
  );
  const always = { requiresSession, access: { isOn, token }, journals, times: TIMES };
  const versions: Versions = new Versions(options, {
    scenario,
    today: clockOf(options.today),
    limits: { most, idle },
    journals,
    state,
    readings,
    warn,
    createApp: (version, kept) => createApp({ ...version, ...kept, ...always }),
  });
  return versions;
}

/** What time it is, for the journal. */
const TIMES = { wall: () => Date.now(), steady: () => performance.now() };

/** An Express app that hands every request, as the first thing, to the app of the current version. */
function switchingApp(versions: Versions): Express {
  const handle: RequestHandler = (request, response, next) => versions.handle(request, response, next);
  return Object.assign(express(), { handle }); // which Express calls for a request, whether it is mounted or not
}

function withService<App extends object>(app: App, service: () => Service): App & { readonly service: Service } {
  return Object.defineProperty(app, 'service', { get: service }) as App & { readonly service: Service }; // now it has it
}

function warnOfRefusal(report: ReloadReport): void {
  if (report.outcome !== 'reloaded') process.emitWarning(reloadMessage(report));
}

function clockOf(today: MockOptions['today']): () => CalendarDate {
  if (today === undefined) return runningToday();
  if (typeof today === 'function') return () => today();
  return () => today;
}
