import { codeOf, fieldsOf, isJsonMediaType, isObject } from '../../spec';
import { type Examination, objectIn } from '../examination';
import type { Exchange } from '../exchange';
import { abbreviated, summaryOf } from '../exchange';
import { NotExercised, Violation } from '../findings';
import { largestSize, queryFor, readPage } from '../lists';
import type { Rule } from '../rule';
import { tryUpdates } from '../updates';

/** What every operation's answer looks like. */
export const SHAPE_RULES: Rule[] = [
  {
    id: 'success-status',
    source: ({ success }) => success.source,
    statement: ({ success }) => `A request that is served is answered with the status ${success.status}.`,
    place: ({ success }) => success.pointer,
    appliesTo: () => true,
    check: (examination) =>
      onSuccess(examination, async (exchange) => {
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
      onSuccess(examination, async (exchange) => {
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
    check: (examination) => onSuccess(examination, async (exchange) => checkShape(examination, exchange)),
  },
  {
    id: 'fields-conform',
    source: 'documented',
    statement: ({ meaning, returns }, { openapi }) => {
      const fields = returns === undefined ? '' : [...fieldsOf(openapi, returns).keys()].join(', ');
      return `Each field of ${meaning.resource} has its documented type and format: ${fields}.`;
    },
    place: ({ returns }) => returns?.pointer,
    appliesTo: ({ returns }) => returns !== undefined,
    check: checkFields,
  },
];

/** Lets the operation succeed once, and looks at its answer. An update changes one field, and is taken back. */
export async function onSuccess(examination: Examination, look: (exchange: Exchange) => Promise<void>): Promise<void> {
  const { action } = examination.operation.meaning;
  if (action === 'list') return look(await listed(examination));
  if (action === 'read') return look(await examination.served(examination.identifier()));
  await tryUpdates(examination, async ({ update, fields: [{ name, values }] }) =>
    look(await update({ [name]: values[0] })),
  );
}

/** The largest page of a list, without judging its body. */
function listed(examination: Examination): Promise<Exchange> {
  return examination.served({ query: queryFor(examination, { size: largestSize(examination) }) });
}

function checkShape(examination: Examination, exchange: Exchange): void {
  const { operation, document } = examination;
  const fields = operation.returns ? [...fieldsOf(document, operation.returns).keys()] : [];
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

/** Whether a value is an object that has one of the fields: which of them must be there, no rule of shape says. */
export function hasField(value: unknown, fields: string[]): boolean {
  return isObject(value) && (fields.length === 0 || fields.some((field) => Object.hasOwn(value, field)));
}

/** How many known entries are read. */
const READ_AT_MOST = 10;

async function checkFields(examination: Examination): Promise<void> {
  const { action } = examination.operation.meaning;
  if (action === 'list') {
    const { entries, exchange } = await readPage(examination, { size: largestSize(examination) });
    if (entries.length === 0) throw new NotExercised('the list is empty');
    for (const entry of entries) requireConforming(examination, entry, exchange);
  } else if (action === 'read') {
    for (const identifier of examination.identifiers().slice(0, READ_AT_MOST)) {
      const exchange = await examination.served({ identifier });
      requireConforming(examination, objectIn(exchange), exchange);
    }
  } else await onSuccess(examination, async (exchange) => requireConforming(examination, objectIn(exchange), exchange));
}

function requireConforming({ operation, oracle }: Examination, entry: unknown, exchange: Exchange): void {
  if (operation.returns === undefined) return;
  const faults = oracle.faultsOf(operation.returns, entry);
  if (faults.length > 0) {
    throw new Violation(`an entry of ${operation.meaning.resource} as documented`, faults.join('; '), exchange);
  }
}
