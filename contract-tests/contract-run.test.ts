import { expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, readService } from '../spec';
import { readConfiguration } from './configuration';
import { ContractRun } from './contract-run';
import { openTarget } from './open-target';

const service = readService({ spec: DEFAULT_DOCUMENT });
const options = { spec: DEFAULT_DOCUMENT, overlays: [], ids: [], strict: false, allowWrites: false };
const configuration = readConfiguration({ ...options, only: ['getSpecialEvent'] }, {}, service);

test('a run knows what was made of its checks, and what was not', async () => {
  const run = new ContractRun({ configuration, service, environment: {} });
  const [first, ...others] = run.checks;
  const judgement = await first?.judge();
  expect(others.length).toBeGreaterThan(5);
  expect(judgement).toEqual({ is: 'passed' });
  expect(run.summary()).toMatchObject({
    planned: run.checks.length,
    executed: 1,
    outcomes: [{ operation: 'getSpecialEvent', verdict: 'recorded' }],
  });
  expect(run.summary().missing).toHaveLength(others.length);
});

test('the credential of the mock in this process hides no word of a report', () => {
  const { redact } = openTarget({ configuration, service, environment: {} });
  const text = 'The contract of docent, as contract-tests/contract.test.ts checks it in this process of the mock';
  expect(redact(text)).toBe(text);
});
