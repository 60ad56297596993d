import type { Json, Operation, Paging } from '../../spec';
import { arrayIn, type Examination, isSuccess, requireAvailable } from '../examination';
import { NotExercised, Violation } from '../findings';
import {
  allowedSizes,
  isSameList,
  largestSize,
  listOf,
  outlineOf,
  type Page,
  queryFor,
  readLaterPage,
  readPage,
  valuesOf,
} from '../lists';
import type { Rule } from '../rule';

/** How a list is cut into pages. */
export const PAGING_RULES: Rule[] = [
  {
    id: 'page-size',
    source: (operation) => pagingOf(operation)?.source ?? 'documented',
    statement: (operation) => `A page holds at most as many entries as ${pagingOf(operation)?.size.name} asks for.`,
    place: (operation) => pagingOf(operation)?.size.pointer,
    appliesTo: (operation) => pagingOf(operation) !== undefined,
    check: checkPageSize,
  },
  {
    id: 'page-size-default',
    source: (operation) => pagingOf(operation)?.source ?? 'documented',
    statement: (operation) => {
      const page = pagingOf(operation);
      return `Without ${page?.size.name} a page is that of ${page?.size.name}=${page?.defaultSize}.`;
    },
    place: (operation) => pagingOf(operation)?.size.pointer,
    appliesTo: (operation) => pagingOf(operation)?.defaultSize !== undefined,
    check: checkDefaultSize,
  },
  {
    id: 'page-size-maximum',
    source: (operation) => pagingOf(operation)?.source ?? 'documented',
    statement: (operation) => {
      const page = pagingOf(operation);
      return `${page?.size.name}=${page?.maximumSize} is served, and no request gets more than ${page?.maximumSize} entries.`;
    },
    place: (operation) => pagingOf(operation)?.size.pointer,
    appliesTo: (operation) => pagingOf(operation)?.maximumSize !== undefined,
    check: checkMaximumSize,
  },
  {
    id: 'page-number-default',
    source: (operation) => pagingOf(operation)?.source ?? 'documented',
    statement: (operation) => {
      const page = pagingOf(operation);
      return `Without ${page?.number.name} the page is that of ${page?.number.name}=${page?.first}.`;
    },
    place: (operation) => pagingOf(operation)?.number.pointer,
    appliesTo: (operation) => pagingOf(operation)?.number.default !== undefined,
    check: checkDefaultNumber,
  },
  {
    id: 'pages-join',
    source: (operation) => pagingOf(operation)?.source ?? 'documented',
    statement: (operation) => {
      const page = pagingOf(operation);
      return `Consecutive values of ${page?.number.name} give one list whatever ${page?.size.name}, without overlap or gap.`;
    },
    place: (operation) => pagingOf(operation)?.number.pointer,
    appliesTo: (operation) => pagingOf(operation) !== undefined,
    check: checkJoin,
  },
];

function pagingOf({ meaning }: Operation): Paging | undefined {
  return meaning.action === 'list' ? meaning.page : undefined;
}

async function checkPageSize(examination: Examination): Promise<void> {
  const { page } = listOf(examination);
  const largest = await readPage(examination, { size: largestSize(examination) });
  const sizes = allowedSizes(examination, [1, 2, 3, 7, page?.defaultSize, largestSize(examination)]);
  for (const size of sizes) {
    const { entries, exchange } = await readPage(examination, { size });
    if (entries.length > size)
      throw new Violation(`at most ${size} entries`, outlineOf(examination, entries), exchange);
  }
  const listed = largest.entries.length;
  if (!sizes.some((size) => size < listed)) {
    throw new NotExercised(`the list holds ${listed} entries, too few to exceed a page of ${sizes.join(', ')}`);
  }
}

async function checkDefaultSize(examination: Examination): Promise<void> {
  const { page } = listOf(examination);
  const asked = await readPage(examination, { size: page?.defaultSize });
  const unasked = await readPage(examination);
  if (!isSameList(examination, asked.entries, unasked.entries)) {
    const expected = `the page of ${page?.size.name}=${page?.defaultSize}, ${outlineOf(examination, asked.entries)}`;
    throw new Violation(expected, outlineOf(examination, unasked.entries), unasked.exchange);
  }
  const [larger] = allowedSizes(examination, [(page?.defaultSize ?? 0) + 1, largestSize(examination)]);
  const more = larger === undefined ? asked : await readPage(examination, { size: larger });
  if (more.entries.length <= asked.entries.length) {
    throw new NotExercised(`the list holds only ${more.entries.length} entries, no more than the default page`);
  }
}

