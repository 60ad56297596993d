import type { Json } from '../../spec';
import type { Examination } from '../examination';
import { NotExercised, Violation } from '../findings';
import { type Bound, boundOf, dayFor, entriesFrom, reachingDown, requiredBound, shownValues } from '../requests/bounds';
import { isSameList, largestSize, outlineOf, readPage } from '../requests/lists';
import type { Rule } from '../rule';
import { ruleOf } from './rule-of';

/** From where on a list returns entries that is asked for without a bound. */
export const DEFAULT_BOUND_RULES: Rule[] = [
  ruleOf(boundOf, {
    id: 'lower-bound-default',
    statement: (bound) => `Without ${bound.parameter.name} the list is that from ${defaultOf(bound)} on.`,
    place: ({ parameter }) => parameter.pointer,
    comparesAnswers: true,
    appliesTo: (bound) => defaultOf(bound) !== undefined,
    check: checkDefault,
  }),
];

function defaultOf({ parameter, default: named }: Bound): Json | undefined {
  return parameter.default ?? named;
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
