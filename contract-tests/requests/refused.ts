import type { Examination } from '../examination';
import { NoAnswer, Violation } from '../findings';
import { type Exchange, summaryOf } from '../target/exchange';
import { isRepeating, isRevealing, isServed } from './served';

/** The answer to a request that is to be refused; undefined where the connection was closed on it instead, by a target that is there. */
export async function unlessClosed<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/**
 * Requires that nothing is served, nor shown beside a refusal; a connection that is closed does neither.
 * @param served the answer to the same request where it is served, none of which may be shown in any form
 */
export async function requireNothingServed(
  examination: Examination,
  answer: Promise<Exchange>,
  served?: Exchange,
): Promise<Exchange | undefined> {
  const exchange = await unlessClosed(answer);
  if (exchange === undefined) return undefined;
  const isShown = isServed(examination, exchange) || isRevealing(examination, exchange);
  if (!isShown && !(served && isRepeating(exchange, served))) return exchange;
  throw new Violation('that nothing is served', summaryOf(exchange), exchange);
}
