import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../spec';
import { alarmsIn, examineShed, type Shed, serviceOf } from './test-support/tool-shed';
import { candidates } from './values/candidates';
import { SchemaOracle } from './values/oracle';

const NAME = { type: 'string' };
const LABELS = { type: 'object', additionalProperties: NAME };

/** Merges as RFC 7396 has it, at every depth. */
function merged(there: unknown, patch: Json): Json {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result: JsonObject = typeof there === 'object' && there !== null ? { ...(there as JsonObject) } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

const MERGING: Shed['ways'] = { merge: (tool, patch) => merged(tool, patch) as JsonObject };

describe('of a service that merges nested objects', () => {
  test('entries whose objects have other members raise no alarm, and are left as they were', async () => {
    const tools = [
      { name: 'saw', labels: { area: 'core' } },
      { name: 'axe', labels: { area: 'yard', hung: 'high', lent: 'never' } },
      { name: 'awl', labels: {} },
    ];
    const examined = await examineShed({ fields: { name: NAME, labels: LABELS }, tools, ways: MERGING });
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.left).toMatchObject(tools.map((tool) => ({ name: tool.name })));
    expect(examined.left.map(({ labels }) => labels)).toEqual(tools.map(({ labels }) => labels));
  });

  test('a member that was null and is gone counts as it was', async () => {
    const owner = { type: 'object', properties: { name: NAME, phone: { type: ['string', 'null'] } } };
    const tools = [
      { name: 'saw', owner: { name: 'Ann', phone: null } },
      { name: 'axe', owner: { name: 'Bob', phone: null } },
    ];
    const mediaType = 'application/merge-patch+json';
    expect(alarmsIn(await examineShed({ fields: { name: NAME, owner }, tools, mediaType, ways: MERGING }))).toEqual([]);
  });

  const place = { type: 'object', properties: { street: NAME, city: NAME } };
  const owner = { type: 'object', properties: { name: NAME, place } };
  const OWNED: Shed = {
    fields: { name: NAME, owner },
    tools: [{ name: 'saw', owner: { name: 'Ann', place: { street: 'Elm', city: 'Bonn' } } }],
    mediaType: 'application/merge-patch+json',
  };
  const deeper = (there: Json | undefined, sent: Json | undefined) => ({ ...(there as object), ...(sent as object) });

  test.each<[string, (tool: JsonObject, patch: JsonObject) => JsonObject]>([
    ['objects', (tool, patch) => ({ ...tool, ...patch })],
    [
      'objects within objects',
      (tool, patch) =>
        ('owner' in patch
          ? { ...tool, ...patch, owner: deeper(tool.owner, patch.owner) }
          : deeper(tool, patch)) as JsonObject,
    ],
  ])('one that replaces %s loses members that were not sent', async (_, merge) => {
    const alarms = alarmsIn(await examineShed({ ...OWNED, ways: { merge } }));
    expect(alarms.join('\n')).toContain('changeTool · unsent-fields-kept · owner');
    const asJson = { ...OWNED, mediaType: 'application/json', ways: { merge } };
    expect(alarmsIn(await examineShed(asJson))).toEqual([]);
  });

  test('one that merges them at every depth is right', async () => {
    const examined = await examineShed({ ...OWNED, ways: MERGING });
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.sent).toContainEqual({ owner: { place: { city: expect.any(String) } } });
    expect(examined.left).toEqual([{ id: 1, ...OWNED.tools[0] }]);
  });

  test('what it should have refused and has merged is taken back', async () => {
    const tools = [{ name: 'saw', labels: { area: 'core' } }];
    const alsoTakes = ({ labels }: JsonObject) => typeof labels === 'object' && labels !== null;
    const shed: Shed = { fields: { name: NAME, labels: LABELS }, tools, ways: { ...MERGING, alsoTakes } };
    expect((await examineShed(shed)).left).toEqual([{ id: 1, ...tools[0] }]);
  });
});

