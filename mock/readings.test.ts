import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createMock } from './index';
import { fileOf, get, mockOf } from './test-document';

test('A mock that need not parse its files again answers as before, until one of them changes', async () => {
  const fixtures = fileOf(
    'events.yaml',
    'museum-hours:\n  - { date: !today +1, timeOpen: "09:00", timeClose: "18:00" }\n',
  );
  const readings = join(dirname(fixtures), 'cache', 'docent', 'readings');
  const hours = async () => (await get(createMock({ fixtures, readings, today: '2027-03-01' }), '/museum-hours')).body;
  const [first] = await hours();
  expect(first).toEqual({ date: '2027-03-02', timeOpen: '09:00', timeClose: '18:00' });
  const { mtimeMs } = statSync(readings);
  expect(await hours()).toEqual([first]);
  expect(statSync(readings).mtimeMs).toBe(mtimeMs);
  writeFileSync(fixtures, readFileSync(fixtures, 'utf8').replace('+1', '+2'));
  expect(await hours()).toEqual([{ ...first, date: '2027-03-03' }]);
});

test('What cannot be served is not kept', () => {
  const readings = join(dirname(fileOf('readings.txt', '')), 'readings');
  expect(() => mockOf({ openapi: '3.1.0' }, { readings })).toThrow('Failed to read');
  expect(existsSync(readings)).toBe(false);
});
