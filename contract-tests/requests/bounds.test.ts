import { expect, test } from '@jest/globals';
import type { Json } from '../../spec';
import type { Examination } from '../examination';
import { listService } from '../test-support/list-service';
import { type Bound, boundsWithin } from './bounds';

const BOUND = { field: 'at' } as Bound; // all that is asked of it here
const parameter = { name: 'since', in: 'query', schema: { type: 'string' } };
const items = { type: 'object', properties: { at: {} } };
const service = listService({ meaning: { from: { parameter: 'since', field: 'at' } }, parameters: [parameter], items });
const LIST = { operation: service.operations[0], document: service.openapi } as Examination; // all that is asked of it here

test.each<[string, Json[], Json[]]>([
  ['numbers', [3, 5], [3, 5]],
  ['words', ['a', 'b'], ['a', 'b']],
  ['amounts of money', ['7.50', '14.50', '28.50'], []],
  ['amounts of as many digits', ['14.50', '28.50'], ['14.50', '28.50']],
  [
    'date-times',
    ['2027-03-01T10:00:00Z', '2027-03-01T12:00:00+02:00'],
    ['2027-03-01T10:00:01Z', '2027-03-01T10:00:00Z', '2027-03-01T12:00:00+02:00'],
  ],
  ['dates', ['2027-03-01', '2027-03-03'], ['2027-03-01', '2027-03-02', '2027-03-03']],
])('bounds are tried between entries as far as %s have something there', (_kind, values, bounds) => {
  const entries = values.map((at) => ({ at }));
  expect(boundsWithin(LIST, { pages: [], entries, complete: true }, BOUND)).toEqual(bounds);
});
