import { codeOf, isJsonMediaType, responseFor } from '../../spec';
import { type Examination, isSuccess, objectIn, requireAvailable } from '../examination';
import { NotExercised, Violation } from '../findings';
import { askedOnce } from '../requests/asked-once';
import { pastBound } from '../requests/bounds';
import { readKnown } from '../requests/entries-read';
import { wholeList } from '../requests/list-versions';
import { allowedSizes, isBlankPage, largestSize, listOf, queryFor, readLaterPage } from '../requests/lists';
import { namesOf, requireHeaders } from '../requests/response-headers';
import { hasField, isRefusal } from '../requests/served';
import { plainUpdates } from '../requests/updates';
import type { Rule } from '../rule';
import type { Exchange } from '../target/exchange';
import { abbreviated, summaryOf } from '../target/exchange';
import { addDays } from '../values/days';
import { shownFields } from '../values/fields';

/** What every operation's answer looks like. */
export const SHAPE_RULES: Rule[] = [
  {
    id: 'success-status',
    source: ({ success }) => success.source,
    statement: ({ success }) => `A request that is served is answered with the status ${success.status}.`,
    place: ({ success }) => success.pointer,
    appliesTo: () => true,
    check: (examination) =>
      onSuccess(examination, (exchange) => {
        const expected = codeOf(examination.operation.success, 200);
        const { status } = exchange.response;
        examination.recorded = { expected: `status ${expected}`, observed: `status ${status}`, exchange };
        if (status !== expected) throw new Violation(`status ${expected}`, `status ${status}`, exchange);
      }),
  },
  {
    id: 'json-body',
    source: 'documented',
    statement: () => 'The body of the answer is JSON and declared as such.',
    place: ({ success }) => success.pointer,
    appliesTo: ({ returns }) => returns !== undefined,
    check: (examination) =>
      onSuccess(examination, (exchange) => {
        const declared = exchange.response.headers['content-type'];
        if (declared === undefined || !isJsonMediaType(declared)) {
          throw new Violation('a Content-Type of JSON', declared ?? 'no Content-Type', exchange);
        }
        if (exchange.response.json === undefined) {
          throw new Violation('a body that parses as JSON', abbreviated(exchange.response.text) || 'no body', exchange);
        }
      }),
  },
  {
    id: 'body-shape',
    source: 'documented',
    statement: ({ meaning }) =>
      meaning.action === 'list'
        ? 'The whole body is one array of entries, without a wrapper.'
        : 'The whole body is one object with the documented fields, without a wrapper.',
    place: ({ success }) => success.pointer,
    appliesTo: ({ returns }) => returns !== undefined,
    check: (examination) => onSuccess(examination, (exchange) => checkShape(examination, exchange)),
  },
  {
    id: 'fields-conform',
    source: 'documented',
    statement: ({ meaning, returns }, { openapi }) => {
      const fields = returns === undefined ? '' : shownFields(openapi, returns).join(', ');
      return `Each field of ${meaning.resource} has its documented type and format: ${fields}.`;
    },
    place: ({ returns }) => returns?.pointer,
    appliesTo: ({ returns }) => returns !== undefined,
    check: checkFields,
  },
  {
    id: 'headers-conform',
    source: 'documented',
    statement: ({ success }) => `The answer has its documented headers: ${namesOf(success.headers)}.`,
    place: ({ success }) => success.pointer,
    appliesTo: ({ success }) => success.headers.length > 0,
    check: (examination) => onSuccess(examination, (exchange) => checkHeaders(examination, exchange)),
  },
];

function checkHeaders(examination: Examination, exchange: Exchange): void {
  const { success, answers } = examination.operation;
  // The default is for what fails: a success of another status than documented is still one.
  const successes = answers.filter(({ status }) => status.startsWith('2'));
  const answer = responseFor(successes, exchange.response.status) ?? success;
  requireHeaders(examination, answer.headers, exchange);
}

/** Looks at each of some answers of the operation where it succeeds. */
async function onSuccess(examination: Examination, look: (exchange: Exchange) => void): Promise<void> {
  for (const answer of await answersOf(examination)) look(answer);
}

/**
 * Lets the operation succeed: lists in several cuts, reads the known entries one by one, and makes updates of each field alone and
 * of all at once, which are taken back.
 */
async function answersOf(examination: Examination): Promise<Exchange[]> {
  const { action } = examination.operation.meaning;
  if (action === 'merge') return (await plainUpdates(examination)).map(({ answer }) => answer);
  if (action === 'list') return askedOnce(examination, 'cuts', () => cutsOf(examination));
  return (await readKnown(examination)).map(({ exchange }) => exchange);
}

/** Pages of several sizes, a later one, and one that may be empty; what is past the end may be refused or have no body. */
async function cutsOf(examination: Examination): Promise<Exchange[]> {
  const { page, from } = listOf(examination);
  const [single] = allowedSizes(examination, [1]);
  const isDate = from?.parameter.schema.value.format === 'date';
  const answers = [
    await examination.served(),
    await examination.served({ query: queryFor(examination, { size: largestSize(examination) }) }),
  ];
  const later = [
    ...(page
      ? [{ number: page.first, size: single }, { number: page.first + 1 }, { number: page.first + 1, size: single }]
      : []),
    ...(isDate ? [{ from: addDays(examination.target.today(), FAR) }] : []),
  ];
  for (const asking of later) {
    const exchange = await examination.send({ query: queryFor(examination, asking) });
    requireAvailable(exchange);
    const isNone = isRefusal(examination, exchange) || isBlankPage(examination, asking, exchange);
    if (isSuccess(exchange) && !isNone) answers.push(exchange);
  }
  return answers;
}

/** In days: no list of what is to come reaches that far. */
const FAR = 20 * 365;

function checkShape(examination: Examination, exchange: Exchange): void {
  const { operation, document } = examination;
  const fields = operation.returns ? shownFields(document, operation.returns) : [];
  const value = exchange.response.json?.value;
  if (operation.meaning.action === 'list') {
    if (!Array.isArray(value)) throw new Violation('one JSON array', summaryOf(exchange), exchange);
    const stranger = value.find((entry) => fields.length > 0 && !hasField(entry, fields));
    if (stranger !== undefined) {
      throw new Violation(
        `entries with the fields ${fields.join(', ')}`,
        abbreviated(JSON.stringify(stranger)),
        exchange,
      );
    }
  } else if (!hasField(value, fields)) {
    throw new Violation(`one object with the fields ${fields.join(', ')}`, summaryOf(exchange), exchange);
  }
}

async function checkFields(examination: Examination): Promise<void> {
  const { action } = examination.operation.meaning;
  if (action === 'list') {
    const past = pastBound(examination);
    const { pages: listed } = await wholeList(examination);
    const earlier =
      past === undefined ? [] : [await readLaterPage(examination, { from: past, size: largestSize(examination) })];
    const pages = [...listed, ...earlier];
    if (pages.every(({ entries }) => entries.length === 0)) throw new NotExercised('the list is empty');
    for (const { entries, exchange } of pages) {
      for (const entry of entries) requireConforming(examination, entry, exchange);
    }
  } else await onSuccess(examination, (exchange) => requireConforming(examination, objectIn(exchange), exchange));
}

function requireConforming({ operation, oracle }: Examination, entry: unknown, exchange: Exchange): void {
  if (operation.returns === undefined) return;
  const faults = oracle.faultsOf(operation.returns, entry);
  if (faults.length > 0) {
    throw new Violation(`an entry of ${operation.meaning.resource} as documented`, faults.join('; '), exchange);
  }
}
