import { type Json, type Operation, schemasOf } from '../../spec';
import { type Examination, isSuccess } from '../examination';
import { NotExercised, Violation } from '../findings';
import { wholeList } from '../requests/list-versions';
import { examinationOf, updatingOf } from '../requests/listed-entries';
import {
  allowedSizes,
  boundWithin,
  comparison,
  entrySchema,
  firstPages,
  largestSize,
  listOf,
  type Page,
  readLaterPage,
  readPage,
  valuesOf,
} from '../requests/lists';
import { tryUpdates } from '../requests/updates';
import type { Rule } from '../rule';
import { updatableFields } from '../values/fields';
import { ruleOf } from './rule-of';

/** In which order a list stands. */
export const ORDER_RULES: Rule[] = [
  ruleOf(orderOf, {
    id: 'order',
    statement: ({ direction, by }) => `The entries stand in ${direction} order of ${by}.`,
    place: placeOfOrder,
    comparesAnswers: true,
    check: async (examination) => {
      const stretches = await stretchesOf(examination);
      const compared = stretches.map((pages) => requireOrder(examination, pages));
      if (!compared.includes(true)) throw new NotExercised('no two entries with different values were listed');
    },
  }),
  {
    id: 'order-after-update',
    source: (operation) => orderOf(operation)?.source ?? 'documented',
    statement: (operation) =>
      `An entry whose ${orderOf(operation)?.by} was updated stands where that belongs in the list.`,
    place: ({ pointer }) => `${pointer}/x-docent/order`,
    comparesAnswers: true,
    updatesToo: true,
    appliesTo: (operation, service) => {
      const updating = updatingOf(operation, service);
      const by = orderOf(operation)?.by;
      const fields = updating && updatableFields({ operation: updating, document: service.openapi });
      return by !== undefined && fields?.has(by) === true;
    },
    check: checkOrderAfterUpdates,
  },
  ruleOf(orderOf, {
    id: 'unique-entries',
    statement: ({ by }) => `No two entries have the same ${by}.`,
    place: placeOfOrder,
    comparesAnswers: true,
    appliesTo: ({ unique }) => unique,
    check: async (examination) => {
      const by = listOf(examination).order?.by ?? '';
      const whole = await wholeList(examination);
      const pages = [...whole.pages, await boundedPage(examination)].filter((page) => page !== undefined);
      for (const page of pages) requireUnique(by, page);
      for (const page of whole.pages.slice(1)) requireUnique(by, { ...page, entries: whole.entries });
      const listed = Math.max(...pages.map(({ entries }) => valuesOf(entries, by).length));
      if (listed < 2) throw new NotExercised(`the list holds ${listed} entries with ${by}; two are needed`);
    },
  }),
];

/** Gives an entry values of the field by which its list is ordered, some that stand elsewhere in it among them. */
async function checkOrderAfterUpdates(examination: Examination): Promise<void> {
  const { operation, service } = examination;
  const updating = updatingOf(operation, service);
  const by = orderOf(operation)?.by;
  if (updating === undefined || by === undefined)
    throw new NotExercised('no operation updates what is listed in order');
  const listed = valuesOf((await wholeList(examination)).entries, by);
  const compared = await tryUpdates(examinationOf(examination, updating), async ({ fields, attempt }) => {
    const field = fields.find(({ name }) => name === by);
    const found: boolean[] = [];
    const elsewhere = [...listed.slice(0, 1), ...listed.slice(-1)];
    for (const value of field ? [...elsewhere, ...field.values] : []) {
      if (field !== undefined && !examination.oracle.maySend(field.schema, value)) continue;
      // Whether updates are served, their own rules say.
      if (!isSuccess(await attempt({ body: JSON.stringify({ [by]: value }) }))) continue;
      found.push(requireOrder(examination, await firstPages(examination)));
    }
    return found;
  });
  if (!compared.includes(true)) throw new NotExercised('no update was served after which different values were listed');
}

function requireUnique(by: string, { entries, exchange }: Page): void {
  const values = valuesOf(entries, by).map((value) => JSON.stringify(value));
  const twice = values.find((value, index) => values.indexOf(value) < index);
  if (twice !== undefined) throw new Violation(`each ${by} once`, `${twice} more than once`, exchange);
}

/** The list from one of its own entries on, where it takes a lower bound. */
async function boundedPage(examination: Examination): Promise<Page | undefined> {
  const from = await boundWithin(examination);
  return from === undefined ? undefined : readPage(examination, { from, size: largestSize(examination) });
}

function orderOf({ meaning }: Operation) {
  return meaning.action === 'list' ? meaning.order : undefined;
}

function placeOfOrder(_order: unknown, { pointer }: Operation): string {
  return `${pointer}/x-docent/order`;
}

/** Pages that follow one another: one large page and its successor, and some small ones. */
async function stretchesOf(examination: Examination): Promise<Page[][]> {
  const size = largestSize(examination);
  if (listOf(examination).page === undefined) return [[await readPage(examination, { size })]];
  const stretches = [(await wholeList(examination)).pages];
  for (const small of allowedSizes(examination, [2, 3, 7])) {
    const page = await readPage(examination, { size: small });
    stretches.push([page, await readLaterPage(examination, { size: small, number: secondPage(examination) })]);
  }
  return stretches;
}

function secondPage(examination: Examination): number {
  return (listOf(examination).page?.first ?? 1) + 1;
}

/** @returns whether there was anything to compare */
function requireOrder(examination: Examination, pages: Page[]): boolean {
  const { order } = listOf(examination);
  if (order === undefined) return false;
  const schemas = schemasOf(examination.document, [entrySchema(examination)], order.by);
  const values = pages.flatMap((page) => valuesOf(page.entries, order.by).map((value) => ({ value, page })));
  const sign = order.direction === 'ascending' ? 1 : -1;
  let certain = false;
  for (const [index, { value, page }] of values.entries()) {
    const earlier: Json | undefined = values[index - 1]?.value;
    const difference = earlier === undefined ? undefined : comparison(examination.document, schemas, earlier, value);
    if (difference === undefined || difference === 0) continue;
    certain = true;
    if (difference * sign > 0) {
      const observed = `${JSON.stringify(value)} after ${JSON.stringify(earlier)}`;
      throw new Violation(`${order.by} in ${order.direction} order`, observed, page.exchange);
    }
  }
  return certain;
}
