import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../spec';
import { alarmsIn, examineShed } from './test-support/tool-shed';

const NAME = { type: 'string' };
const WORD = { type: 'string', pattern: '^[a-z]{2,8}$' };

/** The values of a field that the update rules sent. */
async function valuesSent(field: JsonObject, current: Json): Promise<Json[]> {
  const tools = [{ name: 'saw', field: current }];
  const examined = await examineShed({ fields: { name: NAME, field }, tools });
  expect(alarmsIn(examined)).toEqual([]);
  expect(examined.outcomes.flatMap(({ notes = [] }) => notes)).toEqual([]);
  return examined.sent.flatMap((patch) => ('field' in patch ? [patch.field as Json] : [])); // it was JSON
}

test('a long integer is sent beyond 32 bits, and a date-time to the second', async () => {
  expect(await valuesSent({ type: 'integer', format: 'int64' }, 7)).toContain(3_000_000_000);
  const times = await valuesSent({ type: 'string', format: 'date-time' }, '2027-03-01T10:00:00Z');
  expect(times).toContainEqual(expect.stringMatching(/:37Z$/));
});

test('a text and a list are sent as long as the schema lets them be', async () => {
  const texts = await valuesSent({ type: 'string', maxLength: 120 }, 'short');
  expect(Math.max(...texts.map((text) => String(text).length))).toBeGreaterThan(110);
  const lists = await valuesSent({ type: 'array', maxItems: 4, items: NAME }, ['a', 'b']);
  expect(lists).toContainEqual([expect.any(String), expect.any(String), expect.any(String), expect.any(String)]);
});

test('numbers are sent that lie next to a bound which is exclusive', async () => {
  const values = await valuesSent({ type: 'number', multipleOf: 0.5, exclusiveMinimum: 0, exclusiveMaximum: 96 }, 5);
  expect(values).toEqual(expect.arrayContaining([0.5, 95.5]));
  const tenths = await valuesSent({ type: 'number', multipleOf: 0.1, exclusiveMinimum: 0.2, exclusiveMaximum: 9 }, 5);
  expect(tenths).toContain(0.3);
});

test.each([0.1, 0.01, 0.05])('the multiples of %d that are sent are written as such', async (multipleOf) => {
  const values = await valuesSent({ type: 'number', multipleOf, minimum: 0.3, maximum: 9.9 }, 4.7);
  expect(values.length).toBeGreaterThan(1);
  expect(values.filter((value) => !/^\d(\.\d\d?)?$/.test(JSON.stringify(value)))).toEqual([]);
});

