import type { Json, Operation, Paging } from '../../spec';
import { arrayIn, type Examination, isSuccess, requireAvailable } from '../examination';
import { NotExercised, Violation } from '../findings';
import { atOnce, MOST_AT_ONCE } from '../requests/at-once';
import {
  type Asking,
  allowedSizes,
  boundWithin,
  countOf,
  isBlankPage,
  isSameList,
  largestSize,
  listOf,
  outlineOf,
  type Page,
  queryFor,
  readLaterPage,
  readPage,
} from '../requests/lists';
import { unlessClosed } from '../requests/refused';
import { isRefusal } from '../requests/served';
import type { Rule } from '../rule';
import { ruleOf } from './rule-of';

/** How a list is cut into pages. */
export const PAGING_RULES: Rule[] = [
  ruleOf(pagingOf, {
    id: 'page-size',
    statement: ({ size }) => `A page holds at most as many entries as ${size.name} asks for.`,
    place: ({ size }) => size.pointer,
    check: checkPageSize,
  }),
  ruleOf(pagingOf, {
    id: 'page-size-default',
    statement: ({ size, defaultSize }) => `Without ${size.name} a page is that of ${size.name}=${defaultSize}.`,
    place: ({ size }) => size.pointer,
    comparesAnswers: true,
    appliesTo: ({ defaultSize }) => defaultSize !== undefined,
    check: checkDefaultSize,
  }),
  ruleOf(pagingOf, {
    id: 'page-size-maximum',
    statement: ({ size, maximumSize: most }) =>
      `${size.name}=${most} is served, and no request gets more than ${most} entries.`,
    place: ({ size }) => size.pointer,
    comparesAnswers: true,
    appliesTo: ({ maximumSize }) => maximumSize !== undefined,
    check: checkMaximumSize,
  }),
  ruleOf(pagingOf, {
    id: 'page-number-default',
    statement: ({ number, first }) => `Without ${number.name} the page is that of ${number.name}=${first}.`,
    place: ({ number }) => number.pointer,
    comparesAnswers: true,
    appliesTo: ({ number }) => number.default !== undefined,
    check: checkDefaultNumber,
  }),
];

/** How a list is paged (`page` in `x-docent`); undefined of one that comes whole, and of other operations. */
export function pagingOf({ meaning }: Operation): Paging | undefined {
  return meaning.action === 'list' ? meaning.page : undefined;
}

async function checkPageSize(examination: Examination): Promise<void> {
  const { page } = listOf(examination);
  const largest = await readPage(examination, { size: largestSize(examination) });
  const sizes = allowedSizes(examination, [1, 2, 3, 7, page?.defaultSize, largestSize(examination)]);
  const from = await boundWithin(examination);
  for (const size of sizes) {
    await atOnce(cutsOf(page, from), async (asking) => {
      requireAtMost(examination, size, await readLaterPage(examination, { ...asking, size }));
    });
  }
  await requireSizesAtOnce(examination, sizes);
  const listed = largest.entries.length;
  if (!sizes.some((size) => size < listed)) {
    throw new NotExercised(`the list holds ${listed} entries, too few to exceed a page of ${sizes.join(', ')}`);
  }
}

/** Lists of different sizes that are asked for at once: each caller gets the size that it asked for. */
async function requireSizesAtOnce(examination: Examination, sizes: number[]): Promise<void> {
  await atOnce(sizes.slice(0, MOST_AT_ONCE), async (size) => {
    const { entries, exchange } = await readPage(examination, { size });
    if (entries.length <= size) return;
    throw new Violation(
      `at most ${countOf(size)}, whatever is asked at once`,
      outlineOf(examination, entries),
      exchange,
    );
  });
}

async function checkDefaultSize(examination: Examination): Promise<void> {
  const { page } = listOf(examination);
  for (const asking of cutsOf(page, await boundWithin(examination))) {
    const asked = await readLaterPage(examination, { ...asking, size: page?.defaultSize });
    // Another size in between: a service may remember what it was last asked for.
    await readPage(examination, { size: allowedSizes(examination, [3, 1])[0] });
    const unasked = await readLaterPage(examination, asking);
    if (!isSameList(examination, asked.entries, unasked.entries)) {
      const expected = `the page of ${page?.size.name}=${page?.defaultSize}, ${outlineOf(examination, asked.entries)}`;
      throw new Violation(expected, outlineOf(examination, unasked.entries), unasked.exchange);
    }
  }
  const asked = await readPage(examination, { size: page?.defaultSize });
  const [larger] = allowedSizes(examination, [(page?.defaultSize ?? 0) + 1, largestSize(examination)]);
  const more = larger === undefined ? asked : await readPage(examination, { size: larger });
  if (more.entries.length <= asked.entries.length) {
    throw new NotExercised(`the list holds only ${more.entries.length} entries, no more than the default page`);
  }
}

