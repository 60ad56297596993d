import { CarryOver } from '../state/carry-over';
import type { Ground } from '../state/ground';
import { type Beginning, Session } from './session';
import { type TellChange, tellNobody } from './session-change';

/** What keeps named sessions, which begin with any new name, from taking all memory. */
export interface SessionLimits {
  /** How many named sessions there may be. */
  most: number;
  /** After how many seconds without a request a session may go. */
  idle: number;
}

/** Room for all tests of a large suite at once; what was idle for an hour is no test's any more. */
export const SESSION_LIMITS: SessionLimits = { most: 1000, idle: 3600 };

/** A session that was used within this many milliseconds is someone's, even where room is needed. */
const IN_USE = 1000;

/** Why a session could not be had. */
export class SessionError extends Error {
  /** Tells the error apart where `instanceof` cannot, as between two copies of the package. */
  override readonly name = 'SessionError';

  constructor(
    /** With `too-many` the limit is reached, and each session was used within the last second. */
    readonly reason: 'malformed-name' | 'too-many',
    message: string,
  ) {
    super(message);
  }
}

/** A session as a list shows it. */
export interface ListedSession {
  session: Session;
  /** For how many seconds it has not been used. */
  idle: number;
}

/**
 * All sessions of a mock: the shared one, and named ones that begin when they are first used. Where there are too many, the one
 * that was idle for longest goes; where none is idle, the new one is refused, since a session that vanished from under a test
 * would answer it wrongly.
 */
export class Sessions {
  /** The session of requests that name none. */
  readonly shared: Session;
  #beginning: Beginning;
  readonly #limits: SessionLimits;
  readonly #now: () => number;
  readonly #tellChange: TellChange;
  readonly #held = new Map<string, Session>();
  #evicted = 0;

  /**
   * @param now whole milliseconds of a clock that never goes back
   * @param tellChange is told of each change of a session
   */
  constructor(beginning: Beginning, limits: SessionLimits, now: () => number, tellChange: TellChange = tellNobody) {
    this.#beginning = beginning;
    this.#limits = limits;
    this.#now = now;
    this.#tellChange = tellChange;
    this.shared = new Session(undefined, beginning, tellChange);
  }

  /** What their state stands on. */
  get ground(): Ground {
    return this.#beginning.ground;
  }

  /** The scenario that they begin with. */
  get scenario(): string | undefined {
    return this.#beginning.scenario;
  }

  /** How many sessions went because there was no room for others. */
  get evicted(): number {
    return this.#evicted;
  }

  get limits(): SessionLimits {
    return this.#limits;
  }

  /**
   * The session of a name, begun where there is none.
   * @throws {SessionError} where the name is none, or there are too many sessions in use
   */
  open(name: string | undefined): Session {
    if (name === undefined) return this.shared;
    const now = this.#now();
    const session = this.#held.get(name);
    if (session === undefined || this.#isIdle(session, now)) return this.#begin(name, now);
    session.used = now;
    return session;
  }

  has(name: string): boolean {
    this.#dropIdle(this.#now());
    return this.#held.has(name);
  }

  /** Every named session, the one that was used last first. */
  list(): ListedSession[] {
    const now = this.#now();
    this.#dropIdle(now);
    const listed = [...this.#held.values()].map((session) => ({ session, idle: (now - session.used) / 1000 }));
    return listed.toSorted((a, b) => a.idle - b.idle);
  }

  /** Ends a session; returns whether there was one. Its name may be used again, for a new one. */
  delete(name: string): boolean {
    this.#held.get(name)?.end();
    return this.#held.delete(name);
  }

  /**
   * Lets all sessions go on with another beginning. Their entries are checked beforehand, a few at a time, and then they change
   * over at once; `begin` is called in that moment.
   * @returns what could not be taken along
   */
  async goOn(beginning: Beginning, begin: () => void): Promise<CarryOver> {
    const carryOver = new CarryOver(beginning.ground);
    await carryOver.prepare(this.#all().flatMap((session) => session.states()));
    this.#beginning = beginning;
    for (const session of this.#all()) session.goOn(beginning, carryOver);
    begin();
    return carryOver;
  }

  #all(): Session[] {
    return [this.shared, ...this.list().map(({ session }) => session)];
  }

  #begin(name: string, now: number): Session {
    if (!isSessionName(name)) throw new SessionError('malformed-name', NAME_HINT);
    this.#dropIdle(now);
    if (this.#held.size >= this.#limits.most) this.#makeRoom(now);
    const session = new Session(name, this.#beginning, this.#tellChange);
    session.used = now;
    this.#held.set(name, session);
    return session;
  }

  #dropIdle(now: number): void {
    for (const [name, session] of this.#held) if (this.#isIdle(session, now)) this.delete(name);
  }

  #isIdle({ used }: Session, now: number): boolean {
    return now - used > this.#limits.idle * 1000;
  }

  #makeRoom(now: number): void {
    const [first, ...others] = this.#held.values();
    const oldest = first && others.reduce((a, b) => (b.used < a.used ? b : a), first);
    if (oldest?.name === undefined || now - oldest.used < IN_USE) {
      const message = `The limit of ${this.#held.size} sessions in use is reached. Delete those that are done, or raise it.`;
      throw new SessionError('too-many', message);
    }
    this.delete(oldest.name);
    this.#evicted += 1;
  }
}

const NAME_HINT = 'The name of a session is 1 to 128 letters, digits or any of . _ ~ : @ + -';

function isSessionName(text: string): boolean {
  return /^[\w.~:@+-]{1,128}$/.test(text) && !/^\.{1,2}$/.test(text); // URLs lose the segments "." and ".."
}
