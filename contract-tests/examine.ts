import { setTimeout as sleep } from 'node:timers/promises';
import type { Service, Source } from '../spec';
import { Examination, USUAL_CHANCE } from './examination';
import { Busy, Ended, NoAnswer, NotExercised, NotRestored, Violation } from './findings';
import type { Check } from './plan';
import { AskedOnce } from './requests/asked-once';
import { ListVersions } from './requests/list-versions';
import { curlOf, type Exchange, summaryOf } from './target/exchange';
import { type ExchangeText, exchangeText } from './target/exchange-text';
import type { Retry } from './target/patience';
import type { Target } from './target/target';
import type { SchemaOracle } from './values/oracle';

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
  /** Nothing could be checked since the target said that it was too busy. */
  busy?: true;
  /** What was found; of a recorded statement also where it was as expected. */
  finding?: Finding;
  /** What remains changed on the target. */
  notRestored?: string;
  notes?: string[];
  /** It was violated, and held when it was checked once more. */
  flaky?: true;
  /** Requests that had to be sent again. */
  retries?: Retry[];
  /** How long the check took, other checks that were under way at the same time included. */
  seconds?: number;
}

/** What was found, as texts for a reader; the last three show the exchange, where one shows it. */
export interface Finding {
  expected: string;
  observed: string;
  /** The command that shows it again. */
  curl?: string;
  answer?: string;
  exchange?: ExchangeText;
}