async function checkMaximumSize(examination: Examination): Promise<void> {
  const { page } = listOf(examination);
  const maximum = page?.maximumSize ?? 0;
  const most = await readPage(examination, { size: maximum });
  requireAtMost(examination, maximum, most);
  await requireAllOfMaximum(examination, maximum, most);
  const from = await boundWithin(examination);
  const refusals: boolean[] = [];
  const beyond = [1, 2, 5, 20].map((more) => maximum + more);
  for (const size of new Set([...beyond, maximum * 2, 10 ** String(maximum).length, maximum * 10, maximum * 100])) {
    await atOnce(cutsOf(page, from), async (asking) => {
      const exchange = await examination.send({ query: queryFor(examination, { ...asking, size }) });
      requireAvailable(exchange);
      const isNone = isRefusal(examination, exchange) || isBlankPage(examination, asking, exchange);
      const isTaken = isSuccess(exchange) && !isNone;
      refusals.push(!isTaken);
      if (isTaken) requireAtMost(examination, maximum, { entries: arrayIn(exchange), exchange });
    });
  }
  // What is no size at all may be refused however, or mean any size, but no larger one.
  for (const size of [0, -1]) {
    const exchange = await unlessClosed(examination.send({ query: queryFor(examination, { size }) }));
    const entries = exchange && isSuccess(exchange) ? exchange.response.json?.value : undefined;
    if (exchange && Array.isArray(entries)) requireAtMost(examination, maximum, { entries, exchange });
  }
  if (most.entries.length < maximum && refusals.includes(false)) {
    throw new NotExercised(
      `the list holds only ${most.entries.length} entries, so more than ${maximum} cannot be seen`,
    );
  }
}

function requireAtMost(examination: Examination, maximum: number, { entries, exchange }: Page): void {
  if (entries.length <= maximum) return;
  throw new Violation(`at most ${countOf(maximum)}`, outlineOf(examination, entries), exchange);
}

/** A service that gives fewer than it is asked for has a lower maximum: two pages of half the size would show more. */
async function requireAllOfMaximum(examination: Examination, maximum: number, most: Page): Promise<void> {
  const first = listOf(examination).page?.first ?? 1;
  const [half] = allowedSizes(examination, [maximum / 2]);
  if (half === undefined || !Number.isInteger(half)) return;
  const pages = [
    await readPage(examination, { size: half, number: first }),
    await readLaterPage(examination, { size: half, number: first + 1 }),
  ];
  const due = pages.flatMap(({ entries }) => entries);
  if (due.length > most.entries.length) {
    const observed = outlineOf(examination, most.entries);
    throw new Violation(`${due.length} entries, as in two pages of ${half}`, observed, most.exchange);
  }
}

async function checkDefaultNumber(examination: Examination): Promise<void> {
  const first = listOf(examination).page?.first ?? 1;
  const [size] = allowedSizes(examination, [2, 3, largestSize(examination)]);
  const from = await boundWithin(examination);
  for (const asking of [{ size }, {}, ...(from === undefined ? [] : [{ from }, { from, size }])]) {
    const asked = await readPage(examination, { ...asking, number: first });
    const unasked = await readPage(examination, asking);
    if (isSameList(examination, asked.entries, unasked.entries)) continue;
    const expected = `the first page, ${outlineOf(examination, asked.entries)}`;
    throw new Violation(expected, outlineOf(examination, unasked.entries), unasked.exchange);
  }
  const second = await readLaterPage(examination, { size, number: first + 1 });
  if (second.entries.length === 0) throw new NotExercised('there is no second page to tell the first from');
}

/** Lists that a page size has to hold for: the first page, two after it, one with a lower bound, and one with both. */
function cutsOf(page: Paging | undefined, from: Json | undefined): Asking[] {
  const later = page ? [{ number: page.first + 1 }, { number: page.first + 2 }] : [];
  return [
    {},
    ...later,
    ...(from === undefined ? [] : [{ from }, ...later.slice(0, 1).map((cut) => ({ ...cut, from }))]),
  ];
}
