import { expect, test } from '@jest/globals';
import { variableFor } from './identifiers';

test.each([
  ['eventId', 'EVENT_ID'],
  ['id', 'ID'],
  ['ship-code', 'SHIP_CODE'],
  ['harbourID', 'HARBOUR_ID'],
])('the variable of the parameter %s is %s', (parameter, variable) => {
  expect(variableFor(parameter)).toBe(variable);
});
