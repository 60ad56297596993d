import { expect, test } from '@jest/globals';
import { isSameText, isWholeOver } from './same-value';

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

test.each([
  ['PT2H', 'PT120M', true],
  ['P1W', 'P7D', true],
  ['P1Y', 'P12M', true],
  ['P1DT1H', 'PT25H', true],
  ['P1M', 'P30D', false],
  ['PT1M', 'P1M', false],
  ['PT1.5S', 'PT2S', false],
  ['soon', 'later', false],
])('the durations %s and %s are one: %j', (a, b, isOne) => {
  expect(isSameText('duration', a, b)).toBe(isOne);
});

test.each([
  [{ a: 1 }, { a: 2 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: { b: 1 } }, { a: { c: 1 } }, false],
  [{ a: [1] }, { a: [] }, true],
  [{ a: 1 }, null, true],
  ['text', { a: 1 }, true],
])('%j comes to the same over %j, merged or not: %j', (value, there, isWhole) => {
  expect(isWholeOver(value, there)).toBe(isWhole);
});
