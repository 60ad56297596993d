import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { examineShed, type Shed } from './tool-shed';

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
