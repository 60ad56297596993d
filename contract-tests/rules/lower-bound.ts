import type { Json, Operation } from '../../spec';
import { atOnce } from '../at-once';
import { type Bound, boundOrder, boundsWithin, fromOn, readNear } from '../bounds';
import { addDays } from '../days';
import { type Examination, isSuccess, requireAvailable } from '../examination';
import { NotExercised, Violation } from '../findings';
import {
  type Asking,
  allowedSizes,
  firstPages,
  isSameList,
  largestSize,
  listOf,
  outlineOf,
  type Page,
  queryFor,
  readLaterPage,
  readPage,
  valuesOf,
  wholeList,
} from '../lists';
import type { Rule } from '../rule';
import { isRefusal } from '../served';

/** From where on a list returns entries. */
export const LOWER_BOUND_RULES: Rule[] = [
  {
    id: 'lower-bound',
    source: (operation) => boundOf(operation)?.source ?? 'documented',
    statement: (operation) => {
      const bound = boundOf(operation);
      return `With ${bound?.parameter.name} no entry has an earlier ${bound?.field}.`;
    },
    place: (operation) => boundOf(operation)?.parameter.pointer,
    appliesTo: (operation) => boundOf(operation) !== undefined,
    check: checkNothingBefore,
  },
  {
    id: 'lower-bound-inclusive',
    source: (operation) => boundOf(operation)?.source ?? 'documented',
    statement: (operation) => {
      const bound = boundOf(operation);
      return `With ${bound?.parameter.name} the entries from that ${bound?.field} on are returned, that one included.`;
    },
    place: (operation) => boundOf(operation)?.parameter.pointer,
    appliesTo: (operation) => boundOf(operation) !== undefined,
    check: checkInclusive,
  },
  {
    id: 'lower-bound-default',
    source: (operation) => boundOf(operation)?.source ?? 'documented',
    statement: (operation) => {
      const bound = boundOf(operation);
      return `Without ${bound?.parameter.name} the list is that from ${bound && defaultOf(bound)} on.`;
    },
    place: (operation) => boundOf(operation)?.parameter.pointer,
    appliesTo: (operation) => {
      const bound = boundOf(operation);
      return bound !== undefined && defaultOf(bound) !== undefined;
    },
    check: checkDefault,
  },
];

function boundOf({ meaning }: Operation): Bound | undefined {
  return meaning.action === 'list' ? meaning.from : undefined;
}

function defaultOf({ parameter, default: named }: Bound): Json | undefined {
  return parameter.default ?? named;
}

function requiredBound(examination: Examination): Bound {
  const { from } = listOf(examination);
  if (from === undefined) throw new Error('the rule applies only where there is a lower bound');
  return from;
}

/** The values of the bound's field that the list shows, the smallest first. */
async function shownValues(examination: Examination, { field }: Bound): Promise<Json[]> {
  const { entries } = await readPage(examination, { size: largestSize(examination) });
  const distinct = new Map(valuesOf(entries, field).map((value) => [JSON.stringify(value), value]));
  return [...distinct.values()].toSorted(boundOrder(examination));
}

async function checkNothingBefore(examination: Examination): Promise<void> {
  const bound = requiredBound(examination);
  const values = await shownValues(examination, bound);
  const [, second] = values;
  if (second === undefined)
    throw new NotExercised(`the list shows ${values.length} different ${bound.field}; two are needed`);
  const first = listOf(examination).page?.first ?? 1;
  const [small] = allowedSizes(examination, [3, 5]);
  const middle = values[Math.floor(values.length / 2)] ?? second;
  for (const from of new Set([second, middle, values.at(-1) ?? second, dayWithoutEntry(values) ?? second])) {
    await requireNothingBefore(examination, { from, size: largestSize(examination) });
    if (small !== undefined) await requireNothingBefore(examination, { from, size: small, number: first + 1 });
  }
  const bounds = boundsWithin(await wholeList(examination), bound);
  await atOnce(bounds, (from) => requireNothingBefore(examination, { from, size: small ?? largestSize(examination) }));
}

/** A date between two entries that has none itself. */
function dayWithoutEntry(values: Json[]): string | undefined {
  const dates = values.filter((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)).map(String);
  return dates
    .slice(0, -1)
    .map((date) => addDays(date, 1))
    .find((next) => !dates.includes(next));
}

async function requireNothingBefore(
  examination: Examination,
  asking: { from: Json; size: number | undefined; number?: number },
): Promise<void> {
  const { field } = requiredBound(examination);
  const page = await (asking.number ? readLaterPage : readNear)(examination, asking);
  if (page === undefined) return;
  const { entries, exchange } = page;
  const compare = boundOrder(examination);
  const early = valuesOf(entries, field).find((value) => compare(value, asking.from) < 0);
  if (early !== undefined) {
    throw new Violation(`no ${field} before ${String(asking.from)}`, `${field} ${String(early)}`, exchange);
  }
}

async function checkInclusive(examination: Examination): Promise<void> {
  const bound = requiredBound(examination);
  const values = await shownValues(examination, bound);
  if (values.length < 2)
    throw new NotExercised(`the list shows ${values.length} different ${bound.field}; two are needed`);
  const compare = boundOrder(examination);
  const descending = listOf(examination).order?.direction === 'descending';
  // Of a descending list the bound comes last, so that only the latest bounds leave it on the first page.
  const tried = descending ? values.slice(-2) : [values[1], values[Math.floor(values.length / 2)]];
  for (const from of new Set(tried)) {
    if (from === undefined) continue;
    const expected = values.filter((value) => compare(value, from) >= 0);
    const first = listOf(examination).page?.first;
    for (const asking of [{}, ...(first === undefined ? [] : [{ number: first }])]) {
      await requireFrom(examination, { ...asking, from, size: largestSize(examination) }, expected);
    }
  }
  if (descending) return;
  await requirePastIncluded(examination, bound);
  const whole = await wholeList(examination);
  const [small] = allowedSizes(examination, [3, 5]);
  const size = small ?? largestSize(examination);
  await atOnce(boundsWithin(whole, bound), (from) =>
    requireFrom(examination, { from, size }, valuesOf(fromOn(examination, whole.entries, from), bound.field)),
  );
}

