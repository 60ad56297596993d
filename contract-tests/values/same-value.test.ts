import { expect, test } from '@jest/globals';
import { isSameText } from './same-value';

test.each([
  ['10:30:00Z', '10:30:00+00:00'],
  ['10:30:00Z', '10:30:00.000Z'],
  ['10:30:00Z', '12:30:00+02:00'],
  ['23:30:00Z', '00:30:00+01:00'],
  ['10:30', '10:30:00'],
])('%s is the time of day %s', (a, b) => {
  expect(isSameText('time', a, b)).toBe(true);
});

test.each([
  ['10:30:00Z', '10:31:00Z'],
  ['10:30:00Z', '10:30:00+01:00'],
  ['10:30:00Z', '10:30:00'],
  ['half past ten', 'noon'],
])('%s is not the time of day %s', (a, b) => {
  expect(isSameText('time', a, b)).toBe(false);
});
