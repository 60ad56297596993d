import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { Examination } from '../examination';
import { listService } from '../test-support/list-service';
import { targetThatAnswers } from '../test-support/sample-target';

import { SchemaOracle } from '../values/oracle';
import { allowedSizes, comparison, isSameList, largestSize, sizeUpTo } from './lists';

const OWN = { type: 'string', readOnly: true };

/** Whether a list that shows one tool is one that shows another, of tools with these fields in order of when they were made. */
function isSameTool(properties: JsonObject, one: JsonObject, other: JsonObject): boolean {
  const items = { type: 'object', properties };
  const content = { 'application/json': { schema: items } };
  const service = listService({
    meaning: { order: { by: 'made' } },
    items,
    paths: {
      '/tools/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'readTool',
          'x-docent': { action: 'read', resource: 'tools', key: 'id' },
          responses: { 200: { description: 'A tool.', content } },
        },
      },
    },
  });
  const [list] = service.operations;
  if (list === undefined) throw new Error('the document has no operation');
  const examination = new Examination(service, list, targetThatAnswers([]), SchemaOracle.of(service));
  return isSameList(examination, [one], [other]);
}

const TOOL = { id: '1', made: '2027', name: 'saw', asked: 'once' };
const FIELDS = { id: OWN, made: OWN, name: { type: 'string' }, asked: OWN };

test('what is only read may be another each time', () => {
  expect(isSameTool(FIELDS, TOOL, { ...TOOL, asked: 'twice' })).toBe(true);
});

test.each(['id', 'made', 'name'])('a list with another %s is another list', (field) => {
  expect(isSameTool(FIELDS, TOOL, { ...TOOL, [field]: 'other' })).toBe(false);
});

test('where everything is only read, everything tells a list from another', () => {
  expect(isSameTool({ ...FIELDS, name: OWN }, TOOL, { ...TOOL, asked: 'twice' })).toBe(false);
});

test.each<[string | undefined, string, string, 'before' | 'after' | 'uncertain']>([
  ['date', '2027-02-28', '2027-03-01', 'before'],
  ['date-time', '2027-03-01T10:00:00+02:00', '2027-03-01T09:00:00Z', 'before'],
  ['time', '07:00:00+02:00', '08:00:00Z', 'before'],
  ['time', '09:00:00+02:00', '08:00:00Z', 'uncertain'],
  ['time', '00:30:00+01:00', '08:00:00Z', 'uncertain'],
  ['time', '10:00:00', '09:00:00', 'after'],
  ['time', '10:00:00', '09:00:00Z', 'uncertain'],
  ['email', 'Bert@example.com', 'anna@example.com', 'uncertain'],
  ['email', 'anna@example.com', 'bert@example.com', 'before'],
  [undefined, 'Zebra', 'ape', 'uncertain'],
])('of the format %s, %s lies to %s: %s', (format, a, b, expected) => {
  const schema = { pointer: '', value: { type: 'string', ...(format && { format }) } };
  const lies = comparison({}, [schema], a, b);
  expect(lies === undefined ? 'uncertain' : lies < 0 ? 'before' : 'after').toBe(expected);
});

/** The examination of a list whose page size has a schema of its own. */
function pagesOf(size: JsonObject): Examination {
  const parameters = ['page', 'size'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'integer', ...(name === 'size' && size) },
  }));
  const meaning = { page: { number: 'page', size: 'size' } };
  const service = listService({ meaning, parameters, items: { type: 'object' } });
  const [list] = service.operations;
  if (list === undefined) throw new Error('the document has no operation');
  return new Examination(service, list, targetThatAnswers([]), SchemaOracle.of(service));
}

test.each<[string, JsonObject, { largest: number; few: number[]; upTo7: number | undefined }]>([
  ['nothing', {}, { largest: 30, few: [1, 3, 5], upTo7: 7 }],
  ['a maximum', { maximum: 4 }, { largest: 4, few: [1, 3], upTo7: 4 }],
  ['a huge one', { maximum: 1_000_000_000 }, { largest: 1_000_000_000, few: [1, 3, 5], upTo7: 7 }],
  ['a minimum', { minimum: 40 }, { largest: 40, few: [], upTo7: undefined }],
  ['exclusive bounds', { exclusiveMinimum: 1, exclusiveMaximum: 5 }, { largest: 4, few: [3], upTo7: 4 }],
  ['multiples', { multipleOf: 2, maximum: 9 }, { largest: 8, few: [], upTo7: 6 }],
  ['some sizes', { enum: [2, 5, 10] }, { largest: 10, few: [5], upTo7: 5 }],
  ['some large ones', { enum: [50, 100] }, { largest: 100, few: [], upTo7: undefined }],
])('where %s is documented of the page size, no other is asked for', (_what, size, { largest, few, upTo7 }) => {
  const list = pagesOf(size);
  expect(largestSize(list)).toBe(largest);
  expect(allowedSizes(list, [1, 3, 5])).toEqual(few);
  expect(sizeUpTo(list, 7)).toBe(upTo7);
});
