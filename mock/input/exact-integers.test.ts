import { expect, test } from '@jest/globals';
import { inexactInteger } from './exact-integers';

test.each<[string, string | undefined]>([
  ['{"n":12345678901234567890}', '12345678901234567890'],
  ['[1,-9007199254740993]', '-9007199254740993'],
  ['[9007199254740992,9007199254740994]', undefined],
  ['{"n":"12345678901234567890","\\"12345678901234567890":1}', undefined],
  ['{"n":1234567890.1234567890123}', undefined],
  ['{"n":12345678901234567890e0}', undefined],
  ['{"n":1}', undefined],
])('of %s the first integer that is read as another is %s', (text, integer) => {
  expect(inexactInteger(text)).toBe(integer);
});

test('a string that nobody ends is read once, whatever is in it', () => {
  const before = process.cpuUsage();
  expect(inexactInteger(`1234567890123456 "${'\\"'.repeat(400_000)}`)).toBeUndefined();
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000); // microseconds; minutes, where each quote is looked from
});
