import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../spec';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

const NAME = { type: 'string' };

function held(field: JsonObject, values: Json[], more: Partial<Shed> = {}): Shed {
  const tools = values.map((value, index) => ({ name: `tool ${index}`, field: value }));
  return { fields: { name: NAME, field }, tools, isStrict: true, ...more };
}

describe('no alarm is raised about a list', () => {
  test.each<[string, JsonObject, Json[]]>([
    [
      'in the order of amounts in texts',
      { type: 'string', pattern: '^[0-9]+[.][0-9]{2}$' },
      ['7.50', '14.50', '120.00'],
    ],
    [
      'in the order in which words are listed',
      { type: 'string', enum: ['low', 'medium', 'high'] },
      ['low', 'medium', 'high'],
    ],
    ['in the order of versions', NAME, ['1.9.0', '1.10.0', '2.0.0']],
  ])('%s', async (_name, field, values) => {
    const examined = await examineShed(held(field, values, { isListed: true, orderedBy: 'field' }), 'order');
    expect(alarmsIn(examined)).toEqual([]);
  });
});

describe('no alarm is raised where no two entries may have the same', () => {
  test.each<[string, JsonObject, Json[]]>([
    ['text that has a greatest length', { type: 'string', maxLength: 80 }, ['one', 'two', 'three']],
    ['address', { type: 'string', format: 'email' }, ['a@b.example', 'b@b.example', 'c@b.example']],
    ['link', { type: 'string', format: 'uri' }, ['https://a.example/', 'https://b.example/', 'https://c.example/']],
    ['number of an article', { type: 'string', pattern: '^[A-Z]{3}-[0-9]{3}$' }, ['AAA-001', 'BBB-002', 'CCC-003']],
  ])('%s', async (_name, field, values) => {
    const examined = await examineShed(held(field, values, { unique: 'field' }));
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.outcomes.filter(({ verdict }) => verdict === 'not exercised')).toEqual([]);
  });
});

describe('no alarm is raised where values have to be known ones', () => {
  test.each<[string, JsonObject, Json]>([
    ['in a list of numbers', { type: 'array', items: { type: 'integer' } }, [3, 5]],
    ['in a list of words', { type: 'array', items: NAME }, ['wood', 'iron']],
    ['in an object', { type: 'object', properties: { hall: NAME } }, { hall: 'north' }],
  ])('%s', async (_name, field, value) => {
    const takes = (patch: JsonObject) =>
      patch.field === undefined || JSON.stringify(patch.field) === JSON.stringify(value);
    expect(alarmsIn(await examineShed(held(field, [value, value], { ways: { takes } })))).toEqual([]);
  });
});

test('No alarm is raised where a list without items is left out', async () => {
  const show = ({ field, ...tool }: JsonObject) =>
    Array.isArray(field) && field.length === 0 ? tool : { ...tool, ...(field !== undefined && { field }) };
  const field = { type: 'array', items: NAME };
  expect(alarmsIn(await examineShed(held(field, [['a'], ['b']], { ways: { show } })))).toEqual([]);
  const { outcomes } = await examineShed(held(field, [['a'], ['b']], { ways: { show }, required: ['field'] }));
  expect(outcomes.map(({ verdict }) => verdict)).toContain('violated');
});

describe('the answer to an update that is documented as something else than the entry', () => {
  const RECEIPT = {
    type: 'object',
    required: ['id', 'ok'],
    properties: { id: { type: 'integer' }, ok: { type: 'boolean' } },
  };
  const receiving = (ok: Json) =>
    held(NAME, ['a', 'b'], { receipt: RECEIPT, ways: { receive: ({ id = 0 }) => ({ id, ok }) } });

  test('need not show the entry', async () => {
    const examined = await examineShed(receiving(true));
    expect(alarmsIn(examined)).toEqual([]);
  });

  test('has to be that', async () => {
    const { outcomes } = await examineShed(receiving('yes'), 'fields-conform');
    expect(outcomes.map(({ operation, verdict }) => [operation, verdict])).toContainEqual(['changeTool', 'violated']);
  });
});
