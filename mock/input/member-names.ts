import { membersOf, type Parameter } from '../../spec';
import { isDeepObject } from './deep-objects';

/** A member of a parameter as it is sent, `filter[color]`; empty for what is no member of an object. */
export function memberName(parameter: Parameter, pointer: string): string {
  const members = membersOf(pointer);
  const [first = ''] = members;
  if (members.length === 0 || (!parameter.types.includes('object') && /^\d+$/.test(first))) return '';
  return isDeepObject(parameter) ? `${parameter.name}[${members.join('][')}]` : members.join('.');
}

/** Where in a parameter something is, for a message about the whole of it. */
export function inMember(parameter: Parameter, pointer: string): string {
  const name = memberName(parameter, pointer);
  return name === '' ? '' : ` in ${name}`;
}
