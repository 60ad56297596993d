import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

const TOOLS = [
  { name: 'saw', size: 10 },
  { name: 'axe', size: 20 },
  { name: 'drill', size: 30 },
];

function shed(list: (tools: JsonObject[]) => JsonObject[], more: Partial<Shed> = {}): Shed {
  return {
    fields: { name: { type: 'string' }, size: { type: 'integer' } },
    tools: TOOLS,
    isListed: true,
    orderedBy: 'size',
    ways: { list },
    ...more,
  };
}

const sorted = (tools: JsonObject[]) => tools.toSorted((a, b) => Number(a.size) - Number(b.size));

describe('the order of a list after an update', () => {
  test('is violated where every entry stays where it stood', async () => {
    const { outcomes } = await examineShed(
      shed((tools) => tools),
      'order',
      'order-after-update',
    );
    expect(outcomes.map(({ rule, verdict }) => [rule, verdict])).toEqual([
      ['order', 'passed'],
      ['order-after-update', 'violated'],
    ]);
    expect(outcomes[1]?.finding?.observed).toMatch(/^\d+ after \d+$/);
    expect(outcomes[1]?.notRestored).toBeUndefined();
  });

  test('holds where the list is sorted anew, and the entries are left as they were', async () => {
    const examined = await examineShed(shed(sorted));
    expect(alarmsIn(examined)).toEqual([]);
    expect(examined.outcomes.find(({ rule }) => rule === 'order-after-update')?.verdict).toBe('passed');
    expect(examined.left).toMatchObject(TOOLS);
  });

  test('holds where a list is shown for a while as it was', async () => {
    let kept: JsonObject[] | undefined;
    const cached = (tools: JsonObject[]) => {
      kept ??= sorted(tools);
      return kept;
    };
    const { outcomes } = await examineShed(shed(cached), 'order-after-update');
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['passed']);
  });

  test('is not judged where no update carries what it is by', async () => {
    const { size, ...fields } = shed(sorted).fields;
    const { outcomes } = await examineShed(shed(sorted, { fields, shown: { ...fields, size } as JsonObject }));
    expect(outcomes.map(({ rule }) => rule)).toContain('order');
    expect(outcomes.map(({ rule }) => rule)).not.toContain('order-after-update');
  });
});
