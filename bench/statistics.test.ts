import { describe, expect, test } from '@jest/globals';
import { median, percentile } from './statistics';

describe('The median', () => {
  test.each([
    ['of one number is itself', [7], 7],
    ['of an odd count is the one in the middle, by size', [10, 9, 100], 10],
    ['of an even count lies between the two in the middle', [4, 1, 3, 2], 2.5],
  ])('%s', (_name, values, expected) => {
    expect(median(values)).toBe(expected);
  });

  test('of no numbers is refused', () => {
    expect(() => median([])).toThrow('No numbers have no median.');
  });

  test('leaves the numbers in their order', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('A percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test.each([
    ['the 99th of 1 to 100', hundred, 0.99, 99],
    ['the 100th is the largest', hundred, 1, 100],
    ['of few numbers it is one of them', [5, 1], 0.99, 5],
    ['numbers are sorted by size, not as text', [9, 10, 8], 0.5, 9],
  ])('%s', (_name, values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });

  test('of no numbers is refused', () => {
    expect(() => percentile([], 0.99)).toThrow('No numbers have no percentile.');
  });
});
