import { expect, test } from '@jest/globals';
import { alarmsIn, examineShed } from './test-support/tool-shed';

test('an identifier of more digits than a number of JSON keeps here raises no alarm', async () => {
  const tools = [{ name: 'saw' }, { name: 'axe' }];
  const firstId = 1_234_567_890_123_456_789n;
  expect(alarmsIn(await examineShed({ fields: { name: { type: 'string' } }, tools, firstId }))).toEqual([]);
});

test('the identifier of another entry is still one', async () => {
  const tools = [{ name: 'saw' }, { name: 'axe' }];
  const ways = { show: (tool: object) => ({ ...tool, id: 1 }) };
  const { outcomes } = await examineShed({ fields: { name: { type: 'string' } }, tools, ways }, 'identifier-matches');
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['violated']);
});
