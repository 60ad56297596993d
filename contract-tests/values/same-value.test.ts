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

test.each([
  ['lines that end in two characters', 'One.\r\nTwo.', 'One.\nTwo.'],
  ['a line separator', 'One.\u2028Two.', 'One.\nTwo.'],
  ['spaces that do not break', '10\u202fh at\u00a0night', '10 h at night'],
  ['a soft hyphen', 'co\u00adoperate', 'cooperate'],
])('a text shows the same with %s', (_which, a, b) => {
  expect(isSameText(undefined, a, b)).toBe(true);
});

test.each([
  ['a line end', 'One.\nTwo.', 'One. Two.'],
  ['a second space', 'One.  Two.', 'One. Two.'],
  ['a letter', 'One.', 'one.'],
])('a text does not show the same without %s', (_which, a, b) => {
  expect(isSameText(undefined, a, b)).toBe(false);
});
