import type { Operation } from '../../spec';
import type { Examination } from '../examination';
import { Ended } from '../findings';
import { askedOnce } from './asked-once';
import { isSameList, readToTheEnd, type WholeList } from './lists';

/** What an operation lists, as it was read last; undefined where that could not be read. */
interface Version {
  number: number;
  entries: unknown[] | undefined;
}

/** Tells whether what is listed has changed while it was checked, as when somebody adds an entry or a day is over. */
export class ListVersions {
  readonly #versions = new Map<Operation, Promise<Version>>();
  /** What the first reading gave, until a check has judged it: a fault in that one alone is to be seen as well. */
  readonly #unjudged = new Map<Operation, Promise<WholeList>>();

  /** The number of what an operation lists, as it was read last; it is read now where it never was. */
  async number(examination: Examination): Promise<number> {
    const { operation } = examination;
    const known = this.#versions.get(operation) ?? this.#first(examination);
    this.#versions.set(operation, known);
    return (await known).number;
  }

  /** The same, read again. Only what stays as it is now has changed: a server that shows now this and now that has not. */
  async numberNow(examination: Examination): Promise<number> {
    const { operation } = examination;
    const before = this.#versions.get(operation);
    const now = Promise.resolve(before).then((version) => renewed(examination, version));
    this.#versions.set(operation, now);
    return (await now).number;
  }

  /** The first reading, for the check that asks first; it rejects with what was wrong, which no other check is told. */
  takeFirst({ operation }: Examination): Promise<WholeList> | undefined {
    const first = this.#unjudged.get(operation);
    this.#unjudged.delete(operation);
    return first;
  }

  async #first(examination: Examination): Promise<Version> {
    const reading = wholeListOnce(examination);
    this.#unjudged.set(examination.operation, reading);
    return { number: 0, entries: await entriesOf(reading) };
  }
}

/** The list to its end, as it was read before the first check, or by the first that wants it. */
export function wholeList(examination: Examination): Promise<WholeList> {
  return examination.target.memory.of(ListVersions).takeFirst(examination) ?? wholeListOnce(examination);
}

function wholeListOnce(examination: Examination): Promise<WholeList> {
  return askedOnce(examination, 'whole list', () => readToTheEnd(examination));
}

async function renewed(
  examination: Examination,
  version: Version = { number: 0, entries: undefined },
): Promise<Version> {
  const entries = await entriesOf(readToTheEnd(examination));
  if (entries === undefined || version.entries === undefined) return version;
  if (isSameList(examination, entries, version.entries)) return version;
  const again = await entriesOf(readToTheEnd(examination));
  const isForGood = again !== undefined && isSameList(examination, entries, again);
  return isForGood ? { number: version.number + 1, entries } : version;
}

async function entriesOf(reading: Promise<WholeList>): Promise<unknown[] | undefined> {
  try {
    return (await reading).entries;
  } catch (error) {
    if (error instanceof Ended) throw error;
    return undefined; // which the checks tell in their own words
  }
}
