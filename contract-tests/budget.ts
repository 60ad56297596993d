import { fieldsOf, type Service } from '../spec';
import { MOST_DISTURBANCES } from './examine';
import type { Check } from './plan';
import { SHRINKING_TRIALS } from './requests/chance';

/** What a run is asked for, as far as it decides how many requests it makes. */
interface Planned {
  runs: number;
  mayWrite: boolean;
}

// Bounds, a good half more than was ever counted; a check that wants more has its own in its rule.
const LIST = 120;
const READ = 60;
const PROVOCATION = 20;
const UPDATE = 60;
const UPDATE_PER_FIELD = 24;
/** What is read before a write is found not to be allowed. */
const LOOK = 10;

/** The most requests that a check makes, without those that are sent again. */
export function requestsOf(check: Check, { openapi }: Service, planned: Planned): number {
  const { operation, rule, source } = check;
  const isMerge = operation.meaning.action === 'merge';
  if (isMerge && !planned.mayWrite) return LOOK;
  if (rule.requests !== undefined) return rule.requests(operation, planned);
  if (source === 'assumed' || source === 'learned') return PROVOCATION;
  if (!isMerge) return operation.meaning.action === 'list' ? LIST : READ;
  const schema = operation.body?.json?.schema;
  return UPDATE + UPDATE_PER_FIELD * (schema === undefined ? 0 : fieldsOf(openapi, schema).size);
}

/**
 * The same of a check that fails: what fails at random is tried shorter, a check that was disturbed is made again, and every
 * failing check is made once more.
 */
export function requestsOfFailing(check: Check, service: Service, planned: Planned): number {
  return (2 + MOST_DISTURBANCES) * requestsOf(check, service, { ...planned, runs: planned.runs + SHRINKING_TRIALS });
}

/** The most requests of a whole run in which every check fails. */
export function requestBudget(checks: readonly Check[], service: Service, planned: Planned): number {
  return checks.reduce((sum, check) => sum + requestsOfFailing(check, service, planned), PREFLIGHT);
}

/** What is asked before the first check. */
const PREFLIGHT = 50;
