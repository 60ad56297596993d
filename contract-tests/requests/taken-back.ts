import type { Json, JsonObject } from '../../spec';
import { Once } from './once';

/** What came of an update with what is there already. */
export type Reply = 'taken' | 'refused' | 'failed';

/** What there is to ask of an entry. */
export interface AskedBack {
  /** The operation that updates it. */
  operation: string;
  /** What tells the entry, and the operation, from all others. */
  place: string;
  /** The fields that are to be changed, as they are now. */
  now: JsonObject;
  /** As YYYY-MM-DD. */
  today: string;
  /** Sends an update. */
  send: (patch: JsonObject) => Promise<Reply>;
}

/** What a target refuses of an entry as it is. */
interface NotTaken {
  /** The fields that are better left alone. */
  names: ReadonlySet<string>;
  /** Whether it refuses every field, be it for changing nothing, or as any update of the entry. */
  isEvery: boolean;
}

/**
 * Knows which fields of an entry could not be put back once they were changed: a target may refuse what it holds itself, as a date
 * that has passed, a list without entries, or a name from before there was a limit. It is asked once, before anything is changed.
 */
export class TakenBack {
  readonly #asked = new Once<NotTaken>();
  /** By operation or place, what was found to be so only after it was changed. */
  readonly #leftOut = new Map<string, ReadonlySet<string>>();

  /** The names of the fields that are better left alone. */
  async refused(asked: AskedBack): Promise<NotTaken> {
    const { names, isEvery } = await this.#asked.of(asked.place, () => notTaken(asked));
    return { names: new Set([...names, ...this.leftOutOf(asked.operation), ...this.leftOutOf(asked.place)]), isEvery };
  }

  /**
   * Has fields left alone from now on, as the target takes them back in some states of the entry and not in others.
   * @param of the place of the entry, or the operation for all of its entries
   * @returns whether that is news of one of them
   */
  leaveOut(of: string, names: Iterable<string>): boolean {
    const before = this.leftOutOf(of);
    const now = new Set([...before, ...names]);
    this.#leftOut.set(of, now);
    return now.size > before.size;
  }

  /** What was left out so far of a place, or of an operation whatever the entry. */
  leftOutOf(scope: string): ReadonlySet<string> {
    return this.#leftOut.get(scope) ?? new Set();
  }
}

async function notTaken({ now, today, send }: AskedBack): Promise<NotTaken> {
  const names = Object.keys(now);
  if (names.length === 0 || (await send(now)) === 'taken') return { names: new Set(), isEvery: false };
  const refused: string[] = [];
  for (const name of names) if ((await send({ [name]: now[name] ?? null })) === 'refused') refused.push(name);
  // Where all are refused, it may be for changing nothing, or as any update is: what is ordinary is tried all the same.
  const isTold = refused.length < names.length;
  const left = refused.filter((name) => isTold || !isOrdinary(now[name] ?? null, today));
  return { names: new Set(left), isEvery: !isTold };
}

/** Longer texts may be beyond a limit. */
const ORDINARY_LENGTH = 200;

/** Whether no service that holds a value has a reason to refuse it: it is something, and neither past, repeated nor long. */
export function isOrdinary(value: Json, today: string): boolean {
  if (typeof value === 'string')
    return value.trim() !== '' && value.length <= ORDINARY_LENGTH && !hasPassed(value, today);
  if (typeof value === 'number') return value > 0;
  if (Array.isArray(value)) {
    const distinct = new Set(value.map((item) => JSON.stringify(item)));
    return value.length > 0 && distinct.size === value.length && value.every((item) => isOrdinary(item, today));
  }
  if (typeof value !== 'object' || value === null) return value !== null;
  return Object.values(value).every((member = null) => isOrdinary(member, today));
}

function hasPassed(text: string, today: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text) && text.slice(0, today.length) < today;
}
