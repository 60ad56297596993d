import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { List } from '../../spec';
import { Collection } from './collection';
import { compare } from './comparison';
import type { Entry, Kind } from './kind';

const ANY_KIND = {} as Kind; // nothing here asks for it

const dates = fc.constantFrom('2027-03-01', '2027-03-02', '2027-03-09', '2028-01-01');
const instants = fc.constantFrom(
  '2027-03-01T10:00:00Z',
  '2027-03-01T12:00:00+03:00',
  '2027-03-01T23:30:00-05:00',
  '2027-03-01T23:59:60Z',
  '2027-03-01T23:59:59.9Z',
  '2027-13-01T00:00:00Z',
);
const values = [
  dates,
  instants,
  fc.integer({ min: -20, max: 20 }),
  fc.oneof(dates, instants, fc.integer(), fc.boolean()),
];
const orders: List['order'][] = [
  undefined,
  { by: 'day', direction: 'ascending', unique: false, source: 'documented' },
  { by: 'day', direction: 'descending', unique: false, source: 'documented' },
  { by: 'other', direction: 'ascending', unique: false, source: 'documented' },
];

test('what is from a bound on is the same as if every entry were looked at, in whichever order they stand', () => {
  const given = fc.constantFrom(...values).chain((value) =>
    fc.record({
      order: fc.constantFrom(...orders),
      bound: fc.oneof(value, ...values),
      entries: fc.array(
        fc.record(
          { day: fc.oneof({ weight: 5, arbitrary: value }, fc.constant(null)), other: fc.nat(9) },
          { requiredKeys: ['other'] },
        ),
        { maxLength: 12 },
      ),
    }),
  );
  fc.assert(
    fc.property(given, ({ order, bound, entries }) => {
      const collection = new Collection(ANY_KIND, entries as Entry[]);
      const isFrom = ({ day }: Entry) => day !== undefined && day !== null && compare(day, bound) >= 0;
      expect(collection.from(order, 'day', bound)).toEqual(collection.inOrder(order).filter(isFrom));
    }),
    { numRuns: 2000, seed: 20_270_301 },
  );
});
