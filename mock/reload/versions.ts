import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ConfigurationError, DEFAULT_DOCUMENT, KeptReadings } from '../../spec';
import type { CalendarDate } from '../calendar';
import type { Journals } from '../journal/journals';
import { openSessions } from '../persistence/open-saved-sessions';
import type { Saving } from '../persistence/saving';
import { type Beginning, noScenario } from '../sessions/session';
import type { TellChange } from '../sessions/session-change';
import { type SessionLimits, Sessions } from '../sessions/sessions';
import { fixturesOf, readVersion, type Version, type VersionOptions } from '../version';
import { noticesOf } from './report';
import { SeenFiles } from './seen-files';

/** What stays while versions come and go. */
export interface Setting {
  /** The scenario that sessions begin with. */
  scenario: string | undefined;
  today: () => CalendarDate;
  limits: SessionLimits;
  journals: Journals;
  /** The file in which the sessions are saved, if they are. */
  state: string | undefined;
  /** The file in which what the files say is kept for the next start, if it is. */
  readings: string | undefined;
  /** Is told what a person should know. */
  warn: (message: string) => void;
  /** Makes the app that serves a version. */
  createApp: (version: Version, kept: Kept) => RequestHandler;
}

/** What outlives versions. */
interface Kept {
  sessions: Sessions;
  saving: Saving;
}

/** The version that a mock serves, with the sessions that outlive it, and the way to the next. */
export class Versions {
  readonly kept: Kept;
  readonly #options: VersionOptions;
  readonly #setting: Setting;
  #version: Version;
  #app: RequestHandler;
  /** What was read last, for a version that serves or for one that was refused. */
  #seen: SeenFiles;
  /** The reload that was asked for last. */
  #last: Promise<unknown> = Promise.resolve();

  /** @throws {ConfigurationError} as `readVersion` does, and where there is no such scenario */
  constructor(options: VersionOptions, setting: Setting) {
    this.#options = options;
    this.#setting = setting;
    const readings = setting.readings === undefined ? undefined : new KeptReadings(setting.readings);
    this.#seen = new SeenFiles(readings);
    this.#version = readVersion(options, setting.today(), this.#seen, undefined);
    readings?.keep();
    requireScenario(this.#version, setting.scenario, fixturesOf(options) ?? options.spec ?? DEFAULT_DOCUMENT);
    const beginning = this.#beginningOf(this.#version);
    const begin = (tell?: TellChange) =>
      new Sessions(beginning, setting.limits, () => Math.floor(performance.now()), tell);
    // The file of the state is taken last: whatever else is wrong leaves it alone.
    this.kept = openSessions(setting.state, { begin, warn: setting.warn });
    this.#app = setting.createApp(this.#version, this.kept);
  }

  get current(): Version {
    return this.#version;
  }

  /** What was read last: every change of it asks for the next version. */
  get seen(): SeenFiles {
    return this.#seen;
  }

  /** Serves a request by the current version, which finishes it whatever comes in between. */
  handle(request: Request, response: Response, next: NextFunction): void {
    this.#app(request, response, next);
  }

  /**
   * Makes a version of the files as they are now and puts it in the place of the one that serves. Reloads happen one after another.
   * @returns a sentence for each part of the state that could not be kept
   * @throws {ConfigurationError} as `readVersion` does; then the version that serves stays
   */
  reload(): Promise<string[]> {
    const reloaded = this.#last.then(() => this.#renew());
    this.#last = reloaded.catch(() => undefined); // told to whoever asked for it
    return reloaded;
  }

  /** Lets go of the file in which the sessions are saved, once the reloads under way are done and everything is in it. */
  async close(): Promise<void> {
    await this.#last;
    await this.kept.saving.close();
  }

  async #renew(): Promise<string[]> {
    this.#seen = new SeenFiles();
    const version = readVersion(this.#options, this.#setting.today(), this.#seen, this.#version);
    const app = this.#setting.createApp(version, this.kept);
    const { scenario } = this.#setting;
    const carryOver = await this.kept.sessions.goOn(this.#beginningOf(version), () => {
      this.#version = version;
      this.#app = app;
      this.kept.saving.saveAll();
    });
    if (scenario !== undefined && !version.ground.scenarios.includes(scenario)) carryOver.lostScenarios.add(scenario);
    return noticesOf(carryOver);
  }

  #beginningOf({ ground, faults }: Version): Beginning {
    const { scenario, today, journals } = this.#setting;
    const isThere = scenario !== undefined && ground.scenarios.includes(scenario);
    return { ground, scenario: isThere ? scenario : undefined, today, faults, journals };
  }
}

function requireScenario({ ground }: Version, scenario: string | undefined, place: string): void {
  if (scenario === undefined || ground.scenarios.includes(scenario)) return;
  const message = noScenario(scenario, ground.scenarios);
  throw new ConfigurationError('choose the scenario', [{ place, message }]);
}
