import type { Operation } from '../spec';
import type { Examination } from './examination';
import { Ended } from './findings';
import { isSameList, wholeList } from './lists';

/** What an operation lists, as it was read last; undefined where that could not be read. */
interface Version {
  number: number;
  entries: unknown[] | undefined;
}

/** Tells whether what is listed has changed while it was checked, as when somebody adds an entry or a day is over. */
export class ListVersions {
  readonly #versions = new Map<Operation, Promise<Version>>();

  /** The number of what an operation lists, as it was read last; it is read now where it never was. */
  async number(examination: Examination): Promise<number> {
    const { operation } = examination;
    const known = this.#versions.get(operation) ?? entriesNow(examination).then((entries) => ({ number: 0, entries }));
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
}

async function renewed(
  examination: Examination,
  version: Version = { number: 0, entries: undefined },
): Promise<Version> {
  const entries = await entriesNow(examination);
  if (entries === undefined || version.entries === undefined) return version;
  if (isSameList(examination, entries, version.entries)) return version;
  const again = await entriesNow(examination);
  const isForGood = again !== undefined && isSameList(examination, entries, again);
  return isForGood ? { number: version.number + 1, entries } : version;
}

async function entriesNow(examination: Examination): Promise<unknown[] | undefined> {
  try {
    return (await wholeList(examination)).entries;
  } catch (error) {
    if (error instanceof Ended) throw error;
    return undefined; // which the checks tell in their own words
  }
}
