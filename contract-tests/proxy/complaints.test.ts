import { expect, test } from '@jest/globals';
import { readComplaints } from './complaints';

const PRICE = {
  location: ['response', 'body', 'price'],
  severity: 'Error',
  code: 'type',
  message: 'Response body property price must be number',
};
const VIOLATION = { kind: 'violation', message: PRICE.message };

test.each([
  ['no header', undefined, []],
  ['an error', JSON.stringify([PRICE]), [VIOLATION]],
  [
    'a warning',
    '[{"location":["request"],"severity":"Warning","message":"Selected route not found"}]',
    [{ kind: 'note', message: 'the document has no such path or method, so nothing was checked' }],
  ],
  [
    'a header that was cut off',
    `Too many violations! ${JSON.stringify([PRICE, PRICE, PRICE]).slice(0, -30)}`,
    [VIOLATION, VIOLATION],
  ],
])('reads %s', (_what, header, complaints) => {
  expect(readComplaints(header)).toEqual(complaints);
});

test('refuses what it cannot read, rather than to see no violation in it', () => {
  expect(() => readComplaints('none')).toThrow(SyntaxError);
});
