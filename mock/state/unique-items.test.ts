import { expect, test } from '@jest/globals';
import { twinsIn } from './unique-items';

test.each<[unknown[], [number, number] | undefined]>([
  [[], undefined],
  [[1, '1', true, 'true', null, 'null', [], {}, ''], undefined],
  [
    [1, 2, 1],
    [0, 2],
  ],
  [
    [0, -0],
    [0, 1],
  ],
  [
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [0, 1],
  ],
  [
    [
      { a: 1, b: [2] },
      { b: ['2'], a: 1 },
    ],
    undefined,
  ],
  [[{ a: undefined }, { constructor: 1 }, { 'a":1,"b': 1 }, { a: 1, b: 1 }], undefined],
  [[[1, 2], [[1, 2]], [2, 1], ['1,2']], undefined],
  [[Infinity, null, JSON.parse('{"__proto__":1}'), {}], undefined],
])('of %j those at %j are equal', (items, expected) => {
  expect(twinsIn(items)).toEqual(expected);
});
