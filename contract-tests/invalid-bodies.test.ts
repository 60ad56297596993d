import { expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../spec';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

const WORD = { type: 'string', pattern: '^[a-z]{2,8}$' };

const SHED: Shed = {
  isStrict: true,
  fields: {
    name: { type: 'string', minLength: 2, maxLength: 20 },
    state: { type: 'string', enum: ['new', 'worn'] },
    price: { type: 'number', multipleOf: 0.01, exclusiveMinimum: 0, maximum: 500 },
    share: { type: 'integer', multipleOf: 5, minimum: 0, maximum: 100 },
    bought: { type: 'string', format: 'date' },
    marks: { type: 'array', items: WORD, maxItems: 3, uniqueItems: true },
    size: { type: 'object', required: ['width'], properties: { width: { type: 'number' } } },
    lent: { type: 'boolean' },
  },
  tools: [
    {
      name: 'saw',
      state: 'new',
      price: 4.5,
      share: 20,
      bought: '2027-03-01',
      marks: ['ab'],
      size: { width: 2 },
      lent: false,
    },
  ],
};

async function alarmsWhereTaken(isTaken: (patch: JsonObject) => boolean): Promise<string[]> {
  return alarmsIn(await examineShed({ ...SHED, ways: { alsoTakes: isTaken } }, 'invalid-body'));
}

test('a server that refuses what the document does not allow is right', async () => {
  expect(await alarmsWhereTaken(() => false)).toEqual([]);
});

test.each<[string, string, (value: Json) => boolean]>([
  ['another letter case of a choice', 'state', (value) => value === 'NEW'],
  ['a choice that there is not', 'state', (value) => typeof value === 'string'],
  ['half a cent', 'price', (value) => Number(value) > 0 && Number(value) < 500],
  ['a whole number between two multiples', 'share', (value) => Number.isInteger(value) && Number(value) % 5 !== 0],
  ['a bound that is exclusive', 'price', (value) => value === 0],
  ['more than the most', 'price', (value) => Number(value) > 500],
  ['too short a text', 'name', (value) => String(value).length < 2],
  ['too long a text', 'name', (value) => String(value).length === 21],
  ['a day that there is not', 'bought', (value) => value === '2027-02-30'],
  ['a date written otherwise', 'bought', (value) => String(value).includes('/')],
  ['an item of another pattern', 'marks', (value) => Array.isArray(value) && value.includes('~ docent ~')],
  ['an item that is there twice', 'marks', (value) => Array.isArray(value) && value.length === 2],
  ['more items than the most', 'marks', (value) => Array.isArray(value) && value.length === 4],
  ['a text in place of an object', 'size', (value) => typeof value === 'string'],
])('one that takes %s is not', async (_, field, isTaken) => {
  const alarms = await alarmsWhereTaken(({ [field]: value }) => value !== undefined && isTaken(value));
  expect(alarms.join()).toMatch(new RegExp(`changeTool · invalid-body · 400.* to {"${field}":`));
});
