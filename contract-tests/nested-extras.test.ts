import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../spec';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

const NAME = { type: 'string' };
const ADDRESS = { street: NAME, city: NAME };
const LINE = { item: NAME, count: { type: 'integer' } };

/** A shed whose tools have an address and lines, of which answers show more than an update carries. */
function shed(more: JsonObject, extra: (held: JsonObject) => JsonObject): Shed {
  const sent = (properties: JsonObject) => ({ type: 'object', properties, ...more });
  const fields = { name: NAME, address: sent(ADDRESS), lines: { type: 'array', items: sent(LINE) } };
  const stripped = (value: Json | undefined, names: JsonObject) =>
    Object.fromEntries(Object.entries((value ?? {}) as JsonObject).filter(([name]) => Object.hasOwn(names, name)));
  return {
    fields,
    shown: {
      name: NAME,
      address: { type: 'object', properties: { ...ADDRESS, formatted: NAME } },
      lines: { type: 'array', items: { type: 'object', properties: LINE } },
    },
    tools: [
      { name: 'saw', address: { street: 'Elm', city: 'Bonn' }, lines: [{ item: 'nail', count: 3 }] },
      {
        name: 'axe',
        address: { street: 'Oak', city: 'Ulm' },
        lines: [
          { item: 'bolt', count: 5 },
          { item: 'nut', count: 5 },
        ],
      },
    ],
    isStrict: true,
    ways: {
      merge: (tool, patch) => ({
        ...tool,
        ...patch,
        ...('address' in patch && { address: stripped(patch.address, ADDRESS) }),
        ...('lines' in patch && { lines: (patch.lines as Json[]).map((line) => stripped(line, LINE)) }),
      }),
      show: (tool) => {
        const address = tool.address as JsonObject;
        return {
          ...tool,
          address: { ...address, formatted: `${address.street}, ${address.city}`, ...extra(tool) },
          lines: (tool.lines as JsonObject[]).map((line) => ({
            ...line,
            total: Number(line.count) * 2,
            ...extra(tool),
          })),
        };
      },
    },
  };
}

describe('no alarm is raised about members that only answers have', () => {
  let number = 0;
  test.each<[string, JsonObject, (held: JsonObject) => JsonObject]>([
    ['where an update may carry more than is documented', {}, () => ({})],
    ['where it may carry nothing else', { additionalProperties: false }, () => ({})],
    ['that name their entry', {}, ({ id = null }) => ({ _links: { self: `/tools/${id}` } })],
    ['that are new in each answer', {}, () => ({ serial: ++number })],
  ])('%s', async (_name, more, extra) => {
    const correct = shed(more, extra);
    const examined = await examineShed(correct);
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.outcomes.flatMap(({ notes = [] }) => notes)).toEqual([]);
    expect(examined.left).toMatchObject(correct.tools);
    expect(JSON.stringify(examined.sent)).toMatch(/"address":\{"street":"Sample/);
  });
});

test('A member that is documented for updates and lost in them is found', async () => {
  const correct = shed({}, () => ({}));
  const merge = (tool: JsonObject, patch: JsonObject) => {
    const merged = correct.ways?.merge?.(tool, patch) ?? tool;
    const { street } = merged.address as JsonObject;
    return 'address' in patch ? { ...merged, address: { street: street ?? null, city: 'Bonn' } } : merged;
  };
  const { outcomes } = await examineShed({ ...correct, ways: { ...correct.ways, merge } }, 'sent-fields-stored');
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['violated']);
});
