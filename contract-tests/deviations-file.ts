import { ConfigurationError, type Fault, isObject, type JsonObject, readYaml, type Service } from '../spec';
import type { Deviation } from './deviations';
import { type Check, planChecks } from './plan';

/** The members of a deviation, and what a reader is told where one is missing. */
const MEMBERS = {
  rule: 'the id of a rule',
  operation: 'the operationId',
  target: 'a URL, a host, or mock',
  reason: 'why it is accepted',
  owner: 'who answers for it',
  expires: 'the last day on which it is accepted, as YYYY-MM-DD',
} as const;

const KNOWN = [...Object.keys(MEMBERS), 'observed'];

/**
 * Reads the accepted deviations of a service from a YAML file, `deviations:` and a list.
 * @throws {ConfigurationError} with every fault, its file and its line
 */
export function readDeviations(file: string, service: Service): Deviation[] {
  const { value, positions } = readYaml(file);
  const checks = planChecks(service);
  const faults: Fault[] = [];
  const list = isObject(value) ? value.deviations : undefined;
  if (!isObject(value) || !Array.isArray(list)) {
    const message = 'It has no list of deviations. Write "deviations:" and below it a list, empty as "deviations: []".';
    throw new ConfigurationError(`read ${file}`, [{ place: `${file}:1`, message }]);
  }
  const strangers = Object.keys(value).filter((name) => name !== 'deviations');
  for (const name of strangers) {
    const message = `"${name}" is no member of the file. Its one member is deviations.`;
    faults.push({ place: positions.placeOf(value, `/${name}`), message });
  }
  const read = list.map((entry, index): Deviation => {
    const placeOf = (member: string) => positions.placeOf(value, `/deviations/${index}${member && `/${member}`}`);
    const report = (message: string, member = '') => faults.push({ place: placeOf(member), message });
    if (isObject(entry)) checkEntry(entry, checks, report);
    else report(`A deviation is an object with ${KNOWN.join(', ')}.`);
    return { ...(entry as unknown as Deviation), place: placeOf('') }; // as checked, or the faults are thrown
  });
  if (faults.length > 0) throw new ConfigurationError(`read ${file}`, faults);
  return read;
}

type Report = (message: string, member?: string) => void;

function checkEntry(entry: JsonObject, checks: Check[], report: Report): void {
  for (const [member, meaning] of Object.entries(MEMBERS)) {
    if (!(member in entry)) report(`"${member}" is missing: ${meaning}.`);
    else if (typeof entry[member] !== 'string' || entry[member].trim() === '') {
      report(`"${member}" is ${JSON.stringify(entry[member])}. It is a text: ${meaning}.`, member);
    }
  }
  if ('observed' in entry && typeof entry.observed !== 'string') {
    report('"observed" is a text that the observation contains.', 'observed');
  }
  for (const member of Object.keys(entry).filter((name) => !KNOWN.includes(name))) {
    report(`"${member}" is no member of a deviation. Known are ${KNOWN.join(', ')}.`, member);
  }
  if (typeof entry.expires === 'string' && !isDate(entry.expires)) {
    report(`"${entry.expires}" is no date. Write it as YYYY-MM-DD.`, 'expires');
  }
  checkSubject(entry, checks, report);
}

/** What it names has to be a check that can fail. */
function checkSubject({ rule, operation }: JsonObject, checks: Check[], report: Report): void {
  if (typeof rule !== 'string' || typeof operation !== 'string') return;
  const rules = [...new Set(checks.map((check) => check.rule.id))];
  const operations = [...new Set(checks.map((check) => check.operation.id))];
  if (!rules.includes(rule)) report(`"${rule}" is no rule. Known are ${rules.join(', ')}.`, 'rule');
  if (!operations.includes(operation)) {
    report(`"${operation}" is no operation. Known are ${operations.join(', ')}.`, 'operation');
  }
  if (!rules.includes(rule) || !operations.includes(operation)) return;
  const check = checks.find((each) => each.rule.id === rule && each.operation.id === operation);
  if (check === undefined) report(`The rule "${rule}" does not apply to ${operation}.`, 'rule');
  else if (check.source === 'assumed' || check.source === 'learned') {
    report(
      `"${rule}" of ${operation} is ${check.source}: it is recorded and never fails. Remove the deviation.`,
      'rule',
    );
  }
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
