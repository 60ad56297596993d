import type { Json } from '../../spec';
import type { Examination } from '../examination';
import { NotExercised, Violation } from '../findings';
import { atOnce } from '../requests/at-once';
import { pastBound } from '../requests/bounds';
import { wholeList } from '../requests/list-versions';
import {
  allowedSizes,
  boundWithin,
  isSameList,
  largestSize,
  listOf,
  outlineOf,
  type Page,
  readLaterPage,
  valuesOf,
} from '../requests/lists';
import type { Rule } from '../rule';
import { pagingOf } from './paging';
import { ruleOf } from './rule-of';

/** How the pages of a list make up the list. */
export const JOIN_RULES: Rule[] = [
  ruleOf(pagingOf, {
    id: 'pages-join',
    statement: ({ number, size }) =>
      `Consecutive values of ${number.name} give one list whatever ${size.name}, without overlap or gap.`,
    place: ({ number }) => number.pointer,
    comparesAnswers: true,
    requests: () => 120 + PAGES_OF_A_SIZE * TO_THE_END.length,
    check: checkJoin,
  }),
];

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
  const bound = await boundWithin(examination);
  const tail = await boundNearEnd(examination);
  const past = pastBound(examination);
  const half = (largestSize(examination) ?? 0) / 2;
  const joins: Join[] = [
    ...JOINS.map((join) => ({ ...join, from: undefined, skipped: 0 })),
    ...(bound === undefined ? [] : JOINS.slice(3).map((join) => ({ ...join, from: bound, skipped: 0 }))),
    // The end of the list, where a page is not full.
    ...(tail === undefined ? [] : JOINS.slice(1, 4).map((join) => ({ ...join, from: tail, skipped: 0 }))),
    ...(past === undefined ? [] : [{ size: 7, pages: 3, from: past, skipped: 0 }]),
    // The second of the largest pages: a seam there is met by whoever reads everything.
    ...(Number.isInteger(half) ? [{ size: half, pages: 2, from: undefined, skipped: 1 }] : []),
  ];
  const exercised = [];
  for (const join of joins.filter(({ size, pages }) => allowedSizes(examination, [size, size * pages]).length === 2)) {
    exercised.push(await requireJoin(examination, join));
  }
  exercised.push(await requireWholeJoin(examination));
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
  const numbers = Array.from({ length: pages }, (_, index) => first + skipped * pages + index);
  const parts = await atOnce(numbers, (number) => readLaterPage(examination, { size, number, from }));
  const joined = joinedOf(examination, parts, Math.max(1, Math.ceil(whole.entries.length / size)));
  const [beginning] = parts;
  if (from !== undefined && beginning?.entries.length === 0 && whole.entries.length > 0) {
    throw new Violation(`a first page that begins at ${String(from)}`, 'an empty first page', beginning.exchange);
  }
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

/** The entries of consecutive pages, so many of which there should be. What one past the end shows, nothing says: it may be the last again. */
function joinedOf(examination: Examination, parts: Page[], existing: number): unknown[] {
  const last = parts[existing - 1]?.entries ?? [];
  const shown = parts.filter(({ entries }, index) => index < existing || !isSameList(examination, entries, last));
  return shown.flatMap(({ entries }) => entries);
}

/** Sizes whose pages are read from the list's beginning to its end: usual ones, and some whose seams lie where no others do. */
const TO_THE_END = [10, 13, 20, 25, 29];

/** How many pages of a size are read at most. */
const PAGES_OF_A_SIZE = 45;

/** @returns whether a page of any size was followed by another */
async function requireWholeJoin(examination: Examination): Promise<boolean> {
  const whole = await wholeList(examination);
  const first = listOf(examination).page?.first ?? 1;
  const sizes = allowedSizes(examination, TO_THE_END).filter((size) => size < whole.entries.length);
  for (const size of sizes) {
    const count = Math.min(PAGES_OF_A_SIZE, Math.floor(whole.entries.length / size) + Number(whole.complete));
    const numbers = Array.from({ length: count }, (_, index) => index);
    const pages = await atOnce(numbers, (index) => readLaterPage(examination, { size, number: first + index }));
    for (const [index, { entries, exchange, isTooDeep }] of pages.entries()) {
      if (isTooDeep) continue;
      const expected = whole.entries.slice(index * size, (index + 1) * size);
      if (isSameList(examination, expected, entries)) continue;
      const isPastEnd = expected.length === 0;
      if (isPastEnd && isSameList(examination, entries, pages[index - 1]?.entries ?? [])) continue;
      throw new Violation(outlineOf(examination, expected), outlineOf(examination, entries), exchange);
    }
  }
  return sizes.length > 0;
}

/** The lower bound from which a list that is counted upwards has but a few entries left, where its end can be found. */
async function boundNearEnd(examination: Examination): Promise<Json | undefined> {
  const { from, order } = listOf(examination);
  if (from === undefined || order?.by !== from.field || order.direction !== 'ascending') return undefined;
  const { entries, complete } = await wholeList(examination);
  return complete ? valuesOf(entries, from.field).at(-LEFT) : undefined;
}

/** Entries left of the list: no multiple of the sizes that are joined there. */
const LEFT = 7;
