import fc from 'fast-check';
import type { Operation } from '../../spec';
import type { Examination } from '../examination';
import { NotExercised, Violation } from '../findings';
import { boundOrder, boundsWithin, fromOn, readNear } from '../requests/bounds';
import { holdsAtRandom } from '../requests/chance';
import { wholeList } from '../requests/list-versions';
import {
  type Asking,
  isSameList,
  largestSize,
  listOf,
  outlineOf,
  queryFor,
  sizeUpTo,
  valuesOf,
  type WholeList,
} from '../requests/lists';
import type { Rule } from '../rule';
import { queryPair } from '../target/exchange';
import { pagingOf } from './paging';

/** What the parameters of a list mean together. */
export const RANDOM_LIST_RULES: Rule[] = [
  {
    id: 'parameters-together',
    source: (operation) => pagingOf(operation)?.source ?? 'documented',
    statement: (operation) => `${names(operation).join(', ')} together cut their page out of one and the same list.`,
    comparesAnswers: true,
    appliesTo: (operation) => names(operation).length > 1,
    requests: (_operation, { runs }) => 20 + runs * QUESTIONS_A_RUN,
    check: checkTogether,
  },
];

function names({ meaning }: Operation): string[] {
  if (meaning.action !== 'list') return [];
  const { from, page } = meaning;
  return [...(from ? [from.parameter.name] : []), ...(page ? [page.number.name, page.size.name] : [])];
}

/** Lists are asked for more often than entries are updated: a question costs one request and changes nothing. */
const QUESTIONS_A_RUN = 4;

async function checkTogether(examination: Examination): Promise<void> {
  const whole = await wholeList(examination);
  if (whole.entries.length < 2) {
    throw new NotExercised(`the list holds ${whole.entries.length} entries; two are needed`);
  }
  const { runs } = examination.chance;
  await holdsAtRandom(examination, questions(examination, whole), runs * QUESTIONS_A_RUN, (asking) =>
    requireCut(examination, whole, asking),
  );
}

/** Questions whose answer is known to hold an entry at least. */
function questions(examination: Examination, whole: WholeList): fc.Arbitrary<Asking> {
  const { from, page } = listOf(examination);
  const bounds = from === undefined ? [] : boundsWithin(examination, whole, from);
  const smallest = Math.max(1, page?.size.minimum ?? 1);
  const largest = Math.max(smallest, largestSize(examination) ?? smallest);
  const sizes = fc.integer({ min: smallest, max: largest }).map((most) => sizeUpTo(examination, most) ?? largest);
  return fc
    .record({
      from: bounds.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...bounds), { nil: undefined }),
      size: page === undefined ? fc.constant(undefined) : fc.option(sizes, { nil: undefined }),
      position: fc.nat({ max: whole.entries.length - 1 }),
      isTurned: fc.boolean(),
    })
    .map(({ from: bound, size, position, isTurned }): Asking => {
      const cut = size ?? page?.defaultSize;
      const listed = fromOn(examination, whole.entries, bound).length;
      const number = cut === undefined || page === undefined ? 0 : Math.floor((position % Math.max(1, listed)) / cut);
      return { from: bound, size, ...(page && number > 0 && { number: page.first + number }), isTurned };
    });
}

async function requireCut(examination: Examination, whole: WholeList, asking: Asking): Promise<void> {
  const expected = cutOf(examination, whole, asking);
  if (expected === undefined) return;
  const page = await readNear(examination, asking);
  if (page === undefined || isSameList(examination, expected, withoutFurther(examination, whole, asking, page.entries)))
    return;
  const query = Object.entries(queryFor(examination, asking)).map(([name, value]) => queryPair(name, String(value)));
  throw new Violation(
    `for ${query.join('&') || 'no parameters'} ${outlineOf(examination, expected)}`,
    outlineOf(examination, page.entries),
    page.exchange,
  );
}

/** What a page should hold; undefined where the list goes on further than it was read, or nothing says how long a page is. */
function cutOf(examination: Examination, whole: WholeList, asking: Asking): unknown[] | undefined {
  const { page } = listOf(examination);
  const listed = fromOn(examination, whole.entries, asking.from);
  const size = asking.size ?? page?.defaultSize;
  if (page === undefined) return whole.complete ? listed : undefined;
  if (size === undefined) return undefined; // how many a page has by default, nothing says
  const start = ((asking.number ?? page.first) - page.first) * size;
  return whole.complete || start + size <= listed.length ? listed.slice(start, start + size) : undefined;
}

/**
 * The entries of a page without those at its end that lie further than the whole list was read: a list may reach so far from its lower
 * bound, and begins by default before the one that is asked for.
 */
function withoutFurther(examination: Examination, whole: WholeList, { from }: Asking, entries: unknown[]): unknown[] {
  const { from: bound, order } = listOf(examination);
  const hasDefault = bound?.default !== undefined || bound?.parameter.default !== undefined;
  if (!hasDefault || from === undefined || order?.direction === 'descending') return entries;
  const compare = boundOrder(examination);
  const known = valuesOf(whole.entries, bound.field);
  const isFurther = (entry: unknown) => {
    const [value] = valuesOf([entry], bound.field);
    return value !== undefined && known.every((other) => compare(value, other) > 0);
  };
  return entries.slice(0, entries.findLastIndex((entry) => !isFurther(entry)) + 1);
}
