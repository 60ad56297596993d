import { type Asked, HONEST, type HoursQuery, type Ways } from '../ways';

// What servers of several topics bend in the same way; all else they do as the honest one does.

/** A list from another date than the one that was asked for. */
export function starting(from: (query: HoursQuery) => string): Partial<Ways> {
  return { select: (entries, query) => HONEST.select(entries, { ...query, startDate: from(query) }) };
}

/** A page that is cut from one position up to (and without) another. */
export function cutting(positions: (query: HoursQuery) => [number, number]): Partial<Ways> {
  return { cut: (selected, query) => selected.slice(...positions(query)) };
}

/** A field that gets another value than was sent. */
export function changing(field: string, change: (value: unknown) => unknown): Partial<Ways> {
  return {
    merge: (event, patch) => ({ ...event, ...patch, ...(field in patch && { [field]: change(patch[field]) }) }),
  };
}

/** A request that is served beside those with the right credential. */
export function serving(isServed: (asked: Asked, token: string) => boolean): Partial<Ways> {
  return { isAuthorised: (asked, token) => HONEST.isAuthorised(asked, token) || isServed(asked, token) };
}
