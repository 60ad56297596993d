import { describe, expect, test } from '@jest/globals';
import type { Json } from '../spec';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

const PROBLEM = { type: 'object', required: ['problem'], properties: { problem: { type: 'string' } } };

/** What the document says of every answer that refuses. */
function refusing(schema: Json, mediaType = 'application/json', more: object = {}): Json {
  return { description: 'Refused.', content: { [mediaType]: { schema } }, ...more } as Json; // a Response Object
}

function shed(refusals: Json | undefined, refuse?: NonNullable<Shed['ways']>['refuse']): Shed {
  return {
    fields: { name: { type: 'string' } },
    tools: [{ name: 'saw' }, { name: 'axe' }],
    ...(refusals !== undefined && { refusals }),
    ways: refuse === undefined ? {} : { refuse },
  };
}

const json = (value: Json) => ({ mediaType: 'application/json', body: JSON.stringify(value) });

describe('an answer that refuses violates what is documented of it', () => {
  test.each<[string, NonNullable<NonNullable<Shed['ways']>['refuse']>, string]>([
    ['without what is required', () => json({}), "must have required property 'problem'"],
    ['with a field of another type', (status) => json({ problem: status }), 'problem must be string'],
    ['as a page', () => ({ mediaType: 'text/html', body: '<h1>No</h1>' }), 'text/html'],
    ['with a body that is broken', () => ({ mediaType: 'application/json', body: '{' }), 'application/json {'],
    ['without a body', () => ({ mediaType: 'application/json', body: '' }), 'application/json'],
    [
      'of one status alone',
      (status, problem) => json(status === 404 ? { error: problem } : { problem }),
      "must have required property 'problem'",
    ],
  ])('%s', async (_name, refuse, observed) => {
    const { outcomes } = await examineShed(shed(refusing(PROBLEM), refuse), 'refusals-conform');
    expect(outcomes.length).toBe(2);
    for (const { verdict, finding } of outcomes)
      expect([verdict, finding?.observed]).toEqual(['violated', expect.stringContaining(observed)]);
  });
});

describe('no alarm is raised about an answer that refuses', () => {
  test.each<[string, Shed]>([
    ['as documented', shed(refusing(PROBLEM))],
    ['with more than is documented', shed(refusing(PROBLEM), (status, problem) => json({ problem, status }))],
    [
      'in another type of JSON',
      shed(refusing(PROBLEM), (_status, problem) => ({ ...json({ problem }), mediaType: 'application/problem+json' })),
    ],
    [
      'in any type, where that is documented',
      shed(refusing({}, 'text/*'), () => ({ mediaType: 'text/html', body: '<h1>No</h1>' })),
    ],
    [
      'in words, as documented',
      shed(refusing({ type: 'string' }, 'text/plain'), () => ({ mediaType: 'text/plain; charset=utf-8', body: 'No' })),
    ],
    [
      'otherwise than is only assumed',
      shed(refusing(PROBLEM, 'application/json', { 'x-docent': { source: 'assumed' } }), () => json({})),
    ],
  ])('%s', async (_name, correct) => {
    expect(alarmsIn(await examineShed(correct))).toEqual([]);
  });

  test('of which no body is documented', async () => {
    const { outcomes } = await examineShed(
      shed({ description: 'Refused.' }, () => json(5)),
      'refusals-conform',
    );
    expect(outcomes).toEqual([]);
  });
});
