import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../spec';
import { alarmsIn, type Examined, examineShed } from './test-support/tool-shed';

const NAME = { type: 'string' };

/** What comes of a field of which a shed takes some values alone. */
function examineField(field: JsonObject, held: Json[], isTaken: (value: Json) => boolean): Promise<Examined> {
  const tools = held.map((value, index) => ({ name: ['saw', 'axe'][index] ?? 'awl', field: value }));
  const takes = ({ field: sent }: JsonObject) => sent === undefined || isTaken(sent);
  return examineShed({ fields: { name: NAME, field }, tools, ways: { takes } });
}

function fieldsSent({ sent }: Examined): Set<Json> {
  return new Set(sent.flatMap(({ field }) => (field === undefined ? [] : [field])));
}

describe('a field of which no plain sample is taken', () => {
  test('is sent as other entries have it', async () => {
    const examined = await examineField(NAME, ['+49 30 1234', '+49 30 4321'], (value) =>
      /^\+[\d ]+$/.test(String(value)),
    );
    expect(alarmsIn(examined)).toEqual([]);
    expect([...fieldsSent(examined)].sort()).toEqual(['+49 30 1234', '+49 30 4321']);
    expect(examined.left).toMatchObject([{ field: '+49 30 1234' }, { field: '+49 30 4321' }]);
  });

  test('is sent with another sample that is taken', async () => {
    const examined = await examineField({ type: 'number' }, [4], (value) => Number.isInteger(value));
    expect(alarmsIn(examined)).toEqual([]);
    expect(fieldsSent(examined)).toContain(3);
  });

  test('is left alone where it is a text and no other entry tells more, which the outcomes say', async () => {
    const examined = await examineField(NAME, ['Europe/Berlin'], (value) => String(value).includes('/B'));
    expect(alarmsIn(examined)).toEqual([]);
    const notes = examined.outcomes.flatMap((outcome) => outcome.notes ?? []);
    expect(notes).toContain('No value was found to send for: field.');
  });

  test('is a finding where it is a number that may not change at all', async () => {
    const examined = await examineField({ type: 'number' }, [4, 5], (value) => value === 4);
    expect(alarmsIn(examined).join()).toContain('changeTool · fields-optional');
  });
});

describe('fields whose values have to be in an order that no document states', () => {
  const examineRange = (schema: JsonObject, [from, to]: [Json, Json]) =>
    examineShed({
      fields: { name: NAME, from: schema, to: schema },
      tools: [{ name: 'saw', from, to }],
      conflicts: (tool, patch) => String({ ...tool, ...patch }.from) > String({ ...tool, ...patch }.to),
      hidesConflicts: true,
    });

  test.each<[string, JsonObject, [Json, Json]]>([
    ['days', { type: 'string', format: 'date' }, ['2027-03-01', '2027-03-09']],
    ['times', { type: 'string', format: 'time' }, ['09:30:00Z', '10:30:00Z']],
    ['numbers', { type: 'integer', minimum: 1, maximum: 9 }, [3, 5]],
  ])('are left alone where they are %s, which the outcomes say', async (_, schema, range) => {
    const examined = await examineRange(schema, range);
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.outcomes.flatMap(({ notes = [] }) => notes)).toContainEqual(
      expect.stringMatching(/^No value was found to send for: (from|to|from, to)\.$/),
    );
    expect(examined.left).toMatchObject([{ from: range[0], to: range[1] }]);
  });

  test('are a finding where a value is refused whatever stands beside it', async () => {
    const examined = await examineShed({
      fields: { name: NAME, from: { type: 'number' }, to: { type: 'number' } },
      tools: [{ name: 'saw', from: 3, to: 5 }],
      ways: { takes: ({ from = 0 }) => Number.isInteger(from) },
    });
    expect(alarmsIn(examined).join()).toContain('changeTool · update-sequences');
  });

  test('are sent where there is no such order', async () => {
    const schema = { type: 'integer', minimum: 1, maximum: 9 };
    const tools = [{ name: 'saw', from: 3, to: 5 }];
    const { outcomes } = await examineShed({ fields: { name: NAME, from: schema, to: schema }, tools });
    expect(outcomes.flatMap(({ notes = [] }) => notes)).toEqual([]);
  });
});
