import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ConfigurationError, DEFAULT_DOCUMENT, readService } from '../spec';
import { readDeviations } from './deviations-file';

const FOLDER = mkdtempSync(join(tmpdir(), 'docent-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));
const service = readService({ spec: DEFAULT_DOCUMENT, overlays: [] });

function read(text: string) {
  const file = join(FOLDER, 'deviations.yaml');
  writeFileSync(file, text);
  return readDeviations(file, service);
}

function faultsOf(text: string): string[] {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.faults.map(({ place, message }) => `${place.replace(/^.*deviations\.yaml:/, '')} ${message}`);
  }
  return [];
}

const GOOD = {
  rule: 'pages-join',
  operation: 'getMuseumHours',
  target: 'museum.example',
  reason: 'The cache is to be replaced.',
  owner: 'Team Doors',
  expires: '2027-03-31',
};

const written = (deviation: object) =>
  `deviations:\n  - ${Object.entries(deviation)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n    ')}\n`;

describe('a file of deviations', () => {
  test('is read with the place of each', () => {
    expect(read(written(GOOD))).toEqual([{ ...GOOD, place: expect.stringMatching(/deviations\.yaml:2$/) }]);
  });

  test('may be empty of deviations', () => {
    expect(read('deviations: []')).toEqual([]);
  });

  test.each([
    ['no list', 'accepted: []', /^1 It has no list of deviations/],
    ['nothing', '', /^1 It has no list of deviations/],
    ['a stranger beside the list', 'deviations: []\nother: 1', /^2 "other" is no member of the file/],
    ['no object', 'deviations:\n  - later', /^2 A deviation is an object with rule, operation/],
    ['an unknown rule', written({ ...GOOD, rule: 'pages' }), /^2 "pages" is no rule. Known are /],
    [
      'an unknown operation',
      written({ ...GOOD, operation: 'getHours' }),
      /^3 "getHours" is no operation. Known are get/,
    ],
    [
      'a rule that does not apply',
      written({ ...GOOD, operation: 'getSpecialEvent' }),
      /^2 The rule "pages-join" does not/,
    ],
    ['what never fails', written({ ...GOOD, rule: 'unknown-path' }), /^2 "unknown-path" of getMuseumHours is assumed/],
    ['a bad date', written({ ...GOOD, expires: '2027-02-30' }), /^7 "2027-02-30" is no date. Write it as YYYY-MM-DD/],
    ['a date of another form', written({ ...GOOD, expires: '31.3.2027' }), /^7 "31.3.2027" is no date/],
    ['an empty reason', written({ ...GOOD, reason: '""' }), /^5 "reason" is "". It is a text: why it is accepted/],
    ['a misspelt member', written({ ...GOOD, expire: '2027-01-01' }), /^8 "expire" is no member of a deviation/],
  ])('with %s is refused by its line', (_, text, fault) => {
    expect(faultsOf(text)).toEqual([expect.stringMatching(fault)]);
  });

  test('is refused with every fault at once', () => {
    expect(faultsOf(written({ rule: 'pages-join' }))).toHaveLength(5);
  });
});
