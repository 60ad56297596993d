import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

const STATES = ['free', 'lent', 'lost'];
const FIELDS = { name: { type: 'string' }, state: { type: 'string', enum: STATES } };
const TOOLS = [
  { name: 'saw', state: 'free' },
  { name: 'axe', state: 'free' },
];

/** A shed whose tools go from one state to another as said. */
function shed(mayGo: (from: string, to: string) => boolean, more: Partial<Shed> = {}): Shed {
  const conflicts = ({ state }: JsonObject, patch: JsonObject) =>
    'state' in patch && patch.state !== state && !mayGo(String(state), String(patch.state));
  return { fields: FIELDS, tools: TOOLS, conflicts, ...more };
}

const onward = (from: string, to: string) => STATES.indexOf(to) > STATES.indexOf(from);

describe('updates that are refused for the state of an entry, as the document says', () => {
  test.each<[string, Shed]>([
    ['go one way', shed(onward)],
    [
      'go the other way',
      shed((from, to) => onward(to, from), { tools: TOOLS.map((tool) => ({ ...tool, state: 'lost' })) }),
    ],
    ['go to the next alone', shed((from, to) => STATES.indexOf(to) === STATES.indexOf(from) + 1)],
    ['end in one', shed((from) => from !== 'lost')],
    ['are at their end', shed(() => false)],
    ['may be taken back, but go no other way', shed((from, to) => from === 'free' || to === 'free')],
    [
      'can never be taken back, of a field that is true or false',
      {
        fields: { name: { type: 'string' }, isSold: { type: 'boolean' } },
        tools: [{ name: 'saw', isSold: false }],
        conflicts: ({ isSold }, patch) => isSold === true && patch.isSold === false,
      },
    ],
    [
      'go up alone',
      {
        fields: { name: { type: 'string' }, price: { type: 'number' } },
        tools: [{ name: 'saw', price: 20 }],
        conflicts: ({ price }, patch) => 'price' in patch && Number(patch.price) < Number(price),
      },
    ],
    [
      'refuse everything in the end',
      shed(onward, { conflicts: ({ state }, patch) => state === 'lost' && (patch.name ?? 'saw') !== 'saw' }),
    ],
  ])('raise no alarm where they %s', async (_name, correct) => {
    const examined = await examineShed(correct);
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.left.map(({ name }) => name)).toEqual(correct.tools.map(({ name }) => name));
  });

  test('keep no other defect from being found', async () => {
    const merge = (tool: JsonObject, patch: JsonObject) => ({
      ...tool,
      ...patch,
      ...('name' in patch && { name: 'tool' }),
    });
    const { outcomes } = await examineShed(shed(onward, { ways: { merge } }), 'sent-fields-stored');
    expect(outcomes).toMatchObject([{ verdict: 'violated', finding: { expected: expect.stringContaining('name') } }]);
  });

  test('are told, with what they leave changed', async () => {
    const { outcomes } = await examineShed(shed(onward), 'success-status');
    const left =
      '1 could not be put back (the target answered 409). Before the check it was {"name":"saw","state":"free"}';
    expect(outcomes.flatMap(({ notes = [] }) => notes)).toEqual([left]);
  });
});

test('what cannot be put back without a word of the document is an alarm, and not changed again', async () => {
  const examined = await examineShed(shed(onward, { hidesConflicts: true }));
  expect(alarmsIn(examined).filter((alarm) => alarm.includes('could not be put back'))).toHaveLength(1);
});
