import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../spec';
import { Examination } from '../examination';
import { targetThatAnswers } from '../test-support/sample-target';
import { serviceOf } from '../test-support/tool-shed';
import { SchemaOracle } from '../values/oracle';
import { comparison, isSameList } from './lists';

const OWN = { type: 'string', readOnly: true };

/** Whether a list that shows one tool is one that shows another, of tools with these fields in order of when they were made. */
function isSameTool(properties: JsonObject, one: JsonObject, other: JsonObject): boolean {
  const schema = { type: 'array', items: { type: 'object', properties } };
  const service = serviceOf({
    openapi: '3.1.0',
    info: { title: 'Shed', version: '1' },
    paths: {
      '/tools': {
        get: {
          operationId: 'listTools',
          'x-docent': { action: 'list', resource: 'tools', order: { by: 'made' } },
          responses: { 200: { description: 'Tools.', content: { 'application/json': { schema } } } },
        },
      },
      '/tools/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'readTool',
          'x-docent': { action: 'read', resource: 'tools', key: 'id' },
          responses: {
            200: { description: 'A tool.', content: { 'application/json': { schema: schema.items } } },
          },
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
  const lies = comparison({}, schema, a, b);
  expect(lies === undefined ? 'uncertain' : lies < 0 ? 'before' : 'after').toBe(expected);
});
