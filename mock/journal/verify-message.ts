import { boundsOf, type ExpectedRequest } from './expectation';
import type { Failure, Finding } from './verify';

/** What else decides whether an expected request was found. */
interface Circumstances {
  /** How many exchanges the journal has let go of. */
  dropped: number;
  /** How many might match, had their bodies been kept whole. */
  undecided: number;
  /** The number of the exchange after which it should have come, and did not; undefined where it came in its turn. */
  after: number | undefined;
}

/** Why what was found is not what was expected; undefined where it is. */
export function failureMessage(
  { expected, found, exchanges }: Finding,
  { dropped, undecided, after }: Circumstances,
): string | undefined {
  const { least, most } = boundsOf(expected.count);
  const wanted = `Expected ${describe(expected)} ${timesOf(least, most)}`;
  const seen = found === 0 ? 'found none' : `found ${found} (${numbersOf(exchanges)})`;
  const lost = dropped === 0 ? '' : ` The journal has let go of ${dropped} older ones; clear it before what matters.`;
  if (found > most) return `${wanted}, ${seen}.`;
  if (found < least) return `${wanted}, ${seen}.${lost}`;
  if (after !== undefined) return `${wanted} after exchange ${after}, ${seen} in all.${lost}`;
  if (dropped > 0 && most < Number.POSITIVE_INFINITY) return `${wanted}, ${seen}, which is not all there was.${lost}`;
  if (found + undecided > most)
    return `${wanted}, ${seen}, and ${undecided} of whose body only the beginning was kept.`;
  return undefined;
}

/** A failure with its nearest miss, for people. */
export function sentencesOf({ message, nearest }: Failure): string {
  if (nearest === null) return message;
  const { exchange, differences } = nearest;
  const listed = differences.map(
    ({ pointer, expected, observed }) => `${pointer} is ${told(pointer, observed)}, not ${told(pointer, expected)}`,
  );
  return `${message} The nearest is exchange ${exchange.number}, ${exchange.method} ${exchange.path}: ${listed.join('; ')}.`;
}

function describe({ count: _count, ...request }: ExpectedRequest): string {
  return Object.keys(request).length === 0 ? 'any request' : inShort(request);
}

function timesOf(least: number, most: number): string {
  if (least === most) return least === 0 ? 'never' : `exactly ${times(least)}`;
  if (most === Number.POSITIVE_INFINITY) return `at least ${times(least)}`;
  return least === 0 ? `at most ${times(most)}` : `at least ${times(least)} and at most ${times(most)}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** How many numbers are listed; whoever wants all of them reads the finding. */
const LISTED = 10;

function numbersOf(exchanges: readonly number[]): string {
  const more = exchanges.length > LISTED ? ', …' : '';
  return `${exchanges.length === 1 ? 'exchange' : 'exchanges'} ${exchanges.slice(0, LISTED).join(', ')}${more}`;
}

/** A parameter or a header that was not sent has no value, and not null, which only JSON has. */
function told(pointer: string, value: unknown): string {
  return value === null && /^\/(query|headers)\//.test(pointer) ? 'missing' : inShort(value);
}

function inShort(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
