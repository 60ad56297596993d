import { memberOf, type Service } from '../../spec';
import type { Exchange } from '../exchange';
import type { InputFault } from '../refusal';
import { spellingFaults } from './spelling';

/** What is wrong with how numbers in headers and cookies are written. Objects in them are not looked into. */
export function headerFaults(service: Service, { operation, headers, cookies }: Exchange): InputFault[] {
  return operation.parameters.flatMap((parameter) => {
    const { in: place, name, types } = parameter;
    const sent =
      place === 'header' ? headers?.[name.toLowerCase()] : place === 'cookie' ? memberOf(cookies, name) : undefined;
    return sent === undefined || types.includes('object') ? [] : spellingFaults(service, parameter, sent);
  });
}
