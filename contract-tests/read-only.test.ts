import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../spec';
import { alarmsIn, examineShed, type Shed } from './test-support/tool-shed';

const NAME = { type: 'string' };
const REVISION = { type: 'integer', readOnly: true };

/** A shed that counts, in a field that is only read, how often a tool was changed. */
function countingShed(counted: (revision: number) => JsonObject, revision: JsonObject): Shed {
  let changes = 0;
  return {
    fields: { name: NAME, place: NAME },
    shown: { name: NAME, place: NAME, ...revision },
    tools: [
      { name: 'saw', place: 'wall', ...counted(0) },
      { name: 'axe', place: 'door', ...counted(0) },
    ],
    ways: { merge: (tool, patch) => ({ ...tool, ...patch, ...counted(++changes) }) },
  };
}

describe('a field that is only read', () => {
  test('raises no alarm where the server counts it up with each update', async () => {
    const shed = countingShed((revision) => ({ revision }), { revision: REVISION });
    expect(alarmsIn(await examineShed(shed))).toEqual([]);
  });

  test('raises no alarm where it stands inside another field', async () => {
    const history = { type: 'object', properties: { revision: REVISION } };
    const shed = countingShed((revision) => ({ history: { revision } }), { history });
    expect(alarmsIn(await examineShed(shed))).toEqual([]);
  });
});

describe('a field that no update may carry', () => {
  const shown = { name: NAME, place: NAME, label: NAME, changedAt: { type: 'string', format: 'date-time' } };
  const tools = ['saw', 'axe'].map((name) => ({ name, place: 'wall', label: name, changedAt: '2027-03-01T10:00:00Z' }));

  test('raises no alarm where it follows from the others, or from when they were sent', async () => {
    let seconds = 0;
    const merge = (tool: JsonObject, patch: JsonObject): JsonObject => {
      const changed = { ...tool, ...patch };
      seconds += 1;
      const changedAt = new Date(Date.UTC(2027, 2, 1) + 1000 * seconds).toISOString();
      return { ...changed, label: `${changed.name}, ${changed.place}`, changedAt };
    };
    const shed = { fields: { name: NAME, place: NAME }, shown, tools, ways: { merge } };
    expect(alarmsIn(await examineShed(shed))).toEqual([]);
  });
});
