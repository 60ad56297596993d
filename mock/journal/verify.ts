import { define, type Json, type JsonObject, pointerTo } from '../../spec';
import { Candidate } from './candidate';
import { type JournalEntry, toEntry } from './entry';
import { boundsOf, type Expectation, type ExpectedRequest } from './expectation';
import type { Journal } from './journal';
import { cutBody } from './kept-body';
import { isMeant, type Mismatch, mismatches } from './mismatches';
import { REDACTED, type Redaction } from './redaction';
import { failureMessage } from './verify-message';

/** What was found of one expected request. */
export interface Finding {
  /** JSON Pointer (RFC 6901) to the expected request in the expectation. */
  pointer: string;
  /** As it was given, without credentials. */
  expected: ExpectedRequest;
  /** How many exchanges match it. */
  found: number;
  /** The numbers of the exchanges that match it. */
  exchanges: number[];
}

/** An expected request that did not come, not often enough, too often, or not in its turn. */
export interface Failure extends Finding {
  /** What was expected, how often, and what was found, for people; the nearest exchange is not in it. */
  message: string;
  /** The exchange that comes closest, where too few do match; null where there is none. */
  nearest: NearestMiss | null;
}

/** The exchange that comes closest to an expected request. */
export interface NearestMiss {
  /** Of several that are equally close, the one that arrived last. */
  exchange: JournalEntry;
  /** How it differs from what was expected. */
  differences: Mismatch[];
}

/** What an expectation has come to: it is verified where there is no failure. */
export interface Verification {
  findings: Finding[];
  failures: Failure[];
}

/** How many differences of one exchange are listed. */
const LISTED = 20;

/** Holds the exchanges of a session against what is expected of them. */
export function verify({ expected, order = false }: Expectation, journal: Journal, redaction: Redaction): Verification {
  const candidates = journal.recordings.map((recording) => new Candidate(recording));
  const findings: Finding[] = [];
  const failures: Failure[] = [];
  let last = 0; // the number of the exchange after which the next ones have to come, where the order counts
  for (const [index, request] of expected.entries()) {
    const compared = compareAll(request, candidates, redaction);
    const exchanges = compared
      .filter(({ distance }) => distance === 0)
      .map(({ candidate }) => candidate.recording.number);
    const pointer = pointerTo('/expected', index);
    const finding = { pointer, expected: shown(request, redaction), found: exchanges.length, exchanges };
    const turn = order ? turnOf(request, exchanges, last) : { isIn: true, last };
    const undecided = compared.filter(isUndecided).length;
    const circumstances = { dropped: journal.dropped, undecided, after: turn.isIn ? undefined : last };
    const message = failureMessage(finding, circumstances);
    findings.push(finding);
    if (message !== undefined)
      failures.push({ ...finding, message, nearest: nearestOf(finding, compared, journal, redaction) });
    last = turn.last;
  }
  return { findings, failures };
}

type Compared = { candidate: Candidate } & ReturnType<typeof mismatches>;

function compareAll(request: ExpectedRequest, candidates: readonly Candidate[], redaction: Redaction): Compared[] {
  const meant = candidates.filter((candidate) => isMeant(request, candidate));
  return meant.map((candidate) => ({ candidate, ...mismatches(request, candidate, redaction) }));
}

/** Whether an exchange might match, had its body been kept whole. */
function isUndecided({ candidate, differences }: Compared): boolean {
  const isCut = cutBody(candidate.recording.requestBody) !== undefined;
  return isCut && differences.length === 1 && differences[0]?.pointer === '/body';
}

/** Whether a request occurred as often as it has to after those before it, and the last exchange that this took. */
function turnOf({ count }: ExpectedRequest, exchanges: readonly number[], last: number) {
  const { least } = boundsOf(count);
  if (least === 0) return { isIn: true, last };
  const later = exchanges.filter((number) => number > last);
  return { isIn: later.length >= least, last: later[least - 1] ?? last };
}

function nearestOf(
  { expected, found }: Finding,
  compared: readonly Compared[],
  journal: Journal,
  redaction: Redaction,
): NearestMiss | null {
  const [first, ...others] = compared.filter(({ distance }) => distance > 0);
  if (found >= boundsOf(expected.count).least || first === undefined) return null;
  const { candidate, differences } = others.reduce((a, b) => (b.distance <= a.distance ? b : a), first);
  const exchange = toEntry(candidate.recording, redaction, journal.session);
  return { exchange, differences: differences.slice(0, LISTED) };
}

/** An expected request as it may be shown. */
function shown(request: ExpectedRequest, redaction: Redaction): ExpectedRequest {
  const { query, headers } = request;
  const isSecretParameter = (name: string) => redaction.isSecretParameter(name);
  const isSecretHeader = (name: string) => redaction.isSecretHeader(name);
  return {
    ...request,
    ...(query ? { query: concealed(query, isSecretParameter) } : {}),
    ...(headers ? { headers: concealed(headers, isSecretHeader) } : {}),
  };
}

function concealed<T extends object>(values: T, isSecret: (name: string) => boolean): T {
  const shown: JsonObject = {};
  for (const [name, value] of Object.entries(values) as [string, Json][]) {
    define(shown, name, value !== null && isSecret(name) ? REDACTED : value);
  }
  return shown as T; // the same members, some with another text
}
