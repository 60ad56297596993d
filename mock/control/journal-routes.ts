import type { Json } from '../../spec';
import { Candidate } from '../journal/candidate';
import { toEntry } from '../journal/entry';
import { type Expectation, type ExpectedRequest, meaningFaults } from '../journal/expectation';
import { mismatches } from '../journal/mismatches';
import { verify } from '../journal/verify';
import { sentencesOf } from '../journal/verify-message';
import type { ControlCall } from './control-call';
import { ControlRefusal } from './problem';

/** What the query of `GET /_docent/journal` may say, each with what its value has to look like. */
const FILTERS: Record<string, { pattern: RegExp; right: string }> = {
  operation: { pattern: /./s, right: 'the id of an operation' },
  method: { pattern: /^[A-Za-z-]+$/, right: 'a method such as GET' },
  path: { pattern: /^(\/[^?#]*|[*])$/, right: 'a path such as /books/{isbn}' },
  status: { pattern: /^[1-5](\d\d|XX)$/, right: 'a status code or a class of them, such as 404 or 4XX' },
  limit: { pattern: /^[1-9]\d{0,5}$/, right: 'a number from 1' },
};

/** The last exchanges that a request asks for, those that arrived first before the others. */
export function readJournal({ session, request: { query }, reading: { redaction, operations } }: ControlCall): Json {
  const { limit, ...filter } = filterIn(query);
  refuseFaults(meaningFaults({ expected: [filter] }, operations), 'query');
  const { journal } = session();
  const matching = journal.recordings.filter(
    (recording) => mismatches(filter, new Candidate(recording), redaction).distance === 0,
  );
  const shown = limit === undefined ? matching : matching.slice(-Number(limit));
  const entries = shown.map((recording) => toEntry(recording, redaction, journal.session));
  return { entries: entries as unknown as Json, dropped: journal.dropped }; // they are made of JSON
}

/** Forgets every exchange that has begun: one that is still under way is not kept when it ends. */
export function clearJournal({ session }: ControlCall): undefined {
  session().journal.clear();
}

/**
 * Holds the journal of the session against what is expected of it, and tells what was found of each expected request.
 * @throws {ControlRefusal} not-verified, or invalid-control-body for an operation that there is not
 */
export function verifyJournal({ session, body, reading: { redaction, operations } }: ControlCall): Json {
  const expectation = body as Expectation; // its schema
  refuseFaults(meaningFaults(expectation, operations), 'body');
  const { findings, failures } = verify(expectation, session().journal, redaction);
  const told = { verified: failures.length === 0, findings: findings as unknown as Json }; // made of JSON
  if (failures.length === 0) return told;
  const detail = failures.map(sentencesOf).join(' ');
  throw new ControlRefusal('not-verified', detail, [], {}, { ...told, failures: failures as unknown as Json });
}

function filterIn(query: ControlCall['request']['query']): ExpectedRequest & { limit?: string } {
  const errors = Object.entries(query).flatMap(([name, value]) => {
    const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
    if (filter === undefined) return [`"${name}" is no filter. There is ${Object.keys(FILTERS).join(', ')}.`];
    return typeof value === 'string' && filter.pattern.test(value) ? [] : [`"${name}" must be ${filter.right}.`];
  });
  if (errors.length > 0) throw new ControlRefusal('invalid-filter', `In the query ${errors.join(' ')}`);
  return { ...query } as ExpectedRequest & { limit?: string }; // every member is a filter, of the right look
}

function refuseFaults(faults: ReturnType<typeof meaningFaults>, place: 'body' | 'query'): void {
  if (faults.length === 0) return;
  const sentences = faults.map(({ pointer, message }) => `${pointer} ${message}.`).join(' ');
  if (place === 'query') throw new ControlRefusal('invalid-filter', sentences.replaceAll('/expected/0/', ''));
  throw new ControlRefusal('invalid-control-body', sentences, faults);
}
