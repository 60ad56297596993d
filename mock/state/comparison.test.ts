import { expect, test } from '@jest/globals';
import { compare } from './comparison';

test.each([
  ['by their instants', ['2027-03-01T12:00:00+03:00', '2027-03-01T10:00:00Z', '2027-02-28T23:30:00-11:00']],
  [
    'with a leap second',
    ['2016-12-31T23:59:59.9Z', '2016-12-31T23:59:60Z', '2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00Z'],
  ],
  ['below a millisecond', ['2027-03-01T00:00:00.9991Z', '2027-03-01T00:00:00.99911Z', '2027-03-01T00:00:00.9999Z']],
  ['in small letters or with a space', ['2027-03-01t00:00:00z', '2027-03-01 00:00:01Z', '2027-03-01T00:00:02Z']],
  [
    'beside dates',
    ['2027-03-01T01:00:00+03:00', '2027-03-01', '2027-03-01T00:00:01Z', '2027-03-02T02:00:00+03:00', '2027-03-02'],
  ],
])('Date-times stand in order %s', (_how, texts) => {
  for (const [index, text] of texts.entries()) {
    expect(compare(text, text)).toBe(0);
    for (const later of texts.slice(index + 1)) {
      expect(compare(text, later)).toBeLessThan(0);
      expect(compare(later, text)).toBeGreaterThan(0);
    }
  }
});

test.each([
  ['2027-03-01T00:00:00.50Z', '2027-03-01T00:00:00.5+00:00'],
  ['2027-03-01T03:00:00+03:00', '2027-03-01'],
])('%s and %s are the same instant', (one, other) => {
  expect([compare(one, other), compare(other, one)]).toEqual([0, 0]);
});
