import type { Service, Source } from '../spec';
import { Examination } from './examination';
import { curlOf, type Exchange, summaryOf } from './exchange';
import { type ExchangeText, exchangeText } from './exchange-text';
import { NoAnswer, NotExercised, NotRestored, Violation } from './findings';
import type { SchemaOracle } from './oracle';
import type { Check } from './plan';
import type { Target } from './target';

/** `accepted` is a violation or a warning that a deviation accepts; no check gives it by itself. */
export type Verdict = 'passed' | 'violated' | 'accepted' | 'warned' | 'recorded' | 'not exercised';

/** What came out of one check, without the credential. */
export interface Outcome {
  operation: string;
  rule: string;
  source: Source;
  statement: string;
  documentation: string;
  verdict: Verdict;
  /** Why nothing could be checked. */
  reason?: string;
  /** What was found; of a recorded statement also where it was as expected. */
  finding?: Finding;
  /** What remains changed on the target. */
  notRestored?: string;
  notes?: string[];
  /** It failed, and passed when it was made once more. */
  flaky?: boolean;
  /** Requests that were sent again, after a fault of the transport or because the target was too busy. */
  retries?: Retry[];
}

export interface Retry {
  method: string;
  path: string;
  why: string;
  /** Before it was sent again, in milliseconds. */
  waited: number;
}

export interface Finding {
  expected: string;
  observed: string;
  /** The command that shows it again. */
  curl?: string;
  answer?: string;
  exchange?: ExchangeText;
}

export interface ExamineOptions {
  service: Service;
  target: Target;
  oracle: SchemaOracle;
  /** Whether what is only expected has to hold as well. */
  strict: boolean;
}

/**
 * Makes one check and judges it by the source of its statement: documented and observed statements gate, expected ones
 * warn unless the run is strict, assumed and learned ones are recorded. A defect of a rule itself is thrown.
 */
export async function examine(check: Check, { service, target, oracle, strict }: ExamineOptions): Promise<Outcome> {
  const examination = new Examination(service, check.operation, target, oracle);
  let thrown: unknown;
  try {
    await check.rule.check(examination);
  } catch (error) {
    thrown = error;
  }
  const notRestored = thrown instanceof NotRestored ? thrown.message : undefined;
  const found = thrown instanceof NotRestored ? thrown.cause : thrown;
  const judged = judge(found, check.source, strict, examination);
  const outcome: Outcome = {
    operation: check.operation.id,
    rule: check.rule.id,
    source: check.source,
    statement: check.statement,
    documentation: check.documentation,
    ...judged,
    ...(notRestored !== undefined && { notRestored, verdict: 'violated' }),
    ...(examination.notes.length > 0 && { notes: examination.notes }),
  };
  return redacted(outcome, target);
}

type Judgement = Pick<Outcome, 'verdict' | 'reason' | 'finding'>;

function judge(found: unknown, source: Source, strict: boolean, { recorded }: Examination): Judgement {
  if (found instanceof NotExercised) return { verdict: 'not exercised', reason: found.message };
  const isRecorded = source === 'assumed' || source === 'learned';
  if (found === undefined) {
    return isRecorded && recorded ? { verdict: 'recorded', finding: findingOf(recorded) } : { verdict: 'passed' };
  }
  if (!(found instanceof Violation || found instanceof NoAnswer)) throw found;
  const finding = findingOf(
    found instanceof Violation ? found : { expected: 'an answer', observed: found.message, exchange: undefined },
  );
  if (isRecorded) return { verdict: 'recorded', finding };
  return { verdict: source === 'expected' && !strict ? 'warned' : 'violated', finding };
}

function findingOf({
  expected,
  observed,
  exchange,
}: Pick<Violation, 'expected' | 'observed'> & { exchange?: Exchange | undefined }): Finding {
  return {
    expected,
    observed,
    ...(exchange && { curl: curlOf(exchange), answer: summaryOf(exchange), exchange: exchangeText(exchange) }),
  };
}

/** The credential leaves the harness in no outcome, even where the target has sent it back. */
function redacted(outcome: Outcome, target: Target): Outcome {
  const clean = <T>(value: T): T => {
    if (typeof value === 'string') return target.redact(value) as T; // a string stays one
    if (Array.isArray(value)) return value.map(clean) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clean(member)])) as T;
  };
  return {
    ...outcome,
    ...(outcome.reason !== undefined && { reason: clean(outcome.reason) }),
    ...(outcome.finding && { finding: clean(outcome.finding) }),
    ...(outcome.notRestored !== undefined && { notRestored: clean(outcome.notRestored) }),
    ...(outcome.notes && { notes: clean(outcome.notes) }),
  };
}
