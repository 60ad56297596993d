import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { alarmsIn, type Examined, examineShed, type Shed } from './test-support/tool-shed';

const NAME = { type: 'string' };
const COUNT = { type: 'integer' };
const FIELDS = { name: NAME, count: COUNT };
const TOOLS = [
  { name: 'saw', count: 3 },
  { name: 'axe', count: 5 },
];

/** Why checks were not made, and what they tell beside, each once. */
function remarksOn({ outcomes }: Examined): string[] {
  return [...new Set(outcomes.flatMap(({ reason = [], notes = [] }) => [reason, notes].flat()))];
}

/** The names that were sent together, each choice once. */
function carriedIn({ sent }: Examined): string[] {
  return [...new Set(sent.map((patch) => Object.keys(patch).toSorted().join(' ')))].toSorted();
}

describe('of an update that has to carry a field', () => {
  const shed: Shed = { fields: FIELDS, tools: TOOLS, update: { required: ['name'] }, isStrict: true };

  test('each carries it as it is', async () => {
    const examined = await examineShed(shed);
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.outcomes.some(({ rule, verdict }) => rule === 'sent-fields-stored' && verdict === 'passed')).toBe(
      true,
    );
    expect(examined.sent.every(({ name }) => ['saw', 'axe'].includes(String(name)))).toBe(true);
    expect(examined.left).toMatchObject(TOOLS);
    expect(remarksOn(examined)).toContain('Each update carries name as it is, since the document requires it.');
  });

  test('what it overwrites is found all the same', async () => {
    const merge = (tool: JsonObject, patch: JsonObject): JsonObject => ({ ...tool, ...patch, count: 7 });
    expect(alarmsIn(await examineShed({ ...shed, ways: { merge } })).join('\n')).toContain('sent-fields-stored');
  });

  test('its identifier too', async () => {
    const examined = await examineShed({ ...shed, fields: { id: COUNT, ...FIELDS }, update: { required: ['id'] } });
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.left).toMatchObject(TOOLS);
  });

  test('but not what is only read', async () => {
    const fields = { ...FIELDS, made: { ...NAME, readOnly: true } };
    const examined = await examineShed({
      ...shed,
      fields,
      tools: TOOLS.map((tool) => ({ ...tool, made: 'now' })),
      update: { required: ['made', 'name'] },
      ways: {
        takes: ({ made }) => made === undefined,
        alsoTakes: ({ made, name }) => made === undefined && name !== undefined,
      },
    });
    expect(examined.sent.every(({ made }) => made === undefined)).toBe(true);
    expect(examined.sent).not.toEqual([]);
  });

  test.each([
    ['no field is left to change', { required: ['name', 'count'] }, 'each update has to carry name, count'],
    ['no answer shows its value', { required: ['password'] }, 'each update has to carry password'],
  ])('nothing is sent where %s', async (_what, update, why) => {
    const examined = await examineShed({ ...shed, update });
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.sent).toEqual([]);
    expect(remarksOn(examined).join('\n')).toContain(why);
  });
});

describe('fields that do not go together are not sent together:', () => {
  test.each<[string, JsonObject, string]>([
    ['one at a time', { maxProperties: 1 }, 'name'],
    ['neither with the other', { not: { required: ['name', 'count'] } }, 'name'],
  ])('%s', async (_what, update, carried) => {
    const examined = await examineShed({ fields: FIELDS, tools: TOOLS, update, isStrict: true });
    expect(alarmsIn(examined)).toEqual([]);
    expect(carriedIn(examined)).toContain(carried);
    expect(carriedIn(examined).join(' ')).not.toContain('count');
    expect(remarksOn(examined)).toContain(
      'Left alone, since the document does not allow it beside the other fields: count.',
    );
  });
});

test('no update makes of an entry what is none by the document', async () => {
  const kinds = [
    { required: ['blades'], properties: { kind: { const: 'saw' } } },
    { required: ['weight'], properties: { kind: { const: 'axe' } } },
  ];
  const examined = await examineShed({
    fields: { kind: { enum: ['saw', 'axe'] }, name: NAME },
    shown: { kind: NAME, name: NAME, blades: COUNT, weight: COUNT },
    tool: { oneOf: kinds },
    tools: [
      { kind: 'saw', name: 'a', blades: 1 },
      { kind: 'axe', name: 'b', weight: 2 },
    ],
    conflicts: ({ kind: now }, { kind }) => kind !== undefined && kind !== now,
    hidesConflicts: true,
  });
  expect(alarmsIn(examined)).toEqual([]);
  expect(carriedIn(examined)).toContain('name');
});

test('what no two entries have alike is left alone', async () => {
  const examined = await examineShed({
    fields: FIELDS,
    tools: TOOLS,
    isListed: true,
    orderedBy: 'count',
    isOrderUnique: true,
    unique: 'count',
  });
  expect(alarmsIn(examined)).toEqual([]);
  expect(remarksOn(examined)).toContain('Left alone, since no two entries may have the same: count.');
});

test.each([0, 1])('an entry that takes no update is left alone where others take theirs (entry %d)', async (closed) => {
  const tools = [...TOOLS, { name: 'awl', count: 9 }];
  const conflicts: Shed['conflicts'] = ({ id }) => id === closed + 1;
  const examined = await examineShed({ fields: FIELDS, tools, conflicts, hidesConflicts: true });
  expect(alarmsIn(examined)).toEqual([]);
  expect(examined.outcomes.some(({ rule, verdict }) => rule === 'sent-fields-stored' && verdict === 'passed')).toBe(
    true,
  );
});

test('where none takes any, that is told', async () => {
  const examined = await examineShed({ fields: FIELDS, tools: TOOLS, conflicts: () => true, hidesConflicts: true });
  expect(alarmsIn(examined).join('\n')).toContain('success-status');
});

test.each<[string, (patch: JsonObject) => boolean]>([
  ['small', ({ count = 99 }) => Number(count) >= 5],
  ['large', ({ count = 0 }) => Number(count) <= 10],
])('values that are too %s for a limit which nobody documented are not sent again', async (_how, takes) => {
  const tools = TOOLS.map((tool) => ({ ...tool, count: 10 }));
  const examined = await examineShed({ fields: FIELDS, tools, isStrict: true, ways: { takes } });
  expect(alarmsIn(examined)).toEqual([]);
  expect(remarksOn(examined).join('\n')).toMatch(/The target refuses count \d+, so that other values were sent\./);
});
