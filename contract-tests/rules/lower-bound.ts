import type { Json } from '../../spec';
import type { Examination } from '../examination';
import { NotExercised, Violation } from '../findings';
import { atOnce } from '../requests/at-once';
import {
  type Bound,
  boundComparison,
  boundOf,
  boundOrder,
  boundsWithin,
  entriesFrom,
  nearPageOnce,
  pastBound,
  requiredBound,
  shownValues,
} from '../requests/bounds';
import { wholeList } from '../requests/list-versions';
import {
  type Asking,
  allowedSizes,
  largestSize,
  listOf,
  outlineOf,
  type Page,
  readLaterPage,
  valuesOf,
} from '../requests/lists';
import { isRefusal } from '../requests/served';
import type { Rule } from '../rule';
import { addDays, isDay } from '../values/days';
import { ruleOf } from './rule-of';

/** From where on a list returns entries. */
export const LOWER_BOUND_RULES: Rule[] = [
  ruleOf(boundOf, {
    id: 'lower-bound',
    statement: ({ parameter, field }) => `With ${parameter.name} no entry has an earlier ${field}.`,
    place: ({ parameter }) => parameter.pointer,
    check: checkNothingBefore,
  }),
  ruleOf(boundOf, {
    id: 'lower-bound-inclusive',
    statement: ({ parameter, field }) =>
      `With ${parameter.name} the entries from that ${field} on are returned, that one included.`,
    place: ({ parameter }) => parameter.pointer,
    comparesAnswers: true,
    check: checkInclusive,
  }),
];

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
  const whole = await wholeList(examination);
  const bounds = boundsWithin(examination, whole, bound);
  await atOnce(bounds, (from) => requireNothingBefore(examination, { from, size: small ?? largestSize(examination) }));
  const past = whole.complete ? dayAfter(valuesOf(whole.entries, bound.field)) : undefined;
  // From there on nothing is listed, which may be refused, but is no reason to list anything else.
  if (past !== undefined) requireNoneBefore(examination, past, await readLaterPage(examination, { from: past }));
}

/** The day after the last of some dates. */
function dayAfter(values: Json[]): string | undefined {
  const last = values.filter(isDay).toSorted().at(-1);
  return last === undefined ? undefined : addDays(last, 1);
}

/** A date between two entries that has none itself. */
function dayWithoutEntry(values: Json[]): string | undefined {
  const dates = values.filter(isDay);
  return dates
    .slice(0, -1)
    .map((date) => addDays(date, 1))
    .find((next) => !dates.includes(next));
}

async function requireNothingBefore(
  examination: Examination,
  asking: { from: Json; size: number | undefined; number?: number },
): Promise<void> {
  const page = await (asking.number ? readLaterPage : nearPageOnce)(examination, asking);
  if (page !== undefined) requireNoneBefore(examination, asking.from, page);
}

function requireNoneBefore(examination: Examination, from: Json, { entries, exchange }: Page): void {
  const { field } = requiredBound(examination);
  const compare = boundOrder(examination);
  const early = valuesOf(entries, field).find((value) => compare(value, from) < 0);
  if (early === undefined) return;
  throw new Violation(`no ${field} before ${String(from)}`, `${field} ${String(early)}`, exchange);
}

async function checkInclusive(examination: Examination): Promise<void> {
  const bound = requiredBound(examination);
  const values = await shownValues(examination, bound);
  if (values.length < 2)
    throw new NotExercised(`the list shows ${values.length} different ${bound.field}; two are needed`);
  const compare = boundComparison(examination);
  const isCertainlyFrom = (value: Json, from: Json) => (compare(value, from) ?? -1) >= 0;
  const { order, page } = listOf(examination);
  if (page !== undefined && order?.by !== bound.field)
    throw new NotExercised(
      `the list is in ${order ? `the order of ${order.by}` : 'no order'}, so that an entry of any ${bound.field} may stand on a later page`,
    );
  const descending = order?.direction === 'descending';
  // Of a descending list the bound comes last, so that only the latest bounds leave it on the first page.
  const tried = descending ? values.slice(-2) : [values[1], values[Math.floor(values.length / 2)]];
  for (const from of new Set(tried)) {
    if (from === undefined) continue;
    const expected = values.filter((value) => isCertainlyFrom(value, from));
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
  const listed = valuesOf(whole.entries, bound.field);
  await atOnce(boundsWithin(examination, whole, bound), (from) => {
    const expected = listed.filter((value) => isCertainlyFrom(value, from));
    return requireFrom(examination, { from, size }, expected);
  });
}

/** The same of the past, where the target shows it: whether it has to, nobody says. */
async function requirePastIncluded(examination: Examination, bound: Bound): Promise<void> {
  const past = pastBound(examination);
  if (past === undefined) return;
  const size = largestSize(examination);
  const listed = await entriesFrom(examination, past);
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
  const page = await nearPageOnce(examination, asking);
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
