import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, memberOf, percentDecoded, pointerTo } from '../../spec';
import type { Candidate } from './candidate';
import type { ExpectedRequest } from './expectation';
import { cutBody } from './kept-body';
import { REDACTED, type Redaction } from './redaction';

/** One way in which an exchange is not what was expected. */
export interface Mismatch {
  /** JSON Pointer (RFC 6901) into the expected request. */
  pointer: string;
  /** As it was compared: query and headers as texts; null for what must be missing, `[credential]` for a credential. */
  expected: Json;
  /** Null where there was none. */
  observed: Json;
}

type Criterion = Exclude<keyof ExpectedRequest, 'count'>;
type Compare = (expected: ExpectedRequest, candidate: Candidate, redaction: Redaction) => Mismatch[];

/** What can be said of a request, with how it is compared and how far apart one mismatch sets the two. */
const CRITERIA: Record<Criterion, { weight: number; compare: Compare }> = {
  operation: {
    weight: 8,
    compare: ({ operation = null }, { recording }) =>
      equal('/operation', operation, recording.matched?.operation ?? null),
  },
  method: {
    weight: 4,
    compare: ({ method = '' }, { recording }) => equal('/method', method.toUpperCase(), recording.method),
  },
  path: {
    weight: 8,
    compare: ({ path = '' }, candidate, redaction) =>
      fits(path, candidate.path) ? [] : differing('/path', path, redaction.target(candidate.recording).path),
  },
  query: { weight: 1, compare: compareQuery },
  headers: { weight: 1, compare: compareHeaders },
  body: { weight: 1, compare: compareBody },
  status: { weight: 1, compare: compareStatus },
};

/** How an exchange differs from what was expected, and how far it is from it: 0 where it matches. */
export function mismatches(expected: ExpectedRequest, candidate: Candidate, redaction: Redaction) {
  const found: Mismatch[] = [];
  let distance = 0;
  for (const [criterion, { weight, compare }] of Object.entries(CRITERIA)) {
    if (memberOf(expected, criterion) === undefined) continue;
    const differences = compare(expected, candidate, redaction);
    found.push(...differences);
    distance += weight * spread(differences);
  }
  return { differences: found, distance };
}

/** How much differs, from 0 to 2: a body that is not there at all is farther off than one that differs in many members. */
function spread(differences: readonly Mismatch[]): number {
  if (differences.length === 0) return 0;
  return differences[0]?.pointer === '/body' ? 2 : 2 - 1 / differences.length;
}

/** Whether an exchange is one that an expectation speaks of: pre-flights are the browser's, and only meant where they are named. */
export function isMeant({ method }: ExpectedRequest, { recording }: Candidate): boolean {
  return recording.method !== 'OPTIONS' || method?.toUpperCase() === 'OPTIONS';
}

function equal(pointer: string, expected: Json, observed: Json): Mismatch[] {
  return expected === observed ? [] : differing(pointer, expected, observed);
}

function differing(pointer: string, expected: Json, observed: Json): Mismatch[] {
  return [{ pointer, expected, observed }];
}

/** Whether a path is the expected one, however its characters are encoded; segments in braces fit any. */
function fits(expected: string, path: string): boolean {
  const [templates, segments] = [expected.split('/'), path.split('/')];
  if (templates.length !== segments.length) return false;
  return templates.every((template, index) => {
    const segment = segments[index] ?? '';
    return /^\{[^}]*\}$/.test(template) ? segment !== '' : decoded(template) === decoded(segment);
  });
}

function decoded(segment: string): string {
  return percentDecoded(segment) ?? segment;
}

function compareQuery({ query = {} }: ExpectedRequest, candidate: Candidate, redaction: Redaction): Mismatch[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const wanted = value === null ? null : [value].flat().map(String);
    const sent = memberOf(candidate.query, name) as string | string[] | undefined; // as a query string is parsed
    const observed = sent === undefined ? null : [sent].flat();
    if (isDeepStrictEqual(wanted, observed)) return [];
    const [pointer, isSecret] = [pointerTo('/query', name), redaction.isSecretParameter(name)];
    if (isSecret) return concealed(pointer, wanted, observed);
    const told = observed?.map((text) => redaction.told(text, candidate.recording)) ?? null;
    return differing(pointer, single(wanted), single(told));
  });
}

function single(values: string[] | null): Json {
  return values?.length === 1 ? (values[0] ?? null) : values;
}

function compareHeaders({ headers = {} }: ExpectedRequest, candidate: Candidate, redaction: Redaction): Mismatch[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const wanted = value === null ? null : String(value);
    const observed = candidate.headers.get(name.toLowerCase()) ?? null;
    if (wanted === observed) return [];
    const pointer = pointerTo('/headers', name);
    if (redaction.isSecretHeader(name)) return concealed(pointer, wanted, observed);
    return differing(pointer, wanted, observed && redaction.header(name, observed));
  });
}

/** Says of a credential only that it was another. */
function concealed(pointer: string, expected: unknown, observed: unknown): Mismatch[] {
  const isThere = expected === null ? REDACTED : `another ${REDACTED}`;
  return differing(pointer, expected === null ? null : REDACTED, observed === null ? null : isThere);
}

function compareStatus({ status }: ExpectedRequest, { recording }: Candidate): Mismatch[] {
  const observed = recording.ending?.status ?? null;
  const wanted = String(status);
  const shown = wanted.endsWith('XX') ? `${String(observed).charAt(0)}XX` : String(observed);
  return wanted === shown ? [] : differing('/status', status ?? null, observed);
}

function compareBody({ body = null }: ExpectedRequest, candidate: Candidate): Mismatch[] {
  const cut = cutBody(candidate.recording.requestBody);
  if (cut) return differing('/body', body, `the beginning of ${cut.bytes} bytes, of which no more was kept`);
  const observed = candidate.body;
  return observed === undefined ? differing('/body', body, null) : beyond('/body', body, observed);
}

/** Where a value lacks something of what is expected of it: objects may have other members, arrays have the same length. */
function beyond(pointer: string, expected: Json, observed: Json): Mismatch[] {
  if (Array.isArray(expected)) {
    const isAlike = Array.isArray(observed) && observed.length === expected.length;
    if (!isAlike) return differing(pointer, expected, observed);
    return expected.flatMap((item, index) => beyond(pointerTo(pointer, index), item, observed[index] ?? null));
  }
  if (!isObject(expected)) return isDeepStrictEqual(expected, observed) ? [] : differing(pointer, expected, observed);
  if (!isObject(observed)) return differing(pointer, expected, observed);
  return Object.entries(expected).flatMap(([name, value]) => {
    const at = pointerTo(pointer, name);
    return Object.hasOwn(observed, name) ? beyond(at, value, memberOf(observed, name) as Json) : missing(at, value);
  });
}

/** A member that is not there is no null. */
function missing(pointer: string, expected: Json): Mismatch[] {
  return differing(pointer, expected, expected === null ? 'missing' : null);
}
