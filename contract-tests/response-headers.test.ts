import { describe, expect, test } from '@jest/globals';
import type { Json } from '../spec';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

type Sent = Record<string, string | string[]>;

/** A shed whose answers are documented with headers, and which sends some with what it shows. */
function shed(headers: Json, sent: Sent | (() => Sent)): Shed {
  return {
    fields: { name: { type: 'string' } },
    tools: [{ name: 'saw' }, { name: 'axe' }],
    headers,
    ways: { headers: typeof sent === 'function' ? sent : () => sent },
  };
}

const COUNT: Json = { 'X-Count': { required: true, schema: { type: 'integer', minimum: 1 } } };
const LEFT: Json = { schema: { type: 'object', properties: { left: { type: 'integer' } } }, explode: true };
const list = (items: Json, more: object = {}): Json => ({ schema: { type: 'array', items, ...more } }) as Json;

describe('documented headers are violated', () => {
  test.each<[string, Json, Sent, string]>([
    ['by none where one is required', COUNT, {}, 'no such header'],
    ['by a word for a number', COUNT, { 'x-count': 'many' }, 'X-Count: many (it must be integer, but it is "many")'],
    ['by a number out of bounds', COUNT, { 'x-count': '0' }, 'must be >= 1'],
    ['by a fraction of a whole', COUNT, { 'x-count': '1.5' }, 'must be integer'],
    ['by another word', { 'X-Cache': { schema: { enum: ['HIT', 'MISS'] } } }, { 'x-cache': 'hit' }, 'HIT, MISS'],
    ['by no such format', { 'X-Id': { schema: { type: 'string', format: 'uuid' } } }, { 'x-id': '7' }, 'uuid'],
    ['by a text too long', { 'X-Id': { schema: { type: 'string', maxLength: 2 } } }, { 'x-id': '123' }, 'characters'],
    ['by an item of a list', { 'X-All': list({ type: 'integer' }) }, { 'x-all': '1, two' }, '1 must be integer'],
    ['by a list too long', { 'X-All': list({ type: 'string' }, { maxItems: 1 }) }, { 'x-all': '"a,b", c' }, '1 items'],
    ['by a member of an object', { 'X-Rate': LEFT }, { 'x-rate': 'limit=9,left=no' }, 'left must be integer'],
    [
      'by no JSON',
      { 'X-Page': { content: { 'application/json': { schema: { type: 'object' } } } } },
      { 'x-page': '{' },
      'it is not application/json',
    ],
  ])('%s', async (_name, headers, sent, observed) => {
    const { outcomes } = await examineShed(shed(headers, sent), 'headers-conform');
    expect(outcomes.map(({ operation }) => operation)).toEqual(['readTool', 'changeTool']);
    for (const { verdict, finding } of outcomes)
      expect([verdict, finding?.observed]).toEqual(['violated', expect.stringContaining(observed)]);
  });

  test('by one answer of several', async () => {
    let answers = 0;
    const sometimes = (): Sent => {
      answers += 1;
      return answers % 2 === 0 ? {} : { 'X-Count': '2' };
    };
    const { outcomes } = await examineShed(shed(COUNT, sometimes), 'headers-conform');
    expect(outcomes.map(({ verdict }) => verdict)).toContain('violated');
  });

  test('by an answer that refuses', async () => {
    const refusals = { description: 'Refused.', headers: COUNT } as Json;
    for (const sent of [{}, { 'x-count': 'none' }]) {
      const refuse = () => ({ mediaType: 'text/plain', body: '', headers: sent });
      const { outcomes } = await examineShed({ ...shed({}, {}), refusals, ways: { refuse } }, 'refusals-conform');
      expect(outcomes.map(({ verdict }) => verdict)).toEqual(['violated', 'violated']);
      expect(outcomes[0]?.statement).toBe('An answer that refuses is as documented: default with X-Count (required).');
    }
  });
});