/** How many days back a list is asked for. */
const BACK = 30;

/** The same of the past, where the target shows it: whether it has to, nobody says. */
async function requirePastIncluded(examination: Examination, bound: Bound): Promise<void> {
  if (bound.default !== 'today') return;
  const size = largestSize(examination);
  const listed = await entriesFrom(examination, dayFor(bound, examination.target.today(), -BACK));
  const values = valuesOf(listed ?? [], bound.field).filter((value) => String(value) < examination.target.today());
  const later = values.slice(Math.floor(values.length / 2));
  const [from] = later;
  if (from === undefined) return;
  const page = await readLaterPage(examination, { from, size });
  if (isRefusal(examination, page.exchange)) return;
  requireShown(examination, { from, size }, later, page);
}

/** Requires that a page shows what is expected, as far as the page reaches. */
async function requireFrom(examination: Examination, asking: Asking, expected: Json[]): Promise<void> {
  const page = await readNear(examination, asking);
  if (page !== undefined) requireShown(examination, asking, expected, page);
}

function requireShown(examination: Examination, { from, size }: Asking, expected: Json[], page: Page): void {
  const missing = missingFrom(examination, expected, page.entries, size);
  if (missing === undefined) return;
  const observed = outlineOf(examination, page.entries);
  throw new Violation(`the entry of ${missing} in the list from ${from}`, observed, page.exchange);
}

/** The first of the expected values that a page should show and does not; what lies past its last entry may come later. */
function missingFrom(
  examination: Examination,
  expected: Json[],
  entries: unknown[],
  size = Number.POSITIVE_INFINITY,
): Json | undefined {
  const compare = boundOrder(examination);
  const shown = valuesOf(entries, requiredBound(examination).field);
  const last = shown.reduce<Json | undefined>(
    (latest, value) => (latest === undefined || compare(value, latest) > 0 ? value : latest),
    undefined,
  );
  const isFull = entries.length >= size;
  const due = expected.filter((value) => !isFull || (last !== undefined && compare(value, last) <= 0));
  return due.find((value) => !shown.some((other) => compare(other, value) === 0));
}

/** How far the target's date may be from the harness's, in days: no time zone is further away. */
const TIME_ZONES = [0, 1, -1];

async function checkDefault(examination: Examination): Promise<void> {
  const bound = requiredBound(examination);
  const isToday = defaultOf(bound) === bound.default;
  const today = examination.target.today();
  const size = largestSize(examination);
  const unasked = { ...(await readPage(examination, { size })), entries: await reachingDown(examination, undefined) };
  const starts = isToday ? TIME_ZONES.map((days) => dayFor(bound, today, days)) : [defaultOf(bound)];
  const lists = [];
  for (const from of starts) {
    const entries = await entriesFrom(examination, from);
    if (entries !== undefined) lists.push({ from, entries });
  }
  const match = lists.find(({ entries }) => isSameList(examination, entries, unasked.entries));
  if (match === undefined) {
    const expected = `the list from ${String(starts[0])} on, ${outlineOf(examination, lists[0]?.entries ?? [])}`;
    throw new Violation(expected, outlineOf(examination, unasked.entries), unasked.exchange);
  }
  const others = isToday
    ? [-60, 14].map((days) => dayFor(bound, today, days))
    : (await shownValues(examination, bound)).slice(1, 2);
  let isTold = false;
  for (const from of others) {
    const entries = await entriesFrom(examination, from);
    isTold ||= entries === undefined || !isSameList(examination, entries, unasked.entries);
  }
  // Once more, since a service may remember what it was last asked for.
  const again = await reachingDown(examination, undefined);
  if (!isSameList(examination, again, unasked.entries)) {
    const expected = `the same list again, ${outlineOf(examination, unasked.entries)}`;
    throw new Violation(expected, outlineOf(examination, again), unasked.exchange);
  }
  if (!isTold) throw new NotExercised('the list is the same from every date, so its beginning cannot be told');
}

/** A day as the parameter spells it. */
function dayFor({ parameter }: Bound, today: string, days: number): string {
  const day = addDays(today, days);
  return parameter.schema.value.format === 'date-time' ? `${day}T00:00:00Z` : day;
}

/** The list from a value on; undefined where the target refuses that value, as it may one that lies in the past. */
async function entriesFrom(examination: Examination, from: Json | undefined): Promise<unknown[] | undefined> {
  const asking = { from, size: largestSize(examination) };
  const exchange = await examination.send({ query: queryFor(examination, asking) });
  requireAvailable(exchange);
  return isSuccess(exchange) && !isRefusal(examination, exchange) ? reachingDown(examination, from) : undefined;
}

/** The first page of a list, and of a descending one all pages: its bound comes last. */
async function reachingDown(examination: Examination, from: Json | undefined): Promise<unknown[]> {
  const descending = listOf(examination).order?.direction === 'descending';
  const pages = await firstPages(examination, { atMost: descending ? PAGES_TO_THE_END : 1, from });
  return pages.flatMap(({ entries }) => entries);
}

/** How many pages of a descending list are read to find where it ends. */
const PAGES_TO_THE_END = 15;
