import { describe, expect, test } from '@jest/globals';
import type { Outcome } from './examine';
import type { Check } from './plan';
import { createSchedule } from './schedule';

/** A check as far as a schedule looks at it. */
function check(id: string, method: 'GET' | 'PATCH', rule: { updatesToo?: true } = {}): Check {
  const operation = { id, method, meaning: { resource: 'tools' } };
  return { operation, rule: { id, ...rule } } as unknown as Check; // a schedule reads no more of it
}

const LIST = check('list', 'GET');
const READ = check('read', 'GET');
const READ_AND_UPDATE = check('read and update', 'GET', { updatesToo: true });
const UPDATE = check('update', 'PATCH');
const CHECKS = [LIST, READ_AND_UPDATE, READ, UPDATE];

/** With each check, those that were under way when it was made. */
async function companyOf(options: { mayWrite: boolean }): Promise<Record<string, string[]>> {
  const [company, underWay]: [Record<string, string[]>, Set<string>] = [{}, new Set()];
  const make = async ({ operation: { id } }: Check): Promise<Outcome> => {
    underWay.add(id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    company[id] = [...underWay].filter((other) => other !== id);
    underWay.delete(id);
    return {} as Outcome; // nobody looks at it
  };
  const schedule = createSchedule(CHECKS, make, { together: true, ...options });
  await Promise.all(CHECKS.map(schedule));
  return company;
}

describe('of a slow target', () => {
  test('what only reads is checked together, and what updates alone, whatever its operation', async () => {
    const company = await companyOf({ mayWrite: true });
    expect(company).toMatchObject({ list: ['read'], 'read and update': [], update: [] });
  });

  test('rules that would update as well are checked with those that read where nothing may be written', async () => {
    const company = await companyOf({ mayWrite: false });
    expect(company.list).toEqual(['read and update', 'read']);
  });
});