describe('no alarm is raised about headers', () => {
  const text: Json = { schema: { type: 'string' } };
  test.each<[string, Json, Sent]>([
    ['as documented', COUNT, { 'X-Count': '12' }],
    ['that are left out and not required', { 'X-Text': text }, {}],
    ['that are not documented', { 'X-Text': text }, { 'x-other': '1' }],
    ['whose text looks like a number', { 'X-Text': text }, { 'x-text': '12' }],
    ['with nothing in them', { 'X-Text': text }, { 'x-text': '' }],
    ['of any type', { 'X-Any': { schema: {} } }, { 'x-any': 'a, b' }],
    [
      'of two types',
      { 'X-After': { schema: { oneOf: [{ type: 'integer' }, { type: 'string', pattern: 'GMT$' }] } } },
      { 'x-after': '7' },
    ],
    ['with a list', { 'X-All': list({ type: 'integer' }, { minItems: 2 }) }, { 'x-all': '1,2' }],
    ['with a list over several', { 'X-All': list({ type: 'string' }, { minItems: 2 }) }, { 'x-all': ['a', 'b'] }],
    ['with an object', { 'X-Rate': LEFT }, { 'x-rate': 'limit=9, left=8' }],
    ['with a truth', { 'X-Is': { schema: { type: 'boolean', const: true } } }, { 'x-is': 'True' }],
    ['with a comma in quotes', { 'X-All': list({ type: 'string' }, { maxItems: 2 }) }, { 'x-all': '"a,b", c' }],
    [
      'with JSON',
      { 'X-Page': { content: { 'application/json': { schema: { type: 'object', required: ['next'] } } } } },
      { 'x-page': '{"next":2}' },
    ],
    [
      'of cookies, of which one is documented',
      { 'Set-Cookie': { required: true, schema: { type: 'string', pattern: '^id=' } } },
      { 'set-cookie': ['theme=dark', 'id=7'] },
    ],
    [
      'with items of two types',
      { 'X-All': list({ oneOf: [{ type: 'integer' }, { type: 'string', enum: ['unlimited'] }] }) },
      { 'x-all': '5,unlimited' },
    ],
    ['with items of no type', { 'X-All': list({ enum: [1, 2] }) }, { 'x-all': '1,2' }],
    [
      'with a member of no type',
      { 'X-Rate': { schema: { type: 'object', properties: { a: { const: 5 } } } } },
      { 'x-rate': 'a,5' },
    ],
    [
      'with a member that is empty',
      { 'X-Rate': { schema: { type: 'object', required: ['b'], properties: { b: { type: 'integer' } } } } },
      { 'x-rate': 'a,,b,5' },
    ],
    [
      'with a number as plain text',
      { 'X-Five': { content: { 'text/plain': { schema: { type: 'integer' } } } } },
      { 'x-five': '5' },
    ],
    [
      'in UTF-8',
      { 'X-City': { schema: { enum: ['Zürich'] } } },
      { 'x-city': Buffer.from('Zürich').toString('latin1') },
    ],
    ['in Latin-1', { 'X-City': { schema: { enum: ['Zürich'] } } }, { 'x-city': 'Zürich' }],
    [
      'with links that have commas',
      { Link: list({ type: 'string', pattern: '^<[^>]+>; rel=' }) },
      { link: '<https://x/t?ids=1,2>; rel="next", <https://x/t>; rel="first"' },
    ],
    [
      'with dates that have commas',
      { 'X-Dates': list({ type: 'string', pattern: 'GMT$' }, { minItems: 2 }) },
      { 'x-dates': 'Wed, 21 Oct 2027 07:28:00 GMT, Thu, 22 Oct 2027 07:28:00 GMT' },
    ],
    [
      'of cookies as a list',
      { 'Set-Cookie': list({ type: 'string', pattern: '^[a-z]+=' }, { minItems: 2 }) },
      { 'set-cookie': ['a=1; Expires=Wed, 21 Oct 2027 07:28:00 GMT', 'b=2'] },
    ],
    [
      'that depend on the page that asks',
      { 'Access-Control-Allow-Origin': { required: true, schema: {} }, Vary: { schema: { const: 'Origin' } } },
      { vary: 'Accept' },
    ],
    ['called as what every object inherits', { constructor: { schema: { type: 'integer' } } }, {}],
    [
      'that every hop decides',
      { 'Content-Length': { required: true, schema: { type: 'integer' } } },
      { 'transfer-encoding': 'chunked' },
    ],
    [
      'whose bound is assumed',
      { 'X-Count': { schema: { type: 'integer', minimum: 5, 'x-docent': { assumed: ['minimum'] } } } },
      { 'x-count': '1' },
    ],
  ])('%s', async (_name, headers, sent) => {
    expect(alarmsIn(await examineShed(shed(headers, sent)))).toEqual([]);
  });
});