/** What all checks of a run have in common; without `seed` and `runs`, `USUAL_CHANCE` holds. */
export interface ExamineOptions {
  service: Service;
  target: Target;
  oracle: SchemaOracle;
  /** Whether what is only expected has to hold as well. */
  strict: boolean;
  /** Where random trials begin; the same seed tries the same. */
  seed?: number | undefined;
  /** How many random sequences a check tries. */
  runs?: number | undefined;
  /** Waits so many milliseconds; by the clock unless given. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Makes one check and judges it by the source of its statement: documented and observed statements gate, expected ones
 * warn unless the run is strict, assumed and learned ones are recorded. What fails is checked once more, and is flaky if it then
 * holds; it has failed all the same. A defect of a rule itself is thrown.
 * @throws {Ended} where the run was over before the statement was judged
 */
export async function examine(check: Check, options: ExamineOptions): Promise<Outcome> {
  const began = performance.now();
  const outcome = await examineTwice(check, options);
  return { ...outcome, seconds: Math.round(performance.now() - began) / 1000 };
}

async function examineTwice(check: Check, options: ExamineOptions): Promise<Outcome> {
  const outcome = await examineUndisturbed(check, options);
  if (!isFailed(outcome) || outcome.notRestored !== undefined) return outcome;
  options.target.memory.of(AskedOnce).forget();
  const again = await examineOnce(check, options);
  const judged: Outcome = {
    ...outcome,
    ...(again.verdict === 'passed' && { flaky: true }),
    ...(again.notRestored !== undefined && { notRestored: again.notRestored, verdict: 'violated' }),
  };
  return withMore(judged, { notes: [], retries: again.retries ?? [] });
}

function isFailed({ finding, verdict }: Outcome): boolean {
  return finding !== undefined && (verdict === 'violated' || verdict === 'warned');
}

/** An outcome with what happened beside its check. */
function withMore(outcome: Outcome, { notes, retries }: Required<Pick<Outcome, 'notes' | 'retries'>>): Outcome {
  const [allNotes, allRetries] = [
    [...(outcome.notes ?? []), ...notes],
    [...retries, ...(outcome.retries ?? [])],
  ];
  return {
    ...outcome,
    ...(allNotes.length > 0 && { notes: allNotes }),
    ...(allRetries.length > 0 && { retries: allRetries }),
  };
}

/** How often a check is made again for what happened beside it. */
export const MOST_DISTURBANCES = 2;

/** What may happen while a check is made that it does not speak of. */
const DISTURBANCES = {
  closed: 'the target refused everything for a while, as after wrong credentials',
  changed: 'what is listed changed',
};

/** Makes a check, and again where it fails and was disturbed. */
async function examineUndisturbed(check: Check, options: ExamineOptions): Promise<Outcome> {
  const reading = examinationOf(check, options);
  const lists = options.target.memory.of(ListVersions);
  const isComparison = check.operation.meaning.action === 'list' && check.rule.comparesAnswers;
  const notes: string[] = [];
  for (;;) {
    const before = isComparison ? await lists.number(reading) : undefined;
    const began = performance.now();
    const outcome = await examineOnce(check, options);
    const disturbance = await disturbanceOf(outcome, before, reading);
    const isLast = notes.length === MOST_DISTURBANCES;
    const isOwnDoing =
      isLast && disturbance === 'changed' && !(await goesOnChanging(reading, performance.now() - began, options.pause));
    if (disturbance === undefined || isOwnDoing) return withMore(outcome, { notes, retries: reading.retries });
    if (isLast) return unexercised(outcome, `${DISTURBANCES[disturbance]}, each time that it was checked`);
    options.target.memory.of(AskedOnce).forget();
    notes.push(`It was checked again, since ${DISTURBANCES[disturbance]} while it was checked.`);
  }
}

/** How long a list is watched, in milliseconds. */
const WATCHED_AT_MOST = 5000;

/** Whether what is listed changes while nothing is asked: else it changes for what the check asks, which is no affair of others. */
async function goesOnChanging(
  reading: Examination,
  duration: number,
  pause: ExamineOptions['pause'] = sleep,
): Promise<boolean> {
  const lists = reading.target.memory.of(ListVersions);
  const before = await lists.number(reading);
  await pause(Math.min(duration, WATCHED_AT_MOST));
  return (await lists.numberNow(reading)) !== before;
}

/**
 * What happened beside a check that did not pass: one that was not exercised may have met a closed target as well.
 * @param before the number of what is listed, of a check that compares answers of a list
 */
async function disturbanceOf(
  outcome: Outcome,
  before: number | undefined,
  reading: Examination,
): Promise<keyof typeof DISTURBANCES | undefined> {
  const { memory, isRegained } = reading.target;
  if (!isFailed(outcome) && outcome.verdict !== 'not exercised') return undefined;
  if (await isRegained()) return 'closed';
  const isChanged =
    isFailed(outcome) && before !== undefined && (await memory.of(ListVersions).numberNow(reading)) !== before;
  return isChanged ? 'changed' : undefined;
}

/** An outcome of which nothing counts, save what remains changed. */
function unexercised({ finding: _finding, ...outcome }: Outcome, reason: string): Outcome {
  return outcome.notRestored === undefined ? { ...outcome, verdict: 'not exercised', reason } : outcome;
}

function examinationOf({ operation }: Check, { service, target, oracle, seed, runs }: ExamineOptions): Examination {
  const chance = { seed: seed ?? USUAL_CHANCE.seed, runs: runs ?? USUAL_CHANCE.runs };
  return new Examination(service, operation, target, oracle, chance);
}

async function examineOnce(check: Check, options: ExamineOptions): Promise<Outcome> {
  const examination = examinationOf(check, options);
  let thrown: unknown;
  try {
    await check.rule.check(examination);
  } catch (error) {
    thrown = error;
  }
  const { notRestored, found } = unwrapped(thrown);
  // What it left changed is told where the run ends, and is nothing that the check has found.
  if (found instanceof Ended) throw found;
  const judged = judge(found, check.source, examination, options);
  const outcome: Outcome = {
    operation: check.operation.id,
    rule: check.rule.id,
    source: check.source,
    statement: check.statement,
    documentation: check.documentation,
    ...(notRestored === undefined ? judged : unrestored(judged, notRestored)),
    ...(examination.notes.length > 0 && { notes: examination.notes }),
    ...(examination.retries.length > 0 && { retries: examination.retries }),
  };
  return redacted(outcome, options.target);
}

/** Of what was not put back, a finding is told that is one by itself; what was merely recorded is not what is wrong. */
function unrestored({ finding, verdict }: Judgement, notRestored: string): Judgement & Pick<Outcome, 'notRestored'> {
  const isFound = finding !== undefined && (verdict === 'violated' || verdict === 'warned');
  return { verdict: 'violated', notRestored, ...(isFound && { finding }) };
}

/** What the check itself found, and what could not be put back after it: of several entries, one inside the other. */
function unwrapped(thrown: unknown, messages: string[] = []): { notRestored: string | undefined; found: unknown } {
  if (thrown instanceof NotRestored) return unwrapped(thrown.cause, [...messages, thrown.message]);
  return { notRestored: messages.length > 0 ? messages.join('\n') : undefined, found: thrown };
}

type Judgement = Pick<Outcome, 'verdict' | 'reason' | 'busy' | 'finding'>;

function judge(
  found: unknown,
  source: Source,
  { recorded }: Examination,
  { strict }: Pick<ExamineOptions, 'strict'>,
): Judgement {
  if (found instanceof NotExercised || found instanceof Ended)
    return { verdict: 'not exercised', reason: found.message, ...(found instanceof Busy && { busy: true }) };
  const isRecorded = source === 'assumed' || source === 'learned';
  if (found === undefined) {
    return isRecorded && recorded ? { verdict: 'recorded', finding: findingOf(recorded) } : { verdict: 'passed' };
  }
  if (!(found instanceof Violation || found instanceof NoAnswer)) throw found;
  const finding = found instanceof Violation ? findingOf(found) : unansweredBy(found);
  if (isRecorded) return { verdict: 'recorded', finding };
  return { verdict: source === 'expected' && !strict ? 'warned' : 'violated', finding };
}

function unansweredBy({ message, asked }: NoAnswer): Finding {
  return { expected: 'an answer', observed: message, ...(asked && { curl: curlOf(asked) }) };
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
