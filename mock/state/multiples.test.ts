import { expect, test } from '@jest/globals';
import { isMultiple } from './multiples';

test.each([
  [0.07, 0.01, true],
  [19.99, 0.01, true],
  [0.3, 0.1, true],
  [-0.3, 0.1, true],
  [0, 0.01, true],
  [1e15, 0.1, true],
  [1e25, 1, true],
  [1e300, 0.01, true],
  [1e-7, 1e-8, true],
  [1.5, 0.5, true],
  [0.075, 0.01, false],
  [0.0700000001, 0.01, false],
  [5e-324, 0.01, false],
  [7, 2, false],
  [1e25, 7, false],
])('that %d is a multiple of %d is %s', (value, step, expected) => {
  expect(isMultiple(value, step)).toBe(expected);
});