async function checkMaximumSize(examination: Examination): Promise<void> {
  const maximum = listOf(examination).page?.maximumSize ?? 0;
  const most = await readPage(examination, { size: maximum });
  const refusals = [];
  for (const size of [maximum + 1, maximum * 2, maximum * 10]) {
    const exchange = await examination.send({ query: queryFor(examination, { size }) });
    requireAvailable(exchange);
    refusals.push(!isSuccess(exchange));
    const entries = isSuccess(exchange) ? arrayIn(exchange) : [];
    if (entries.length > maximum) {
      throw new Violation(`at most ${maximum} entries`, outlineOf(examination, entries), exchange);
    }
  }
  if (most.entries.length > maximum) {
    throw new Violation(`at most ${maximum} entries`, outlineOf(examination, most.entries), most.exchange);
  }
  if (most.entries.length < maximum && refusals.includes(false)) {
    throw new NotExercised(
      `the list holds only ${most.entries.length} entries, so more than ${maximum} cannot be seen`,
    );
  }
}

async function checkDefaultNumber(examination: Examination): Promise<void> {
  const first = listOf(examination).page?.first ?? 1;
  const [size] = allowedSizes(examination, [2, 3, largestSize(examination)]);
  const asked = await readPage(examination, { size, number: first });
  const unasked = await readPage(examination, { size });
  if (!isSameList(examination, asked.entries, unasked.entries)) {
    const expected = `the first page, ${outlineOf(examination, asked.entries)}`;
    throw new Violation(expected, outlineOf(examination, unasked.entries), unasked.exchange);
  }
  const second = await readLaterPage(examination, { size, number: first + 1 });
  if (second.entries.length === 0) throw new NotExercised('there is no second page to tell the first from');
}

/** Joins to make: so many pages of a size are one page of the product. */
const JOINS = [
  { size: 1, pages: 5 },
  { size: 2, pages: 4 },
  { size: 3, pages: 5 },
  { size: 5, pages: 6 },
  { size: 7, pages: 3 },
  { size: 10, pages: 3 },
];

async function checkJoin(examination: Examination): Promise<void> {
  const largest = largestSize(examination) ?? 0;
  const bound = await laterBound(examination);
  const joins = JOINS.filter(({ size, pages }) => allowedSizes(examination, [size, size * pages]).length === 2);
  const exercised = [];
  for (const join of joins) exercised.push(await requireJoin(examination, { ...join, from: undefined, skipped: 0 }));
  const [middle] = joins.slice(-2);
  if (middle !== undefined && bound !== undefined) {
    exercised.push(await requireJoin(examination, { ...middle, from: bound, skipped: 0 }));
  }
  // The second of the largest pages too: a seam there is met by whoever reads everything.
  const half = largest / 2;
  if (allowedSizes(examination, [half]).length === 1 && Number.isInteger(half)) {
    exercised.push(await requireJoin(examination, { size: half, pages: 2, from: undefined, skipped: 1 }));
  }
  if (!exercised.includes(true)) throw new NotExercised('the list is too short for two pages of any size');
}

interface Join {
  size: number;
  pages: number;
  from: Json | undefined;
  /** How many of the large pages come before. */
  skipped: number;
}

/** @returns whether at least two of the pages held anything */
async function requireJoin(examination: Examination, { size, pages, from, skipped }: Join): Promise<boolean> {
  const { page } = listOf(examination);
  const first = page?.first ?? 1;
  const whole = await readLaterPage(examination, { size: size * pages, number: first + skipped, from });
  const parts: Page[] = [];
  for (let index = skipped * pages; index < (skipped + 1) * pages; index += 1) {
    parts.push(await readLaterPage(examination, { size, number: first + index, from }));
  }
  const joined = parts.flatMap(({ entries }) => entries);
  if (!isSameList(examination, joined, whole.entries)) {
    const differing = parts.find((_, index) => !isPart(parts.slice(0, index + 1).flatMap(({ entries }) => entries)));
    throw new Violation(
      `${pages} pages of ${size} to be the page of ${size * pages}, ${outlineOf(examination, whole.entries)}`,
      outlineOf(examination, joined),
      (differing ?? whole).exchange,
    );
  }
  return parts.filter(({ entries }) => entries.length > 0).length > 1;

  function isPart(beginning: unknown[]): boolean {
    return isSameList(examination, beginning, whole.entries.slice(0, beginning.length));
  }
}

/** A lower bound in the midst of the list, where it has one. */
async function laterBound(examination: Examination): Promise<Json | undefined> {
  const { from } = listOf(examination);
  if (from === undefined) return undefined;
  const values = valuesOf((await readPage(examination, { size: largestSize(examination) })).entries, from.field);
  return values[Math.floor(values.length / 3)];
}
