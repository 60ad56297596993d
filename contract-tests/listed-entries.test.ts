import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

const TOOLS = [{ name: 'saw' }, { name: 'axe' }, { name: 'file' }, { name: 'drill' }];

function shed(ways: Shed['ways'], more: Partial<Shed> = {}): Shed {
  return { fields: { name: { type: 'string' } }, tools: TOOLS, isListed: true, ways: ways ?? {}, ...more };
}

describe('an update', () => {
  test.each([
    { name: 'one entry', known: ['1'] },
    { name: 'two entries', known: ['1', '2'] },
  ])('that reaches what only the list shows is a violation where $name can be updated', async ({ known }) => {
    const leaking = shed({ alsoUpdated: () => ['3', '4'] }, { known });
    const { outcomes } = await examineShed(leaking, 'other-entries-untouched');
    expect(outcomes).toMatchObject([{ verdict: 'violated', finding: { observed: 'name "Sample two"' } }]);
  });

  test('of the one known entry leaves those that the list shows alone', async () => {
    const { outcomes } = await examineShed(shed({}, { known: ['1'] }), 'other-entries-untouched');
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['passed']);
  });

  test('is not accused of entries that come, go and change by themselves', async () => {
    let lists = 0;
    const list = (tools: JsonObject[]) => {
      lists += 1;
      const changed = tools.map((tool) => (tool.id === 4 && lists > 1 ? { ...tool, name: 'lathe' } : tool));
      return changed.slice(0, lists % 2 === 0 ? 4 : 3);
    };
    const { outcomes } = await examineShed(shed({ list }, { known: ['1'] }), 'other-entries-untouched');
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['passed']);
  });
});

describe('the values that a list shows', () => {
  test('are expected to be those of a read', async () => {
    const cutting = shed({ list: (tools) => tools.map((tool) => ({ ...tool, name: String(tool.name).slice(0, 2) })) });
    const { outcomes } = await examineShed(cutting, 'listed-as-read');
    expect(outcomes).toMatchObject([
      { source: 'expected', finding: { expected: 'name "saw" of 1, as a read shows it', observed: 'name "sa"' } },
    ]);
  });

  test('are expected to be those of a read after an update, too', async () => {
    const first = TOOLS.map((tool, index) => ({ id: index + 1, ...tool }));
    const { outcomes } = await examineShed(shed({ list: () => first }), 'listed-as-read');
    expect(outcomes).toMatchObject([{ finding: { observed: 'name "saw"' } }]);
  });

  test('may differ in what is only read, and in what one of the two leaves out', async () => {
    let asked = 0;
    const fields = { name: { type: 'string' }, note: { type: 'string' } };
    const shown = { ...fields, asked: { type: 'integer', readOnly: true } };
    const ways = {
      show: (tool: JsonObject) => ({ ...tool, asked: ++asked }),
      list: (tools: JsonObject[]) => tools.map(({ note: _note, ...tool }) => ({ ...tool, asked: ++asked })),
    };
    const tools = TOOLS.map((tool) => ({ ...tool, note: 'sharp' }));
    expect(alarmsIn(await examineShed(shed(ways, { fields, shown, tools })))).toEqual([]);
  });
});
