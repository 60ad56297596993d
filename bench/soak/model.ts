import type { Json, JsonObject } from '../../spec';

/** What a session begins with, as `GET /_docent/state` of a fresh one tells it. */
export interface Beginning {
  today: string;
  'museum-hours': readonly JsonObject[];
  'special-events': readonly JsonObject[];
}

/** What should come of a request: an answer, whose body is looked at where it is given, or no answer. */
export type Expected = { status: number; body?: Json } | 'cut';

/** A fault rule that a session has, and for how many requests more. */
export interface PendingFault {
  rule: { status: number } | { cut: 'before' } | { delay: number };
  left: number;
}

type Events = ReadonlyMap<string, JsonObject>;

/** What one session of the mock should be, worked out without any of the mock's code. */
export class SessionModel {
  fault: PendingFault | undefined;
  readonly #beginning: Beginning;
  readonly #initial: Events;
  #events: Events;
  readonly #snapshots = new Map<string, Events>();

  constructor(beginning: Beginning) {
    this.#beginning = beginning;
    this.#initial = new Map(beginning['special-events'].map((event) => [String(event.eventId), event]));
    this.#events = this.#initial;
  }

  get eventIds(): string[] {
    return [...this.#events.keys()];
  }

  get snapshots(): string[] {
    return [...this.#snapshots.keys()];
  }

  event(eventId: string): JsonObject {
    return this.#events.get(eventId) ?? {};
  }

  /** The days from a date on, ascending, cut into pages. */
  hours({ startDate = this.#beginning.today, page = 1, limit = 10 }): JsonObject[] {
    return this.#beginning['museum-hours']
      .filter(({ date }) => String(date) >= startDate)
      .toSorted((a, b) => (String(a.date) < String(b.date) ? -1 : 1))
      .slice((page - 1) * limit, page * limit);
  }

  /** Merges members that are all values of the schema, without null: each takes the place of the one before. */
  patch(eventId: string, members: JsonObject): JsonObject {
    const merged = { ...this.event(eventId), ...members };
    this.#events = new Map([...this.#events, [eventId, merged]]);
    return merged;
  }

  reset(): void {
    this.#events = this.#initial;
    this.fault = undefined;
  }

  keep(snapshot: string): void {
    this.#snapshots.set(snapshot, this.#events);
  }

  restore(snapshot: string): void {
    this.#events = this.#snapshots.get(snapshot) ?? this.#initial;
  }

  state(): JsonObject {
    return { 'museum-hours': [...this.#beginning['museum-hours']], 'special-events': [...this.#events.values()] };
  }

  /** What comes of the next request of an operation, in place of `perform` where the session's fault says so. */
  perform(perform: () => Expected): Expected {
    const { fault } = this;
    if (fault === undefined) return perform();
    fault.left -= 1;
    if (fault.left === 0) this.fault = undefined;
    if ('status' in fault.rule) return { status: fault.rule.status };
    return 'cut' in fault.rule ? 'cut' : perform();
  }
}
