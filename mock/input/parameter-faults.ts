import {
  type Condition,
  type JsonObject,
  memberOf,
  membersOf,
  type Parameter,
  pointerTo,
  possibleFieldsOf,
  type Service,
  valueAt,
} from '../../spec';
import type { Exchange } from '../exchange';
import type { InputError, InputFault } from '../refusal';
import { shown } from '../state/conformance';
import { schemasWithin } from './field-conditions';
import { type Finding, sentence, UNKNOWN } from './finding';
import { inMember, memberName } from './member-names';
import { validatorName } from './validator-document';

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/** What a finding in a parameter is as a fault of the request: it names the parameter, and says where in it something is. */
export function parameterFault(
  place: InputError['in'],
  finding: Finding,
  { openapi }: Service,
  exchange: Exchange,
): InputFault {
  const { rule, within } = finding;
  const [found = ''] = membersOf(within);
  const parameter = exchange.operation.parameters.find((each) => each.in === place && isNamed(each, found));
  const name = parameter?.name ?? found;
  const sent = memberOf(sentIn(place, exchange), place === 'header' ? found : name);
  const below = within.slice(pointerTo('', found).length);
  const message = parameter
    ? messageOf(openapi, parameter, { ...finding, within: below }, sent)
    : sentence(finding, sent === undefined ? undefined : shown(sent), undefined);
  return { condition: parameterCondition(place, rule), error: { in: place, name, rule, message } };
}

/** Whether a parameter is what the validator calls so. */
function isNamed({ in: place, name }: Parameter, found: string): boolean {
  if (place === 'header') return name.toLowerCase() === found.toLowerCase();
  return (place === 'cookie' ? name : validatorName(name)) === found;
}

/** @param sent the parameter as a whole */
function messageOf(openapi: JsonObject, parameter: Parameter, finding: Finding, sent: unknown): string {
  const { rule, within } = finding;
  const member = memberName(parameter, within);
  if (member !== '' && rule === 'required') return `needs ${member}, but it is missing`;
  if (member !== '' && UNKNOWN.includes(rule)) {
    const holders = schemasWithin(openapi, parameter.schema, within.slice(0, within.lastIndexOf('/')));
    const known = new Set(holders.flatMap((each) => [...possibleFieldsOf(openapi, each)]));
    return `must not have ${member}; known are ${[...known].join(', ') || 'none'}`;
  }
  const value = valueAt(sent, within) ?? (member === '' ? sent : undefined);
  const [schema, ...others] = schemasWithin(openapi, parameter.schema, within);
  const only = others.length === 0 ? schema?.value : undefined;
  return sentence(finding, value === undefined ? undefined : shown(value), only, inMember(parameter, within));
}

function sentIn(place: InputError['in'], { query, headers, cookies, path }: Exchange): unknown {
  if (place === 'query') return query;
  if (place === 'path') return Object.fromEntries(path);
  return place === 'header' ? headers : cookies;
}

function parameterCondition(place: InputError['in'], rule: string): Condition {
  if (place === 'path') return 'malformed-identifier';
  return BOUNDS.includes(rule) ? 'query-out-of-range' : 'invalid-query';
}