describe('a field is sent', () => {
  test.each<[string, JsonObject, Json]>([
    [
      'of one of several types',
      {
        oneOf: [
          { type: 'integer', maximum: 60 },
          { type: 'string', enum: ['S', 'M'] },
        ],
      },
      'M',
    ],
    ['of a type that an alternative restricts', { type: 'string', anyOf: [WORD, { pattern: '^[0-9]{9}$' }] }, 'ab'],
    ['of a constant or another', { anyOf: [{ const: 'auto' }, { type: 'integer' }] }, 7],
    ['of alternatives behind a reference', { allOf: [{ oneOf: [{ type: 'integer' }, { type: 'boolean' }] }] }, true],
    ['of several types in a list', { type: ['integer', 'null'] }, 7],
    ['of no type', { minLength: 2 }, 'ab'],
    ['of an uncommon pattern', { type: 'string', pattern: '^[A-Z]{2}-[0-9]{3}/[a-f]$' }, 'AB-123/c'],
    ['that is a list of such', { type: 'array', items: { pattern: '^[a-z]{2,8}$', type: 'string' } }, ['aa', 'bb']],
    ['that is a list of small numbers', { type: 'array', items: { type: 'integer', minimum: 1, maximum: 9 } }, [5]],
    ['that is a long list', { type: 'array', minItems: 7, items: NAME }, ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    [
      'that is a list of several different words',
      { type: 'array', minItems: 4, maxItems: 5, uniqueItems: true, items: WORD },
      ['aa', 'bb', 'cc', 'dd'],
    ],
    ['that is a list of anything', { type: 'array' }, ['aa', 'bb']],
    [
      'that is a list of objects',
      { type: 'array', items: { type: 'object', required: ['k'], properties: { k: WORD } } },
      [{ k: 'aa' }],
    ],
    [
      'that is an object',
      { type: 'object', required: ['w'], properties: { w: WORD, h: { type: 'number' } } },
      { w: 'ab' },
    ],
    ['that is a map', { type: 'object', additionalProperties: { type: 'integer' } }, { any: 3 }],
    ['of an address', { type: 'string', format: 'ipv4' }, '192.0.2.9'],
  ])(
    '%s',
    async (_name, field, current) => {
      const values = await valuesSent(field, current);
      expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(1);
    },
    30_000,
  );
});

test.each<[JsonObject, Json, RegExp]>([
  [{ format: 'idn-email' }, 'a@b.example', /^[^ ]+@[^ ]+$/],
  [{ format: 'iri' }, 'https://example.com/', /^https:[^ ]+$/],
  [{ format: 'url' }, 'https://example.com/', /^https:[^ ]+$/],
  [{ format: 'idn-hostname' }, 'example.com', /^[a-z.]+$/],
  [{ format: 'json-pointer' }, '/a', /^[/][^ ]+$/],
  [{ format: 'iri-reference' }, '/a', /^[/][^ ]+$/],
  [{ format: 'uri-template' }, '/{a}', /^[/].*[{]/],
  [{ format: 'regex' }, 'a', /^\^/],
  [{ contentEncoding: 'base64' }, 'YQ==', /^[A-Za-z0-9+/]{10,}=*$/],
])('a text of %j is sent as one first', async (field, current, expected) => {
  const values = await valuesSent({ type: 'string', ...field }, current);
  const [first, second] = values.filter((value) => value !== current); // an entry is sent once as it is
  expect([first, second]).toEqual([expect.stringMatching(expected), expect.stringMatching(expected)]);
});

test('members that an object does not have are not added, since no service need remove them again', async () => {
  const box = { type: 'object', properties: { w: { type: 'integer' }, h: { type: 'integer' } } };
  const values = await valuesSent(box, { w: 3 });
  expect(values.filter((value) => !/^\{"w":-?\d+\}$/.test(JSON.stringify(value)))).toEqual([]);
});

describe('a field of which no value is known', () => {
  const RIDDLE = { type: 'string', pattern: '^(?=.*7)(?=.*q)[0-9a-z]{9}$' };

  test('is told in the outcomes', async () => {
    const { outcomes } = await examineShed({
      fields: { name: NAME, riddle: RIDDLE },
      tools: [{ name: 'saw', riddle: '12345678q' }],
    });
    const telling = outcomes.filter(({ notes }) => notes?.includes('No value was found to send for: riddle.'));
    expect(telling.map(({ rule }) => rule)).toEqual(['sent-fields-returned', 'sent-fields-stored', 'fields-optional']);
  });

  test('is told where updates are documented as alternatives', async () => {
    const { outcomes } = await examineShed(
      { fields: { name: NAME }, tools: [{ name: 'saw' }], isChoice: true },
      'fields-optional',
    );
    const reason =
      '1 has no field that could be changed and put back; what an update carries is documented as alternatives';
    expect(outcomes).toMatchObject([{ verdict: 'not exercised', reason: expect.stringContaining(reason) }]);
  });

  test('is the reason where there is no other', async () => {
    const shed = { fields: { riddle: RIDDLE }, tools: [{ riddle: '12345678q' }] };
    const { outcomes } = await examineShed(shed, 'fields-optional');
    expect(outcomes).toMatchObject([
      { verdict: 'not exercised', reason: expect.stringContaining('no value was found to send for: riddle') },
    ]);
  });
});

test('a field that could not be put back is told in the outcomes', async () => {
  const shed = { fields: { name: NAME, place: NAME }, tools: [{ name: 'saw' }] };
  const { outcomes } = await examineShed(shed, 'fields-optional');
  expect(outcomes).toMatchObject([{ notes: ['Of 1 nothing was sent that could not be put back: place.'] }]);
});

test('a field that is called as what every object inherits may be absent', async () => {
  const fields = { name: NAME, constructor: NAME, valueOf: { type: 'integer' } };
  expect(alarmsIn(await examineShed({ fields, tools: [{ name: 'saw' }] }))).toEqual([]);
});
