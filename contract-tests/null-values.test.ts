import { describe, expect, test } from '@jest/globals';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

const NAME = { type: 'string' };
const NOTE = { type: ['string', 'null'] };
const TOOLS = [
  { name: 'saw', note: 'blunt' },
  { name: 'axe', note: 'sharp' },
];

type Merge = NonNullable<NonNullable<Shed['ways']>['merge']>;

const keeping: Merge = (tool, patch) => ({
  ...tool,
  ...patch,
  ...(patch.note === null && { note: tool.note ?? null }),
});
const emptying: Merge = (tool, patch) => ({ ...tool, ...patch, ...(patch.note === null && { note: '' }) });
const removing: Merge = (tool, patch) =>
  Object.fromEntries(Object.entries({ ...tool, ...patch }).filter(([, value]) => value !== null));

function shed(merge: Merge, more: Partial<Shed> = {}): Shed {
  return { fields: { name: NAME, note: NOTE }, tools: TOOLS, ways: { merge }, ...more };
}

describe('an update to null of a field that may be null', () => {
  test.each<[string, Shed]>([
    ['is ignored', shed(keeping)],
    ['is stored as an empty text', shed(emptying)],
    ['is stored as a word', shed((tool, patch) => ({ ...tool, ...patch, note: String(patch.note ?? 'null') }))],
    ['removes what every answer has to show', shed(removing, { required: ['note'] })],
    [
      'is ignored as one of a merge patch',
      shed(keeping, { shown: { name: NAME, note: NAME }, mediaType: 'application/merge-patch+json' }),
    ],
    [
      'is ignored where one of several schemas allows it',
      shed(keeping, { fields: { name: NAME, note: { oneOf: [NAME, { type: 'null' }] } } }),
    ],
    [
      'is ignored where a choice has it',
      shed(keeping, { fields: { name: NAME, note: { enum: ['blunt', 'sharp', null] } } }),
    ],
    [
      'is ignored where the field is nullable',
      shed(keeping, { fields: { name: NAME, note: { ...NAME, nullable: true } } }),
    ],
  ])('violates what it says where it %s', async (_name, defective) => {
    for (const rule of ['sent-fields-returned', 'sent-fields-stored']) {
      const { outcomes } = await examineShed(defective, rule);
      expect(outcomes.map(({ verdict }) => verdict)).toEqual(['violated']);
    }
  });

  test.each<[string, Shed]>([
    ['is stored', shed((tool, patch) => ({ ...tool, ...patch }))],
    [
      'is stored in what every answer has to show',
      shed((tool, patch) => ({ ...tool, ...patch }), { required: ['note'] }),
    ],
    ['removes the field', shed(removing)],
    ['is refused', shed(keeping, { ways: { takes: (patch) => patch.note !== null } })],
    [
      'is ignored, but only assumed',
      shed(keeping, { fields: { name: NAME, note: { ...NOTE, 'x-docent': { assumed: ['type'] } } } }),
    ],
    ['brings the default back', shed(emptying, { fields: { name: NAME, note: { ...NOTE, default: '' } } })],
    ['empties what no answer may have null', shed(emptying, { shown: { name: NAME, note: NAME } })],
    [
      'is ignored where the schema merely leaves it open',
      shed(keeping, { fields: { name: NAME, note: { minLength: 1 } } }),
    ],
  ])('raises no alarm where it %s, and is taken back', async (_name, correct) => {
    const examined = await examineShed(correct);
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.left).toMatchObject(TOOLS);
  });

  test('may be of a field whose name a URI would end with', async () => {
    const numbered = { fields: { name: NAME, 'No. #': NOTE }, tools: [{ name: 'saw', 'No. #': '1' }] };
    expect(alarmsIn(await examineShed(shed((tool, patch) => ({ ...tool, ...patch }), numbered)))).toEqual([]);
  });

  test('is told where it is refused', async () => {
    const refusing = shed(keeping, { ways: { takes: (patch) => patch.note !== null } });
    const { outcomes } = await examineShed(refusing, 'sent-fields-stored');
    expect(outcomes).toMatchObject([{ notes: ['The target refused null for note, which the document allows.'] }]);
  });
});

test('the answer to a null that is not allowed is tried with a field of which it is not', async () => {
  const { outcomes } = await examineShed(shed(keeping, { fields: { note: NOTE, name: NAME } }), 'null-field');
  expect(outcomes).toMatchObject([{ finding: { curl: expect.stringContaining('name') } }]);
});