describe('a schema that stands in itself', () => {
  const tree = {
    type: 'object',
    required: ['label', 'kids'],
    properties: { label: NAME, kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  };
  const service = serviceOf({
    openapi: '3.1.0',
    info: { title: 'Forest', version: '1' },
    components: { schemas: { Tree: tree } },
    paths: {
      '/trees/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: NAME }],
        get: {
          operationId: 'readTree',
          'x-docent': { action: 'read', resource: 'trees', key: 'label' },
          responses: { 200: { description: 'A tree.', content: { 'application/json': { schema: tree } } } },
        },
      },
    },
  });
  const { openapi: document } = service;
  const schema = { pointer: '/components/schemas/Tree', value: tree };

  test.each<[string, Json | undefined]>([
    ['nothing', undefined],
    ['a tree without children', { label: 'oak', kids: [] }],
    ['one that has some', { label: 'oak', kids: [{ label: 'twig', kids: [] }] }],
  ])('has values that end where there is %s', (_, current) => {
    const made = candidates({ document, oracle: SchemaOracle.of(service), today: '2027-03-01', current }, schema);
    expect(made).toContainEqual({ label: expect.any(String), kids: expect.any(Array) });
  });
});

describe('no alarm is raised about members that have to lie in an order', () => {
  const DATE = { type: 'string', format: 'date' };
  const HOUR = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' };
  const SPAN = { type: 'object', properties: { from: { type: 'integer' }, to: { type: 'integer' } } };
  const SPANS = { type: 'array', items: SPAN };
  const areInOrder = ({ spans }: JsonObject) =>
    (spans as JsonObject[]).every(({ from, to }) => Number(from) < Number(to));
  test.each<[string, JsonObject, Json, (value: JsonObject) => boolean]>([
    [
      'as a beginning and an end do',
      { start: DATE, end: DATE },
      { start: '2027-03-01', end: '2027-03-08' },
      ({ start, end }) => String(start) <= String(end),
    ],
    [
      'as a least and a most do, named the other way round',
      { most: { type: 'number' }, least: { type: 'number' }, usual: { type: 'number' } },
      { most: 90, least: 1, usual: 5 },
      ({ least, usual, most }) => Number(least) < Number(usual) && Number(usual) < Number(most),
    ],
    [
      'as times of day do, by a pattern',
      { opens: HOUR, closes: HOUR },
      { opens: '08:00', closes: '18:30' },
      ({ opens, closes }) => String(opens) < String(closes),
    ],
    [
      'as points in time do, written with offsets',
      { departs: { type: 'string', format: 'date-time' }, arrives: { type: 'string', format: 'date-time' } },
      { departs: '2027-03-01T23:00:00+09:00', arrives: '2027-03-01T16:00:00-08:00' },
      ({ departs, arrives }) => Date.parse(String(departs)) <= Date.parse(String(arrives)),
    ],
    [
      'and may be equal',
      { end: DATE, start: DATE },
      { end: '2027-03-01', start: '2027-03-01' },
      ({ start, end }) => String(start) <= String(end),
    ],
    [
      'of which the end is open',
      { end: { type: ['string', 'null'], format: 'date' }, start: DATE },
      { end: null, start: '2027-03-01' },
      ({ start, end }) => end === null || String(start) <= String(end),
    ],
    [
      'in every item of a list',
      { spans: SPANS },
      {
        spans: [
          { from: 1, to: 2 },
          { from: 5, to: 9 },
        ],
      },
      areInOrder,
    ],
    ['in items of a list that is empty', { spans: SPANS }, { spans: [] }, areInOrder],
  ])('%s', async (_name, properties, held, isInOrder) => {
    const examined = await examineShed({
      fields: { name: { type: 'string' }, held: { type: 'object', properties } },
      tools: [
        { name: 'saw', held },
        { name: 'axe', held },
      ],
      isStrict: true,
      ways: { takes: (patch) => patch.held === undefined || isInOrder(patch.held as JsonObject) },
    });
    expect(alarmsIn(examined)).toEqual([]);
    expect(new Set(examined.sent.map((patch) => JSON.stringify(patch.held))).size).toBeGreaterThan(3);
  });
});
