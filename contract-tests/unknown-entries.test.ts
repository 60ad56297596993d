import { expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, readService } from '../spec';
import { examineServer } from './sabotage/examine-server';
import type { Change } from './sabotage/honest-server';
import { HONEST } from './sabotage/ways';
import { SchemaOracle } from './values/oracle';

const service = readService({ spec: DEFAULT_DOCUMENT });
const instruments = { service, oracle: new SchemaOracle(service) };
const UNKNOWN = '00000000-0000-4000-8000-0d0ce4700000';

async function notesOf(ways: Change, rule = 'unknown-resource'): Promise<string[]> {
  const { outcomes } = await examineServer(ways, instruments, [rule]);
  return outcomes.flatMap(({ notes }) => notes ?? []);
}

/** Makes the event that it does not know of an update, and shows it from then on. */
const CREATING: Change = {
  refuse: (refusal) =>
    refusal.reason === 'unknown event'
      ? {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ eventId: UNKNOWN, name: 'A sample', price: 1 }),
        }
      : HONEST.refuse(refusal),
};

test.each(['unknown-resource', 'identifier-kept'])(
  'an entry that an update of an unknown one has made is told by %s, since no operation removes it',
  async (rule) => {
    const made = `The update of ${UNKNOWN} made an entry, which no operation can remove.`;
    expect(await notesOf(CREATING, rule)).toEqual([made]);
  },
);

test('nothing is told where an unknown entry is refused', async () => {
  expect(await notesOf({})).toEqual([]);
});
