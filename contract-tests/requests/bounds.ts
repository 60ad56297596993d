import { type Json, type List, type Operation, schemasOf } from '../../spec';
import { arrayIn, type Examination, isSuccess, requireAvailable, requireServed } from '../examination';
import { addDays, isDay } from '../values/days';
import { askedOnce } from './asked-once';
import {
  type Asking,
  comparison,
  entrySchema,
  firstPage,
  firstPages,
  isDeep,
  largestSize,
  listOf,
  type Page,
  queryFor,
  readPage,
  valuesOf,
  type WholeList,
} from './lists';
import { isRefusal } from './served';

/** The lower bound that a list may be asked for (`from` in `x-docent`). */
export type Bound = NonNullable<List['from']>;

/** Tells how two values of the bound's field lie to each other; undefined where their order is not certain. */
export function boundComparison(examination: Examination): (a: Json, b: Json) => number | undefined {
  const { from } = listOf(examination);
  const { document } = examination;
  const schemas = from ? schemasOf(document, [entrySchema(examination)], from.field) : [];
  return (a, b) => comparison(document, schemas, a, b);
}

/** The same, zero where their order is not certain. */
export function boundOrder(examination: Examination): (a: Json, b: Json) => number {
  const compare = boundComparison(examination);
  return (a, b) => compare(a, b) ?? 0;
}

/** The entries from a lower bound on, in the order in which they were listed. */
export function fromOn(examination: Examination, entries: unknown[], from: Json | undefined): unknown[] {
  const { from: bound } = listOf(examination);
  if (bound === undefined || from === undefined) return entries;
  const compare = boundOrder(examination);
  return entries.filter((entry) => {
    const [value] = valuesOf([entry], bound.field);
    return value !== undefined && compare(value, from) >= 0;
  });
}

/** How many lower bounds are tried of a list. */
const TRIED = 64;

/**
 * Lower bounds between the first entry of a list and its last: of dates each day of the first weeks, whether it has an entry
 * or not, then the days around each turn of a month, and the last; of anything else the values themselves, and of date-times also what
 * lies just after the first, so that a bound which is cut to the hour or the minute shows. None of which it is not certain what lies before.
 */
export function boundsWithin(examination: Examination, { entries }: WholeList, { field }: Bound): Json[] {
  const values = valuesOf(entries, field);
  const dates = values.filter((value): value is string => isDay(value)).toSorted();
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined || dates.length < values.length) {
    const compare = boundComparison(examination);
    const tried = distinct([...values.slice(0, 1).flatMap(justAfter), ...values]).slice(0, TRIED);
    return tried.filter((bound) => values.every((value) => compare(value, bound) !== undefined));
  }
  const days: string[] = [];
  for (let day = first; day <= last && days.length < MOST_DAYS; day = addDays(day, 1)) days.push(day);
  const tried = days.filter((day, index) => index < EACH_DAY || isTurnOfMonth(day)).slice(0, TRIED - 1);
  return distinct([...tried, last]);
}

/** One second later, of a date-time; of anything else nothing. */
function justAfter(value: Json): string[] {
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt]/.test(value) && !Number.isNaN(Date.parse(value));
  return isInstant ? [new Date(Date.parse(value) + 1000).toISOString().replace('.000Z', 'Z')] : [];
}

const EACH_DAY = 40;
const MOST_DAYS = 800;

function isTurnOfMonth(day: string): boolean {
  return day.endsWith('-01') || addDays(day, 1).endsWith('-01');
}

function distinct(values: Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** How many days ahead a list is asked for without a thought; what lies further away may be refused. */
const NEAR = 90;

/** The same page for all checks that judge what it shows by itself. */
export function nearPageOnce(examination: Examination, asking: Asking): Promise<Page | undefined> {
  return askedOnce(examination, `page ${JSON.stringify(asking)}`, () => readNear(examination, asking));
}

/** Reads a page of what is there; undefined where a lower bound far ahead is refused, or a page deep in the list. */
export async function readNear(examination: Examination, asking: Asking): Promise<Page | undefined> {
  const { target } = examination;
  const isFar = typeof asking.from === 'string' && isDay(asking.from) && asking.from > addDays(target.today(), NEAR);
  if (!isFar && !isDeep(examination, asking)) return readPage(examination, asking);
  const exchange = await examination.send({ query: queryFor(examination, asking) });
  requireAvailable(exchange);
  if (isRefusal(examination, exchange)) return undefined;
  return { entries: arrayIn(requireServed(examination.operation, exchange)), exchange };
}

/** The lower bound of an operation, if it is a list that has one. */
export function boundOf({ meaning }: Operation): Bound | undefined {
  return meaning.action === 'list' ? meaning.from : undefined;
}

/** The lower bound of a list; a rule that applies where there is none has a defect of its own. */
export function requiredBound(examination: Examination): Bound {
  const { from } = listOf(examination);
  if (from === undefined) throw new Error('the rule applies only where there is a lower bound');
  return from;
}

/** The values of the bound's field that the list shows, the smallest first. */
export async function shownValues(examination: Examination, { field }: Bound): Promise<Json[]> {
  const { entries } = await firstPage(examination);
  const distinct = new Map(valuesOf(entries, field).map((value) => [JSON.stringify(value), value]));
  return [...distinct.values()].toSorted(boundOrder(examination));
}

/** A day as the parameter spells it. */
export function dayFor({ parameter }: Bound, today: string, days: number): string {
  const day = addDays(today, days);
  return parameter.schema.value.format === 'date-time' ? `${day}T00:00:00Z` : day;
}

/** How many days back a list is asked for. */
const BACK = 30;

/** A lower bound in the past, of a list that is to begin today. */
export function pastBound({ operation, target }: Examination): string | undefined {
  const bound = boundOf(operation);
  return bound?.default === 'today' ? dayFor(bound, target.today(), -BACK) : undefined;
}

/** The list from a value on; undefined where the target refuses that value, as it may one that lies in the past. */
export async function entriesFrom(examination: Examination, from: Json | undefined): Promise<unknown[] | undefined> {
  const asking = { from, size: largestSize(examination) };
  const exchange = await examination.send({ query: queryFor(examination, asking) });
  requireAvailable(exchange);
  return isSuccess(exchange) && !isRefusal(examination, exchange) ? reachingDown(examination, from) : undefined;
}

/** The first page of a list, and of a descending one all pages: its bound comes last. */
export async function reachingDown(examination: Examination, from: Json | undefined): Promise<unknown[]> {
  const descending = listOf(examination).order?.direction === 'descending';
  const pages = await firstPages(examination, { atMost: descending ? PAGES_TO_THE_END : 1, from });
  return pages.flatMap(({ entries }) => entries);
}

/** How many pages of a descending list are read to find where it ends. */
const PAGES_TO_THE_END = 15;
