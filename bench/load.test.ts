import { describe, expect, test } from '@jest/globals';
import { problemOf, shareOf } from './load';

describe('The figures of a load', () => {
  test.each([
    ['are void where an answer was not 2xx', { '2xx': 900, non2xx: 1, errors: 0 }, '1 answers were not 2xx'],
    ['are void where an answer is missing', { '2xx': 900, non2xx: 0, errors: 2 }, '2 requests had no answer'],
    ['are void where nothing was answered', { '2xx': 0, non2xx: 0, errors: 0 }, 'nothing was answered'],
    ['stand where every answer was 2xx', { '2xx': 900, non2xx: 0, errors: 0 }, undefined],
  ])('%s', (_name, result, problem) => {
    expect(problemOf(result)).toBe(problem);
  });
});

describe('Of the requests', () => {
  test('every one is sent by one connection, where there are enough for all', () => {
    const requests = ['a', 'b', 'c', 'd', 'e'];
    expect([0, 1, 2].map((connection) => shareOf(requests, connection, 3))).toEqual([['a', 'd'], ['b', 'e'], ['c']]);
  });

  test('all are sent by every connection, where there are fewer', () => {
    expect(shareOf(['a', 'b'], 2, 3)).toEqual(['a', 'b']);
  });
});
