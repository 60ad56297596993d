import { expect, test } from '@jest/globals';
import type { FaultRule } from '../index';
import { libraryWith } from '../test-document';
import { Faults } from './faults';
import { RuleReader } from './rule-reader';

const { service } = libraryWith({});
const [LIST] = service.operations;

/** What rules decide of so many requests of one session, one after the other. */
function decided(rules: FaultRule[], count = 1000) {
  const faults = new Faults({ reader: new RuleReader(service), rules: [] });
  for (const rule of rules) faults.add(rule);
  return Array.from({ length: count }, () => LIST && faults.decide(LIST, new Map()));
}

/** Which requests the rule with the status applies to. */
const struck = (...rules: FaultRule[]) => decided(rules).map((verdict) => verdict?.rule !== undefined);
const half: FaultRule = { status: 503, probability: 0.5 };

test('The same seed strikes the same requests, another one others', () => {
  expect(struck({ ...half, seed: 7 })).toEqual(struck({ ...half, seed: 7 }));
  expect(struck({ ...half, seed: 7 })).not.toEqual(struck({ ...half, seed: 8 }));
});

test.each([0, 1, 2, 4_294_967_295])('With the seed %i requests are struck as often as the probability says', (seed) => {
  for (const probability of [0, 0.05, 0.5, 0.95, 1]) {
    const share = struck({ status: 503, probability, seed }).filter(Boolean).length / 1000;
    expect(Math.abs(share - probability)).toBeLessThan(0.06);
  }
});

test('Without a seed the sequence follows from the id of the rule', () => {
  expect(struck(half)).toEqual(struck({ ...half, seed: 1 }));
  expect(struck({ delay: 1 }, half)).toEqual(struck({ ...half, seed: 2 }));
});

test('The sequence of a rule does not depend on others, nor on when it ends', () => {
  const alone = struck({ ...half, seed: 3 });
  const other = { delay: { from: 0, to: 1 }, probability: 0.5, seed: 9 };
  expect(struck(other, { ...half, seed: 3 })).toEqual(alone);
  expect(struck({ ...half, seed: 3, times: 4 })).toEqual(
    alone.map((isStruck, index) => isStruck && alone.slice(0, index).filter(Boolean).length < 4),
  );
  expect(struck({ ...half, seed: 3, after: 10 })).toEqual(alone.map((isStruck, index) => isStruck && index >= 10));
});

test('Delays of a range are spread over it, and the same for the same seed', () => {
  const delays = (seed: number) => decided([{ delay: { from: 100, to: 300 }, seed }]).map((each) => each?.delay ?? 0);
  expect(delays(5)).toEqual(delays(5));
  expect(delays(5)).not.toEqual(delays(6));
  const sorted = delays(5).toSorted((a, b) => a - b);
  expect([sorted.at(0), sorted.at(500), sorted.at(-1)].map((delay = 0) => Math.round(delay / 20))).toEqual([5, 10, 15]);
});
